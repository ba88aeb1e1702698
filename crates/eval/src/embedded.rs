//! The weights that come with the program.

use crate::{Model, Weights};
use std::sync::{Arc, OnceLock};

/// Made by `yomikiri learn`; `weights/default.json` says how.
static FILE: &[u8] = include_bytes!("../weights/default.bin");

/// The weights that come with the program, made ready once.
pub fn embedded() -> Arc<Model> {
    static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
    // A test reads the file: what is built in is whole.
    let read = || Weights::read(FILE).unwrap_or_else(|error| unreachable!("the embedded weights: {error}"));
    Arc::clone(MODEL.get_or_init(|| Arc::new(Model::new(read()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;
    use shogi::Position;

    #[test]
    fn they_are_whole_and_know_what_a_rook_is_worth() {
        assert!(Weights::read(FILE).is_ok());
        let value = |sfen| {
            let position = Position::from_sfen(sfen).unwrap();
            Evaluator::new(embedded(), &position, 0).evaluate(&position)
        };
        let even = value(shogi::STARTPOS);
        assert!(even.abs() < 200, "{even}");
        let up = value("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
        assert!(up > even + 400, "{up}");
    }
}
