//! The options of the engine: what is declared, and what setting one does.

use super::book::{BookSettings, Choice};
use crate::book;
use crate::weights_file::{self, FV_SCALE};
use eval::{Loaded, Model, Network};
use search::{CONSTANTS, Evaluation, Level, Method, Options, Slides, TableMode};
use shogi::EnteringKingRule;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use usi::{DeclaredOption, OptionKind, SetOption};

/// The names that other engines gave the rules, which GUIs know.
const RULES: [(&str, EnteringKingRule); 6] = [
    ("NoEnteringKing", EnteringKingRule::Off),
    ("CSARule24", EnteringKingRule::Points24),
    ("CSARule24H", EnteringKingRule::Points24Handicap),
    ("CSARule27", EnteringKingRule::Points27),
    ("CSARule27H", EnteringKingRule::Points27Handicap),
    ("TryRule", EnteringKingRule::Try),
];

/// How bounds from the table are read.
const MODES: [(&str, TableMode); 2] = [("practical", TableMode::Practical), ("plain", TableMode::Plain)];

/// Which search finds the move.
const METHODS: [(&str, Method); 2] = [("today", Method::Today), ("slides", Method::Slides(Slides::WHOLE))];

/// What judges positions.
const EVALUATIONS: [(&str, Judge); 3] =
    [("learnt", Judge::Learnt), ("hand", Judge::Hand), ("places", Judge::Places)];

/// Which move of a book is played.
const CHOICES: [(&str, Choice); 3] = [("best", Choice::Best), ("often", Choice::Often), ("any", Choice::Any)];

/// The value of `BookFile` that names no book.
const NO_BOOK: &str = "no_book";

/// The value of `EvalFile` that names the weights that come with the program.
const EMBEDDED: &str = "<embedded>";

/// An evaluation by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judge {
    Learnt,
    Hand,
    Places,
}

/// A resignation value that no score reaches.
const NEVER_RESIGN: i32 = 99_999;

/// All settings of a session.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Those of the search.
    pub(crate) search: Options,
    /// Whether the numbers of the search are options too.
    pub(crate) constants: bool,
    /// Resign when the score is this much below zero, in hundredths of a pawn.
    pub(crate) resign_value: i32,
    /// The opening book.
    pub(crate) book: BookSettings,
    /// Names the players of the levels; 0: a new one for each game.
    pub(crate) level_seed: u64,
    judge: Judge,
    /// What `EvalFile` held.
    file: File,
    /// What a network's output is divided by.
    fv_scale: u16,
}

/// What evaluates as `learnt`.
#[derive(Clone, Debug)]
enum File {
    Weights(Arc<Model>),
    Network(Arc<Network>),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            search: Options::default(),
            constants: false,
            resign_value: NEVER_RESIGN,
            book: BookSettings::default(),
            level_seed: 0,
            judge: Judge::Learnt,
            file: File::Weights(eval::embedded()),
            fv_scale: FV_SCALE,
        }
    }
}

/// How one spin option is read from and written into the settings.
struct Spin {
    name: &'static str,
    range: (i64, i64),
    get: fn(&Settings) -> i64,
    set: fn(&mut Settings, i64),
}

const fn millis(value: i64) -> Duration {
    Duration::from_millis(value.unsigned_abs())
}

const SPINS: [Spin; 17] = [
    Spin {
        name: "Threads",
        range: (1, 512),
        get: |s| s.search.threads as i64,
        set: |s, value| s.search.threads = value as usize,
    },
    Spin {
        name: "USI_Hash",
        range: (1, 4_194_304),
        get: |s| s.search.hash_mib as i64,
        set: |s, value| s.search.hash_mib = value as usize,
    },
    Spin {
        name: "MultiPV",
        range: (1, 600),
        get: |s| s.search.multi_pv as i64,
        set: |s, value| s.search.multi_pv = value as usize,
    },
    Spin {
        name: "NetworkDelay",
        range: (0, 10_000),
        get: |s| s.search.network_delay.as_millis() as i64,
        set: |s, value| s.search.network_delay = millis(value),
    },
    Spin {
        name: "NetworkDelay2",
        range: (0, 10_000),
        get: |s| s.search.network_delay2.as_millis() as i64,
        set: |s, value| s.search.network_delay2 = millis(value),
    },
    Spin {
        name: "MinimumThinkingTime",
        range: (0, 100_000),
        get: |s| s.search.minimum_thinking_time.as_millis() as i64,
        set: |s, value| s.search.minimum_thinking_time = millis(value),
    },
    Spin {
        name: "MaxMovesToDraw",
        range: (0, 100_000),
        get: |s| i64::from(s.search.max_moves_to_draw),
        set: |s, value| s.search.max_moves_to_draw = value as u32,
    },
    Spin {
        name: "DrawValueBlack",
        range: (-20_000, 20_000),
        get: |s| i64::from(s.search.draw_value[0]),
        set: |s, value| s.search.draw_value[0] = value as i32,
    },
    Spin {
        name: "DrawValueWhite",
        range: (-20_000, 20_000),
        get: |s| i64::from(s.search.draw_value[1]),
        set: |s, value| s.search.draw_value[1] = value as i32,
    },
    Spin {
        name: "BookMoves",
        range: (0, 10_000),
        get: |s| i64::from(s.book.moves),
        set: |s, value| s.book.moves = value as u32,
    },
    Spin {
        name: "BookDepthLimit",
        range: (0, 1000),
        get: |s| i64::from(s.book.depth),
        set: |s, value| s.book.depth = value as u32,
    },
    Spin {
        name: "BookEvalDiff",
        range: (0, 99_999),
        get: |s| i64::from(s.book.difference),
        set: |s, value| s.book.difference = value as i32,
    },
    Spin {
        name: "MateShare",
        range: (0, 50),
        get: |s| i64::from(s.search.mate_share),
        set: |s, value| s.search.mate_share = value as u32,
    },
    Spin {
        name: "Level",
        range: (Level::LOWEST.number() as i64, Level::FULL.number() as i64),
        get: |s| i64::from(s.search.level.number()),
        set: |s, value| s.search.level = Level::new(value as u8).unwrap_or(Level::FULL),
    },
    Spin {
        name: "LevelSeed",
        range: (0, 1_000_000_000),
        get: |s| s.level_seed as i64,
        set: |s, value| s.level_seed = value.unsigned_abs(),
    },
    Spin {
        name: "ResignValue",
        range: (0, NEVER_RESIGN as i64),
        get: |s| i64::from(s.resign_value),
        set: |s, value| s.resign_value = value as i32,
    },
    Spin {
        name: "FV_SCALE",
        range: (1, 128),
        get: |s| i64::from(s.fv_scale),
        set: |s, value| {
            s.fv_scale = value as u16;
            s.choose();
        },
    },
];

/// Names that scripts for other engines use, and the options that they mean.
const ALIASES: [(&str, &str); 2] = [("Hash", "USI_Hash"), ("USI_MultiPV", "MultiPV")];

/// The options as `usi` declares them, with what is set now as the defaults. `USI_Ponder` is declared because GUIs ask it whether to send `go ponder`.
pub(crate) fn declared(now: &Settings) -> Vec<DeclaredOption> {
    let check =
        |name: &str, default| DeclaredOption { name: name.to_owned(), kind: OptionKind::Check { default } };
    let spin = |spin: &Spin| DeclaredOption {
        name: spin.name.to_owned(),
        kind: OptionKind::Spin { default: (spin.get)(now), min: spin.range.0, max: spin.range.1 },
    };
    let mut all: Vec<_> = SPINS.iter().map(spin).collect();
    if now.constants {
        all.extend(CONSTANTS.iter().map(|constant| DeclaredOption {
            name: constant.name.to_owned(),
            kind: OptionKind::Spin {
                default: i64::from((constant.get)(&now.search.constants)),
                min: i64::from(constant.range.0),
                max: i64::from(constant.range.1),
            },
        }));
    }
    all.push(check("USI_Ponder", true));
    all.push(check("RoundUpToFullSecond", now.search.round_up_to_full_second));
    all.push(combo("EnteringKingRule", &RULES, &now.search.entering_king));
    all.push(combo("TableMode", &MODES, &now.search.table_mode));
    all.push(combo("SearchMethod", &METHODS, &now.search.method));
    all.push(combo("Evaluation", &EVALUATIONS, &now.judge));
    all.push(check("USI_OwnBook", now.book.own));
    all.push(combo("BookChoice", &CHOICES, &now.book.choice));
    all.push(DeclaredOption {
        name: "BookFile".to_owned(),
        kind: OptionKind::Filename { default: NO_BOOK.to_owned() },
    });
    all.push(DeclaredOption {
        name: "EvalFile".to_owned(),
        kind: OptionKind::Filename { default: EMBEDDED.to_owned() },
    });
    all
}

fn combo<T: PartialEq>(name: &str, choices: &[(&str, T)], default: &T) -> DeclaredOption {
    let chosen = choices.iter().find(|(_, value)| value == default);
    DeclaredOption {
        name: name.to_owned(),
        kind: OptionKind::Combo {
            default: chosen.map_or_else(String::new, |(name, _)| (*name).to_owned()),
            choices: choices.iter().map(|(name, _)| (*name).to_owned()).collect(),
        },
    }
}

/// The value that an option names.
fn choice<T: Copy>(option: &SetOption, choices: &[(&str, T)]) -> Result<T, String> {
    let text = option.value.as_deref().map(str::trim);
    let known = |text: &str| choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    text.and_then(known).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        expected(option, &format!("one of {}", names.join(", ")))
    })
}

impl Settings {
    /// Takes over one option, its name in upper or lower case or an alias; the text says what is wrong and what was expected.
    pub(crate) fn set(&mut self, option: &SetOption) -> Result<(), String> {
        let alias = ALIASES.iter().find(|(alias, _)| option.name.eq_ignore_ascii_case(alias));
        let meant = alias.map_or(option.name.as_str(), |&(_, name)| name);
        let is = |name: &str| meant.eq_ignore_ascii_case(name);
        let value = option.value.as_deref().map(str::trim);
        let number = |(min, max): (i64, i64)| {
            let number = value.and_then(|text| text.parse::<i64>().ok());
            number
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| expected(option, &format!("a whole number from {min} to {max}")))
        };
        if let Some(spin) = SPINS.iter().find(|spin| is(spin.name)) {
            (spin.set)(self, number(spin.range)?);
            return Ok(());
        }
        if self.constants
            && let Some(constant) = CONSTANTS.iter().find(|constant| is(constant.name))
        {
            let (least, most) = constant.range;
            let value = number((i64::from(least), i64::from(most)))?;
            (constant.set)(&mut self.search.constants, value as i32);
            return Ok(());
        }
        if is("RoundUpToFullSecond") {
            self.search.round_up_to_full_second =
                value.and_then(truth).ok_or_else(|| expected(option, "true or false"))?;
            return Ok(());
        }
        if is("USI_Ponder") {
            // Whether to ponder is the GUI's decision: it sends `go ponder` or does not.
            return value.and_then(truth).map(|_| ()).ok_or_else(|| expected(option, "true or false"));
        }
        if is("EnteringKingRule") {
            self.search.entering_king = choice(option, &RULES)?;
            return Ok(());
        }
        if is("TableMode") {
            self.search.table_mode = choice(option, &MODES)?;
            return Ok(());
        }
        if is("SearchMethod") {
            self.search.method = choice(option, &METHODS)?;
            return Ok(());
        }
        if is("Evaluation") {
            self.judge = choice(option, &EVALUATIONS)?;
            self.choose();
            return Ok(());
        }
        if is("EvalFile") {
            self.file = match value.filter(|text| !text.is_empty() && *text != EMBEDDED) {
                None => File::Weights(eval::embedded()),
                Some(path) => match weights_file::load(path.as_ref()) {
                    Ok(Loaded::Weights(weights)) => File::Weights(Arc::new(Model::new(weights))),
                    Ok(Loaded::Network(network)) => File::Network(network),
                    Err(error) => return Err(format!("option EvalFile: {path}: {error}")),
                },
            };
            self.choose();
            return Ok(());
        }
        if is("USI_OwnBook") {
            self.book.own = value.and_then(truth).ok_or_else(|| expected(option, "true or false"))?;
            return Ok(());
        }
        if is("BookChoice") {
            self.book.choice = choice(option, &CHOICES)?;
            return Ok(());
        }
        if is("BookFile") {
            self.book.book = match value.filter(|text| !text.is_empty() && *text != NO_BOOK) {
                None => None,
                Some(path) => {
                    let book = book::open(Path::new(path));
                    Some(Arc::new(book.map_err(|error| format!("option BookFile: {error}"))?))
                }
            };
            return Ok(());
        }
        // GUIs send options of the protocol whether they saw them declared or not.
        if meant.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("USI_")) {
            return Ok(());
        }
        Err(format!("no such option: {:?}", option.name))
    }
}

impl Settings {
    fn choose(&mut self) {
        self.search.evaluation = match self.judge {
            Judge::Learnt => match &self.file {
                File::Weights(model) => Evaluation::Learnt(Arc::clone(model)),
                File::Network(network) => Evaluation::Network(Arc::clone(network), self.fv_scale),
            },
            Judge::Hand => Evaluation::Hand,
            Judge::Places => Evaluation::Places,
        };
    }
}

fn expected(option: &SetOption, what: &str) -> String {
    let found = option.value.as_deref().map_or_else(|| "no value".to_owned(), |value| format!("{value:?}"));
    format!("option {}: expected {what}, found {found}", option.name)
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, value: &str) -> SetOption {
        SetOption { name: name.to_owned(), value: Some(value.to_owned()) }
    }

    #[test]
    fn every_declared_option_takes_its_default() {
        for declared in declared(&Settings::default()) {
            let value = match declared.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{}", declared.name);
                    default.to_string()
                }
                OptionKind::Combo { default, choices } => {
                    assert!(choices.contains(&default));
                    default
                }
                OptionKind::Filename { default } => default,
                other => panic!("{other:?}"),
            };
            let mut settings = Settings::default();
            settings.set(&option(&declared.name, &value)).unwrap();
            assert_eq!(settings.search, Options::default(), "{}", declared.name);
        }
    }

    /// What the book says of names: any case, two aliases, anything that belongs to the protocol, and nothing else.
    #[test]
    fn names_that_are_not_declared() {
        let mut settings = Settings::default();
        for (name, value) in [("hash", "32"), ("usi_multipv", "3"), ("THREADS", "2"), ("usi_OwnBook", "true")]
        {
            settings.set(&option(name, value)).unwrap();
            assert!(declared(&settings).iter().all(|declared| declared.name != name), "{name}");
        }
        let search = &settings.search;
        assert_eq!((search.hash_mib, search.multi_pv, search.threads), (32, 3, 2));
        settings.set(&option("USI_Hash", "64")).unwrap();
        assert_eq!(settings.search.hash_mib, 64);
        for (name, value, says) in [
            ("Hash", "0", "from 1 to 4194304"),
            ("USI_MultiPV", "many", "from 1 to 600"),
            ("Ponder", "true", "no such option"),
            ("USI", "1", "no such option"),
            ("Hash MB", "64", "no such option"),
        ] {
            let error = settings.set(&option(name, value)).unwrap_err();
            assert!(error.contains(says) && error.contains(name), "{error}");
        }
        assert_eq!(settings.search.hash_mib, 64);
    }

    #[test]
    fn values_are_taken_and_bad_ones_refused() {
        let mut settings = Settings::default();
        settings.set(&option("threads", "3")).unwrap();
        settings.set(&option("USI_Hash", "64")).unwrap();
        settings.set(&option("EnteringKingRule", "TryRule")).unwrap();
        settings.set(&option("USI_OwnBook", "true")).unwrap();
        assert_eq!((settings.search.threads, settings.search.hash_mib), (3, 64));
        assert_eq!(settings.search.entering_king, EnteringKingRule::Try);
        for (name, value, says) in [
            ("Threads", "0", "from 1 to 512"),
            ("Threads", "many", "\"many\""),
            ("RoundUpToFullSecond", "yes", "true or false"),
            ("EnteringKingRule", "27", "CSARule27"),
            ("TableMode", "exact", "practical, plain"),
            ("SearchMethod", "full", "today, slides"),
            ("Evaluation", "best", "learnt, hand, places"),
            ("EvalFile", "/nowhere/w.bin", "/nowhere/w.bin"),
            ("EvalFile", "/dev/null", "YMKREVAL"),
            ("FV_SCALE", "0", "from 1 to 128"),
            ("BookFile", "/nowhere/x.db", "/nowhere/x.db"),
            ("BookFile", "/dev/null", "#YANEURAOU-DB2016"),
            ("BookChoice", "first", "best, often, any"),
            ("USI_OwnBook", "yes", "true or false"),
        ] {
            let error = settings.set(&option(name, value)).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
        assert_eq!(settings.search.threads, 3);
    }

    /// A network is told by its content; the scale may come before or after it, and a bad file changes nothing.
    #[test]
    fn a_network_takes_the_place_of_weights() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nn.bin");
        let network = Network::random(eval::Shape::KingPiece, 3);
        network.write(&mut std::fs::File::create(&path).unwrap()).unwrap();
        let text = path.to_str().unwrap();
        let mut settings = Settings::default();
        settings.set(&option("FV_SCALE", "20")).unwrap();
        assert_eq!(settings.search.evaluation, Evaluation::default());
        settings.set(&option("EvalFile", text)).unwrap();
        let chosen = |scale| Evaluation::Network(Arc::new(network.clone()), scale);
        assert_eq!(settings.search.evaluation, chosen(20));
        settings.set(&option("FV_SCALE", "24")).unwrap();
        assert_eq!(settings.search.evaluation, chosen(24));
        let cut = folder.path().join("cut.bin");
        std::fs::write(&cut, &std::fs::read(&path).unwrap()[..500_000]).unwrap();
        let error = settings.set(&option("EvalFile", cut.to_str().unwrap())).unwrap_err();
        assert!(error.contains("cut.bin") && error.contains("weights of the features"), "{error}");
        assert_eq!(settings.search.evaluation, chosen(24));
        settings.set(&option("EvalFile", EMBEDDED)).unwrap();
        assert_eq!(settings.search.evaluation, Evaluation::default());
    }
}
