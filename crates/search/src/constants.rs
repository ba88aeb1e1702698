//! The numbers of the search that nothing but games can set, in one place, each with the range in which it makes sense.
//!
//! `yomikiri tune` changes them by matches; what it finds is written here. Values are in hundredths of a pawn and depths
//! in plies where nothing else is said.

/// One of the [`Constants`]: what a program that sets them needs to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The name of the field.
    pub name: &'static str,
    /// The least and the greatest value.
    pub range: (i32, i32),
    /// Reads it.
    pub get: fn(&Constants) -> i32,
    /// Writes it.
    pub set: fn(&mut Constants, i32),
}

macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $least:literal..=$most:literal;)*) => {
        /// The numbers of the search; the defaults are those it plays with.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Constants {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Constants {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        /// All [`Constants`] by name.
        pub const CONSTANTS: &[Constant] = &[$(Constant {
            name: stringify!($name),
            range: ($least, $most),
            get: |constants| constants.$name,
            set: |constants, value| constants.$name = value,
        },)*];
    };
}

constants! {
    /// Half the first aspiration window.
    window = 35 in 8..=120;
    /// The window grows by the centre divided by this.
    window_slope = 40 in 10..=200;

    /// Reverse futility: how far above beta, per ply.
    reverse_margin = 110 in 30..=250;
    /// Reverse futility: greatest depth.
    reverse_depth = 9 in 4..=14;

    /// Razoring: how far below alpha.
    razor_margin = 350 in 100..=800;
    /// Razoring: the same, per ply.
    razor_slope = 250 in 50..=500;

    /// Null move: plies less at depth 0.
    null_base = 4 in 2..=6;
    /// Null move: a further ply less for every so many plies of depth.
    null_divisor = 4 in 2..=8;
    /// Null move: a further ply less for every so much above beta, three at most.
    null_lead = 250 in 80..=600;

    /// `ProbCut`: how far above beta a capture must stay.
    probcut_margin = 250 in 80..=500;

    /// Futility: what a quiet move may gain.
    futility_margin = 150 in 40..=400;
    /// Futility: the same, per ply of the reduced depth.
    futility_slope = 130 in 40..=300;
    /// Quiet moves considered at depth 0; they grow with the square of the depth.
    late_base = 8 in 3..=20;
    /// What the statistics must hold against a quiet move to leave it out, per ply.
    history_prune = 5000 in 1000..=12000;
    /// What an exchange by a quiet move may lose, times the square of the reduced depth.
    quiet_exchange = 30 in 8..=100;
    /// What an exchange by a capture may lose, per ply.
    capture_exchange = 130 in 40..=300;

    /// Singular extension: how much worse all others must be, per ply.
    singular_margin = 3 in 1..=10;
    /// Singular extension by two plies: how much worse still.
    singular_double = 40 in 10..=150;

    /// Reductions: `(reduction_scale / 320)² ln(depth) ln(count)` plies.
    reduction_scale = 220 in 120..=320;
    /// Reductions, in 64ths of a ply: added where the evaluation does not improve.
    reduction_worsening = 56 in 0..=128;
    /// The same: subtracted everywhere.
    reduction_base = 16 in -64..=96;
    /// The same: subtracted where the window is or was open.
    reduction_open = 64 in 0..=160;
    /// The same: added where a cut is expected.
    reduction_cut = 96 in 0..=192;
    /// The same: added where the table's move is a capture.
    reduction_noisy = 48 in 0..=128;
    /// The same: subtracted for checks.
    reduction_check = 64 in 0..=160;
    /// The same: added where the children were often cut.
    reduction_cutoffs = 48 in 0..=128;
    /// The statistics of a move divided by this are subtracted.
    reduction_history = 160 in 60..=500;

    /// Statistics: praise per ply.
    bonus_slope = 160 in 40..=400;
    /// Statistics: subtracted from the praise.
    bonus_offset = 80 in 0..=400;
    /// Statistics: the greatest praise.
    bonus_most = 1800 in 600..=4000;

    /// Quiescence: what a capture may gain beside what it takes.
    quiescence_margin = 200 in 60..=500;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_lie_in_their_ranges_and_each_is_written_where_it_is_read() {
        let defaults = Constants::default();
        for constant in CONSTANTS {
            let (least, most) = constant.range;
            assert!((least..=most).contains(&(constant.get)(&defaults)), "{}", constant.name);
            let mut changed = defaults.clone();
            (constant.set)(&mut changed, most);
            assert_eq!((constant.get)(&changed), most, "{}", constant.name);
            let others = CONSTANTS.iter().filter(|other| (other.get)(&changed) != (other.get)(&defaults));
            assert_eq!(others.count(), 1, "{}", constant.name);
        }
    }
}
