//! How a search uses the table, and the errors that can be built in on purpose.

/// How a search uses the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// No table.
    Bare,
    /// Ordinary bounds, repetition ignored: what engines do. Unsound.
    Plain,
    /// The same, with repetitions looked for in the last 16 plies only.
    Plain16,
    /// Plain with stored depths `>=` the wanted one: what the practical mode has to be compared with.
    PlainDeeper,
    /// The same, with repetitions looked for in the last 16 plies only.
    Plain16Deeper,
    /// The source document's own: history-independence flag, contagion through the window, lower bounds only,
    /// pessimistic read. One thing is mended: what a search that failed low returns is not taken for a lower bound.
    Source,
    /// The same to the letter: whatever is returned with a clean flag is stored as a lower bound.
    SourceLetter,
    /// This project's method with equality of depths: equals brute force.
    Exact,
    /// This project's method with stored depths `>=` the wanted one: what the playing engine uses.
    Practical,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Bare,
        Self::Plain,
        Self::Plain16,
        Self::PlainDeeper,
        Self::Plain16Deeper,
        Self::Source,
        Self::SourceLetter,
        Self::Exact,
        Self::Practical,
    ];

    /// Name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bare => "no table",
            Self::Plain => "plain",
            Self::Plain16 => "plain, 16 plies back",
            Self::PlainDeeper => "plain, depths >=",
            Self::Plain16Deeper => "plain, >=, 16 plies",
            Self::Source => "source",
            Self::SourceLetter => "source, to the letter",
            Self::Exact => "exact",
            Self::Practical => "practical",
        }
    }
}

/// An error built into the exact mode, to show that the campaign would see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutation {
    /// A dependence is discharged one ply above the loop's head... and one too many.
    DischargeEarly,
    /// The digest of the danger set leaves out the check bits.
    DigestWithoutChecks,
    /// The digest of the danger set leaves out the counts.
    DigestWithoutCounts,
    /// What a twin entry says is passed up as if it relied on nothing.
    TwinAsClosed,
    /// The signature of a proof leaves out the last child.
    SignatureSkipsChild,
    /// The danger set is computed for one ply too few.
    DangerOffByOne,
    /// A repetition relies on its last occurrence instead of the first that counts.
    DepFromLast,
    /// An upper claim relies on the best child only.
    UpperIgnoresOthers,
    /// Claims are clamped without asking for checks.
    NoPerpetualGuard,
    /// A lower claim is taken as it stands where it should be clamped.
    NoLowerClamp,
    /// An upper claim is taken as it stands where it should be clamped.
    NoUpperClamp,
    /// Stored depths `>=` the wanted one are taken for equal.
    DepthAtLeast,
}

impl Mutation {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::DischargeEarly,
        Self::DigestWithoutChecks,
        Self::DigestWithoutCounts,
        Self::TwinAsClosed,
        Self::SignatureSkipsChild,
        Self::DangerOffByOne,
        Self::DepFromLast,
        Self::UpperIgnoresOthers,
        Self::NoPerpetualGuard,
        Self::NoLowerClamp,
        Self::NoUpperClamp,
        Self::DepthAtLeast,
    ];

    /// Name in tables and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DischargeEarly => "discharge-early",
            Self::DigestWithoutChecks => "digest-without-checks",
            Self::DigestWithoutCounts => "digest-without-counts",
            Self::TwinAsClosed => "twin-as-closed",
            Self::SignatureSkipsChild => "signature-skips-child",
            Self::DangerOffByOne => "danger-off-by-one",
            Self::DepFromLast => "dep-from-last",
            Self::UpperIgnoresOthers => "upper-ignores-others",
            Self::NoPerpetualGuard => "no-perpetual-guard",
            Self::NoLowerClamp => "no-lower-clamp",
            Self::NoUpperClamp => "no-upper-clamp",
            Self::DepthAtLeast => "depth-at-least",
        }
    }
}
