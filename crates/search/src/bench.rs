//! The signature of the search: the nodes that it takes on fixed positions at a fixed depth with one thread.

use crate::{Control, Engine, Limits, Options, Outcome};
use shogi::Position;

/// The depth of the signature.
pub const DEPTH: u32 = 9;
/// The table of the signature, in MiB.
pub const HASH_MIB: usize = 16;

/// The positions: an opening, middle games, drops everywhere, mates near, an entering king.
///
/// SOURCE: the start position; the positions that the shogi programming community uses to count moves (as in the perft
/// data of the crate `shogi`); the rest was made up or played out for this list.
pub const POSITIONS: &[&str] = &[
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
    "ln3gsn1/7kl/3+B1p1p1/p4s2p/2P6/P2B3PP/1PNP+rPP2/2G3SK1/L4G1NL b G3Prs3p 65",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "ln1gk2nl/1r4gs1/p1pppp1pp/1p4p2/9/2P5P/PPSPPPP2/2G4R1/LN2KGSNL b Bbs 1",
    "l2g3nl/1ks2rg2/1pnpppsp1/p1p3p1p/7P1/P1PP1PP1P/1PSGP1N2/1KG2S1R1/LN6L b Bb 45",
    "4k4/9/4+P4/9/9/9/9/9/4K4 b RGr2b3g4s4n4l17p 1",
    "2K3+P1k/1+P+P1+P1+R2/1S1+P1+B3/9/9/9/9/5+p+p2/4+p+p3 w 2GSNL2Prbs2n2l4p 201",
];

/// What one position took.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The position, as SFEN.
    pub sfen: &'static str,
    /// The outcome of its search.
    pub outcome: Outcome,
}

/// The options of the signature, with a table of so many MiB.
pub fn options(hash_mib: usize) -> Options {
    Options { hash_mib, threads: 1, ..Options::default() }
}

/// Searches every position with a fresh engine state to `depth`, calling `visit` after each, and gives the sum of nodes.
/// Stopped by `control`, it gives nothing, and the position that it was at is not visited.
pub fn run(depth: u32, options: Options, control: &Control, mut visit: impl FnMut(&Entry)) -> Option<u64> {
    let mut engine = Engine::new(options);
    let mut nodes = 0;
    for &sfen in POSITIONS {
        let Ok(position) = Position::from_sfen(sfen) else { continue };
        engine.new_game();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let outcome = engine.search(&position, &limits, control, &|_| {});
        if control.is_stopped() {
            return None;
        }
        nodes += outcome.nodes;
        visit(&Entry { sfen, outcome });
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one_that_can_be_played_on() {
        for sfen in POSITIONS {
            let position = Position::from_sfen(sfen).expect(sfen);
            assert_eq!(position.validate().findings, [], "{sfen}");
            assert!(!position.legal_moves().is_empty(), "{sfen}");
        }
    }

    #[test]
    fn the_signature_is_reproducible() {
        let mut seen = 0;
        let first = run(3, options(1), &Control::new(), |entry| {
            seen += 1;
            assert!(entry.outcome.best_move().is_some() || entry.outcome.nodes == 0, "{}", entry.sfen);
        });
        assert_eq!(seen, POSITIONS.len());
        assert!(first.is_some());
        assert_eq!(first, run(3, options(1), &Control::new(), |_| {}));
    }

    #[test]
    fn a_stop_ends_it_without_a_signature() {
        let (control, mut seen) = (Control::new(), 0);
        let stopped = run(3, options(1), &control, |_| {
            seen += 1;
            control.stop();
        });
        assert_eq!((stopped, seen), (None, 1));
    }
}
