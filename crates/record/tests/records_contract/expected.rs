//! The collection of hard record files beside the checkout, each with what it must give.
//!
//! The collection is not part of the repository. Where it is absent, the tests say so; `own_data` has its cases in texts of
//! our own.

use record::{EndingKind, Format, Game, Outcome, RecordError, read_any};
use shogi::{Color, Handicap, PieceKind};
use std::path::PathBuf;

/// The folder with the records, if it is there.
fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("YOMIKIRI_SHARED").map_or_else(|| beside.into(), PathBuf::from);
    let folder = shared.join("records");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("{} is absent: nothing tested", folder.display());
    None
}

type Games = Vec<Result<Game, RecordError>>;

fn check(file: &str, verdict: impl FnOnce(&Games)) {
    let Some(folder) = folder() else { return };
    let bytes = std::fs::read(folder.join(file)).unwrap();
    let games: Games = read_any(bytes.as_slice(), file).collect();
    verdict(&games);
}

fn one(games: &Games) -> &Game {
    assert_eq!(games.len(), 1);
    games[0].as_ref().unwrap()
}

fn refusal(games: &Games) -> String {
    assert_eq!(games.len(), 1);
    games[0].as_ref().unwrap_err().to_string()
}

fn moves(game: &Game) -> String {
    game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn ending(game: &Game) -> Option<EndingKind> {
    game.main.ending.as_ref().map(|ending| ending.kind)
}

fn notes(game: &Game) -> String {
    game.notes.iter().map(|note| note.text.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn csa_files() {
    check("01_csa_T_before_first_move.csa", |games| {
        assert_eq!(
            refusal(games),
            "01_csa_T_before_first_move.csa:8:1: it is black's turn, but the move is marked as white's"
        );
    });
    check("03_csa_plus_illegal_action.csa", |games| {
        assert_eq!(ending(one(games)), Some(EndingKind::Foul(Color::Black)));
        assert_eq!(one(games).outcome(), Outcome::Win(Color::White));
    });
    check("05_csa_comma_joined.csa", |games| {
        let game = one(games);
        assert_eq!(moves(game), "9g9f 3c3d 5i6h");
        let times: Vec<_> = game.main.plies.iter().map(|ply| ply.time.unwrap().as_secs()).collect();
        assert_eq!(times, [12, 1, 31]);
        assert_eq!(game.handicap(), Some(Handicap::Even));
        assert_eq!(game.outcome(), Outcome::Win(Color::Black));
    });
    check("06_csa_kachi.csa", |games| {
        assert_eq!(one(games).outcome(), Outcome::Win(Color::White));
        assert_eq!(ending(one(games)), Some(EndingKind::Declaration));
    });
    check("08_csa_promoted_drop_typo.csa", |games| {
        let game = one(games);
        assert_eq!(moves(game), "7g7f 3c3d 8h2b+ 3a2b");
        let cut = game.main.cut.as_ref().unwrap();
        assert_eq!((cut.text.as_str(), cut.place.line, cut.left_out), ("+0055UM", 8, 2));
    });
    check("09_csa_two_games_slash.csa", |games| {
        assert_eq!(games.len(), 2);
        let outcomes: Vec<_> = games.iter().map(|game| game.as_ref().unwrap().outcome()).collect();
        assert_eq!(outcomes, [Outcome::Win(Color::White), Outcome::Unknown]);
        assert_eq!(moves(games[1].as_ref().unwrap()), "2g2f 8c8d");
    });
    check("10_csa_eucjp_names.csa", |games| {
        let headers = &one(games).headers;
        assert_eq!(headers.get(&record::Key::Black), Some("先手"));
        assert_eq!(headers.get(&record::Key::White), Some("後手"));
    });
}

#[test]
fn csa_boards() {
    check("csa05_collapsed_spaces.csa", |games| {
        let game = one(games);
        assert_eq!(game.handicap(), Some(Handicap::Even));
        assert!(notes(game).contains("collapsed blanks"));
        assert_eq!(moves(game), "7g7f");
    });
    check("csa09_AL.csa", |games| {
        let game = one(games);
        assert_eq!(moves(game), "R*3d 3c3d 4b4d+");
        let count = |kind: PieceKind| {
            let held = Color::ALL.map(|color| game.start.hand(color).count(kind)).iter().sum::<u32>();
            let promoted = kind.promoted().map_or(0, |kind| game.start.of_kind(kind).count());
            game.start.of_kind(kind).count() + promoted + held
        };
        assert!(PieceKind::HAND.iter().all(|&kind| count(kind) == kind.set_size()));
        assert_eq!(count(PieceKind::Rook), 2);
        assert_eq!(game.start.hand(Color::Black).total(), 1);
        assert_eq!(game.start.hand(Color::White).count(PieceKind::Rook), 0);
    });
    check("csa13_wrong_sign.csa", |games| assert!(refusal(games).contains("black's turn")));
    check("csa16_promote_piece_not_there.csa", |games| {
        let told = refusal(games);
        assert!(
            told.starts_with("csa16_promote_piece_not_there.csa:4:1: +8822UM: illegal move at ply 1"),
            "{told}"
        );
    });
    check("csa17_matta.csa", |games| {
        let game = one(games);
        assert_eq!((moves(game).as_str(), ending(game)), ("7g7f 3c3d", Some(EndingKind::TakeBack)));
        assert_eq!(game.outcome(), Outcome::Unknown);
        assert_eq!(game.main.cut.as_ref().unwrap().left_out, 1);
    });
    check("csa19_P+board_pieces.csa", |games| {
        let game = one(games);
        assert_eq!(game.start.to_sfen(), "7pk/7p1/7p1/7p1/9/9/9/9/K8 b - 1");
        assert_eq!(moves(game), "9i9h");
    });
}

#[test]
fn kif_files() {
    for file in ["20_kif_utf8_in_dot_kif.kif", "22_kif_dou_no_space.kifu"] {
        check(file, |games| {
            assert_eq!(moves(one(games)), "7g7f 3c3d 8h2b+ 3a2b");
            assert_eq!(one(games).outcome(), Outcome::Win(Color::White));
        });
    }
    check("23_kif_drop_with_00.kifu", |games| {
        assert_eq!(moves(one(games)), "7g7f 3c3d 8h2b+ 3a2b B*5e");
        assert_eq!(ending(one(games)), Some(EndingKind::Interruption));
    });
    check("25_kif_comment_and_bookmark.kifu", |games| {
        let game = one(games);
        assert_eq!(moves(game), "7g7f 3c3d 2g2f");
        assert_eq!((ending(game), game.outcome()), (Some(EndingKind::Repetition), Outcome::Draw));
        assert_eq!(game.comments, ["開始コメント"]);
        assert_eq!(game.main.plies[0].comments, ["#評価値=30 ７六歩の変化：これはコメント"]);
        assert_eq!(game.main.plies[0].bookmark.as_deref(), Some("しおり"));
    });
    check("26_kif_handicap_2mai.kifu", |games| {
        let game = one(games);
        assert_eq!(game.handicap(), Some(Handicap::Two));
        assert_eq!(moves(game), "7a6b 7g7f");
        assert_eq!(game.outcome(), Outcome::Win(Color::Black));
    });
    check("kif02_trailing_ws.kif", |games| {
        assert_eq!(moves(one(games)), "7g7f 3c3d");
        assert_eq!(one(games).headers.get(&record::Key::Black), Some("a"));
    });
    check("kif10_uwate.kif", |games| {
        assert_eq!(moves(one(games)), "3c3d 7g7f");
        assert_eq!(one(games).headers.get(&record::Key::White), Some("b"));
    });
    check("kif18_ascii_digits.kif", |games| assert_eq!(moves(one(games)), "7g7f 3c3d"));
    check("kif20_electron_nodou.kif", |games| {
        assert_eq!(moves(one(games)), "2g2f 8c8d 2f2e 8d8e 6i7h 1c1d 2e2d 2c2d");
    });
    check("kif26_senkoku.kif", |games| {
        let game = one(games);
        assert_eq!((moves(game).as_str(), game.outcome()), ("7g7f", Outcome::Draw));
        assert!(notes(game).contains("occurred 1 times"), "{}", notes(game));
    });
}

#[test]
fn kif_boards_and_branches() {
    check("kif05_hand_nosep.kif", |games| {
        let game = one(games);
        for color in Color::ALL {
            let hand = game.start.hand(color);
            assert_eq!((hand.total(), hand.count(PieceKind::Rook), hand.count(PieceKind::Pawn)), (2, 1, 1));
        }
        assert_eq!(moves(game), "R*5e");
    });
    check("kif07_hirate_plus_board.kif", |games| {
        let game = one(games);
        assert_eq!(game.start.to_sfen(), "4k4/9/9/9/9/9/9/9/4K4 b L4g4s2n3l18p 1");
        assert_eq!(moves(game), "L*5e");
        assert!(notes(game).contains("the diagram counts"));
    });
    check("kif15_branch10.kif", |games| {
        let game = one(games);
        assert_eq!(moves(game), "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c");
        assert_eq!(game.branches.len(), 1);
        let branch = &game.branches[0];
        assert_eq!((branch.parent, branch.at, branch.line.plies.len()), (None, 9, 1));
        assert_eq!(game.branch_moves(0).last().unwrap().to_string(), "1c1d");
        assert_eq!(game.branch_moves(0).len(), 10);
        assert_eq!(branch.line.ending.as_ref().unwrap().kind, EndingKind::Interruption);
    });
    check("kif22_ryu_variants.kif", |games| {
        assert_eq!(moves(one(games)), "9e9d 5a5b 8e8d 5b5a 5e5d 5a5b 4e4d");
    });
}

#[test]
fn ki2_files() {
    check("ki201_yoru.ki2", |games| assert_eq!(moves(one(games)), "4i5h 3c3d 5h6h 8c8d 2h5h"));
    check("ki204_marks.ki2", |games| assert_eq!(one(games).moves().len(), 5));
    check("ki206_dou.ki2", |games| {
        assert_eq!(moves(one(games)), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    });
    check("ki209_ambiguous.ki2", |games| {
        assert_eq!(refusal(games), "ki209_ambiguous.ki2:1:2: ５八金: ambiguous: it could be 4i5h or 6i5h");
    });
}

#[test]
fn every_game_reads_back_from_every_text_format() {
    let Some(folder) = folder() else { return };
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        for game in read_any(bytes.as_slice(), "file").flatten() {
            seen += 1;
            for format in [Format::Usi, Format::Csa, Format::Kif, Format::Ki2] {
                let mut writer = record::GameWriter::new(Vec::new(), format);
                writer.write(&game).unwrap();
                let text = writer.into_inner();
                let back: Games = record::read_as(text.as_slice(), "back", format).collect();
                let shown = String::from_utf8_lossy(&text).into_owned();
                assert_eq!(back.len(), 1, "{shown}");
                let back = back[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{shown}"));
                assert_eq!(moves(back), moves(&game), "{shown}");
                assert_eq!(back.start.sfen_without_number(), game.start.sfen_without_number(), "{shown}");
                if format != Format::Usi {
                    assert_eq!(back.outcome(), game.outcome(), "{shown}");
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
