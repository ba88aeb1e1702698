//! Draws a made-up game, to look at: `cargo run -p yomikiri-report --example score_graph -- out.svg`.
use report::{Judgement, Language, Picture, Point, Score, ScoreGraph};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut points = Vec::new();
    let mut value = 0;
    for ply in 0..120u32 {
        value += ((ply * ply * 7 + ply * 13) % 101) as i32 * 3 - 140;
        points.push(Point {
            ply,
            score: Some(Score::Centipawns(value)),
            judgement: (ply % 37 == 5).then_some(Judgement::Blunder),
        });
    }
    let graph = ScoreGraph {
        title: "A made-up game".to_owned(),
        points,
        size: (900, 360),
        language: Language::English,
    };
    graph.save(std::path::Path::new(&std::env::args().nth(1).ok_or("which file?")?))?;
    Ok(())
}
