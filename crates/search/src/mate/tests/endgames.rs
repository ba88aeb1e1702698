//! Small random positions, of which brute force sees all that can arise.

use game::random::Random;
use shogi::{Color, Finding, Position};

/// What walls are made of: pieces that hardly reach into the corner.
const WALL: [&str; 7] = ["n", "l", "n", "l", "n", "l", "n"];
/// Pieces that the attacker may have in the corner, and what either side may hold.
const ATTACKERS: [&str; 11] = ["+R", "+R", "+B", "+B", "+R", "+B", "R", "B", "G", "S", "+P"];
const HELD: [&str; 10] = ["", "", "P", "G", "S", "R", "B", "2P", "PS", "P"];
const DEFENDERS: [&str; 4] = ["p", "s", "g", "+p"];

/// Packs squares into SFEN.
fn packed(squares: &[Vec<String>]) -> String {
    let rank = |rank: &Vec<String>| {
        let mut text = String::new();
        let mut empty = 0;
        for square in rank {
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += square;
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    squares.iter().map(rank).collect::<Vec<_>>().join("/")
}

/// The position, if it can be played on and there is a check.
fn playable(sfen: &str) -> Option<Position> {
    let position = Position::from_sfen(sfen).ok()?;
    let fine = |finding: &Finding| matches!(finding, Finding::NoKing(Color::Black));
    let playable = position.validate().findings.iter().all(fine) && !position.checks().is_empty();
    playable.then_some(position)
}

/// A king walled in by its own men in a corner of the board, attackers inside, little in hand on either side: few positions
/// can arise, and brute force sees all of them. Black attacks, with or without a king.
pub(super) fn endgame(random: &mut Random) -> Position {
    loop {
        let (width, height) = (random.between(2, 3) as usize, random.between(2, 3) as usize);
        let mut squares = vec![vec![String::new(); 9]; 9];
        let mut wall = WALL.iter();
        for (rank, row) in squares.iter_mut().enumerate() {
            for (file, square) in row.iter_mut().enumerate() {
                if rank == height && file <= width || file == width && rank <= height {
                    *square = wall.next().map_or_else(String::new, |&piece| piece.to_owned());
                }
            }
        }
        let mut put = |random: &mut Random, piece: &str| {
            let (rank, file) = (random.below(height), random.below(width));
            if squares[rank][file].is_empty() {
                squares[rank][file] = piece.to_owned();
            }
        };
        put(random, "k");
        for _ in 0..random.between(1, 2) {
            let piece = random.pick(&ATTACKERS);
            put(random, piece);
        }
        if random.percent(40) {
            let piece = random.pick(&DEFENDERS);
            put(random, piece);
        }
        if random.percent(40) {
            squares[8][random.below(9)] = "K".to_owned();
        }
        let mut hands = random.pick(&HELD).to_owned();
        if random.percent(50) {
            hands += &random.pick(&HELD).to_lowercase();
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        if let Some(position) = playable(&format!("{} b {hands} 1", packed(&squares))) {
            return position;
        }
    }
}
