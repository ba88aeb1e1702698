//! What we write, read by rsshogi (an independent implementation), and what it writes, read by us.

use super::games::{game, moves};
use proptest::prelude::*;
use record::{Format, Game, GameWriter, Outcome, TrainingPosition, read_any, write_hcpe, write_psv};
use rsshogi::board::Position as PeerPosition;
use rsshogi::records::Record;
use rsshogi::records::formats::{csa, hcpe, kif, usi};
use rsshogi::types::{Color as PeerColor, GameResult};
use shogi::{Color, Handicap, Position};

fn text(format: Format, game: &Game) -> String {
    let mut writer = GameWriter::new(Vec::new(), format);
    writer.write(game).unwrap();
    String::from_utf8(writer.into_inner()).unwrap()
}

fn peer_moves(record: &Record) -> String {
    record.main_moves().map(|entry| entry.mv().to_usi()).collect::<Vec<_>>().join(" ")
}

fn peer_outcome(result: GameResult) -> Outcome {
    match result.winner_color() {
        Some(color) if color == PeerColor::BLACK => Outcome::Win(Color::Black),
        Some(_) => Outcome::Win(Color::White),
        None if result.is_draw() => Outcome::Draw,
        None => Outcome::Unknown,
    }
}

/// Games without what only some programs know, so that a difference is one about moves or winners.
fn plain() -> impl Strategy<Value = Game> {
    // The peer does not know the two handicaps of seven pieces, and takes their names for an even game.
    let known = |game: &Game| !matches!(game.handicap(), Some(Handicap::LeftSeven | Handicap::RightSeven));
    game(80).prop_filter("unknown to the peer", known).prop_map(|mut game| {
        game.branches.clear();
        // The peer does not know 手数＝, which tells the move number of a diagram.
        game.start = Position::from_sfen(&(game.start.sfen_without_number() + " 1")).unwrap();
        game.main.plies.iter_mut().for_each(|ply| ply.bookmark = None);
        game.headers = record::Headers::default();
        game
    })
}

proptest! {
    #![proptest_config(super::cases(128))]

    #[test]
    fn the_peer_reads_our_moves_and_starts(game in plain()) {
        let ours = text(Format::Csa, &game);
        let read = csa::parse_csa_str(&ours).unwrap_or_else(|error| panic!("{error:?}\n{ours}"));
        assert_eq!(peer_moves(&read), moves(&game), "{ours}");
        let ours = text(Format::Kif, &game);
        let read = kif::parse_kif_str(&ours).unwrap_or_else(|error| panic!("{error:?}\n{ours}"));
        assert_eq!(peer_moves(&read), moves(&game), "{ours}");
        let ours = text(Format::Ki2, &game);
        let read = kif::parse_ki2_str(&ours).unwrap_or_else(|error| panic!("{error:?}\n{ours}"));
        assert_eq!(peer_moves(&read), moves(&game), "{ours}");
        let ours = text(Format::Usi, &game);
        let line = ours.trim_end().trim_end_matches(" resign").trim_end_matches(" win");
        let read = usi::parse_usi_position(line).unwrap_or_else(|error| panic!("{error:?}\n{ours}"));
        assert_eq!(peer_moves(&read), moves(&game), "{ours}");
    }

    #[test]
    fn the_peer_finds_the_same_winner_in_csa(game in plain()) {
        let ours = text(Format::Csa, &game);
        // Results that CSA has no statement for stand in a comment.
        if game.main.ending.is_none() || !ours.lines().any(|line| line.starts_with('%')) {
            return Ok(());
        }
        let read = csa::parse_csa_str(&ours).unwrap();
        assert_eq!(peer_outcome(read.result()), game.outcome(), "{ours}");
    }

    #[test]
    fn we_read_what_the_peer_writes(game in plain()) {
        let record = csa::parse_csa_str(&text(Format::Csa, &game)).unwrap();
        for theirs in [csa::export_csa(&record).unwrap(), kif::export_kif(&record).unwrap(), kif::export_ki2(&record).unwrap()] {
            let read: Vec<_> = read_any(theirs.as_bytes(), "theirs").collect();
            assert_eq!(read.len(), 1, "{theirs}");
            let read = match &read[0] {
                Ok(read) => read,
                // Its KI2 writes 右 where 右上 and 右寄 are both possible (five and more pieces around a square).
                Err(error) if error.reason.contains("ambiguous") && theirs.contains('△') => continue,
                Err(error) => panic!("{error}\n{theirs}"),
            };
            assert_eq!(moves(read), moves(&game), "{theirs}");
            assert!(read.main.cut.is_none());
            if theirs.lines().any(|line| line.starts_with('%')) {
                assert_eq!(read.outcome(), peer_outcome(record.result()), "{theirs}");
            }
        }
    }

    #[test]
    fn packed_positions_are_the_same_bytes(game in plain()) {
        let mut position = game.start.clone();
        for ply in &game.main.plies {
            let peer = PeerPosition::from_sfen(&position.to_sfen()).unwrap();
            let entry = TrainingPosition {
                position: position.without_history(),
                score: -321,
                mv: Some(ply.mv),
                outcome: Outcome::Win(Color::White),
            };
            let psv = write_psv(&entry).unwrap();
            assert_eq!(psv[..32], peer.to_packed_sfen().data, "{position}");
            let ours = write_hcpe(&entry).unwrap();
            let theirs = hcpe::decode_entry(&ours).unwrap();
            assert_eq!(ours[..32], peer.to_huffman_coded_pos().data, "{position}");
            assert_eq!(theirs.eval, -321);
            assert_eq!(theirs.game_result, hcpe::HcpeGameResult::WhiteWin);
            assert_eq!(theirs.best_move16.to_usi(), ply.mv.to_string());
            position.apply(ply.mv);
        }
    }
}
