//! Our own hard records, `tests/data`, each game against its row of `expected.tsv`.
//!
//! A row: file, then for a game `start | moves | result | ending | what else`, for a refused one `error: place: reason`.

use record::{Game, Key, Outcome, RecordError, read_any};
use shogi::Handicap;
use std::fmt::Write;
use std::path::Path;

fn summary(game: &Result<Game, RecordError>) -> String {
    let game = match game {
        Ok(game) => game,
        Err(error) => return format!("error: {error}"),
    };
    let start = match game.handicap() {
        Some(Handicap::Even) => "even".to_owned(),
        Some(handicap) => handicap.name().to_owned(),
        None => game.start.to_sfen(),
    };
    let list = |moves: Vec<shogi::Move>| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let result = match game.outcome() {
        Outcome::Win(color) => color.to_string(),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Unknown => "unknown".to_owned(),
    };
    let ending = game.main.ending.as_ref().map_or("none".to_owned(), |ending| format!("{:?}", ending.kind));
    let mut text = format!("{start} | {} | {result} | {ending}", list(game.moves().collect()));
    for key in [Key::Black, Key::White, Key::Event] {
        if let Some(value) = game.headers.get(&key) {
            let _ = write!(text, " | {key:?}={value}");
        }
    }
    for (index, branch) in game.branches.iter().enumerate() {
        let moves = game.branch_moves(index);
        let _ = write!(
            text,
            " | branch of {:?} at {}: {}",
            branch.parent,
            branch.at,
            list(moves[branch.at..].to_vec())
        );
    }
    let mut comments = game.comments.clone();
    comments.extend(game.main.plies.iter().flat_map(|ply| ply.comments.clone()));
    comments.extend(game.main.ending.iter().flat_map(|ending| ending.comments.clone()));
    if !comments.is_empty() {
        let _ = write!(text, " | comments {comments:?}");
    }
    let times: Vec<_> = game.main.plies.iter().filter_map(|ply| ply.time).collect();
    if !times.is_empty() {
        let _ = write!(text, " | times {times:?}");
    }
    let scores: Vec<_> = game.main.plies.iter().filter_map(|ply| ply.score).collect();
    if !scores.is_empty() {
        let _ = write!(text, " | scores {scores:?}");
    }
    if let Some(cut) = &game.main.cut {
        let _ = write!(text, " | cut {cut}");
    }
    for note in &game.notes {
        let _ = write!(text, " | note {note}");
    }
    text
}

#[test]
fn every_game_gives_what_its_row_says() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext != "md" && ext != "tsv"));
    files.sort();
    let mut found = String::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = std::fs::File::open(&path).unwrap();
        for game in read_any(file, name) {
            let _ = writeln!(found, "{name}\t{}", summary(&game));
        }
    }
    let expected = std::fs::read_to_string(folder.join("expected.tsv")).unwrap_or_default();
    let differing = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(found == expected, "first difference: {differing:#?}\nall that was found:\n{found}");
}
