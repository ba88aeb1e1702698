//! The slow, obvious solver that the fast ones are compared with, and the laws of [`RankedGame`].

use super::{RankedGame, Value};

/// Solves a game by repeated forward passes: every unsettled position looks at its successors until a pass
/// changes nothing. Time is positions x depth, memory a value per rank: for small games and tests. Holes are `None`.
pub fn by_passes<G: RankedGame>(game: &G) -> Vec<Option<Value>> {
    let size = usize::try_from(game.size()).expect("a reference game fits in memory");
    let mut settled: Vec<Option<Value>> = vec![None; size];
    let mut open = Vec::new();
    for (rank, value) in settled.iter_mut().enumerate() {
        if let Some(position) = game.unrank(rank as u64) {
            *value = game.terminal(&position);
            if value.is_none() {
                open.push(rank);
            }
        }
    }
    let mut depth = 0u16;
    // Nothing more can settle once a whole depth past every settled one adds nothing.
    let mut deepest = settled.iter().flatten().map(|v| depth_of(*v)).max().unwrap_or(0);
    while !open.is_empty() && depth <= deepest + 1 {
        let mut found = Vec::new();
        for &rank in &open {
            if let Some(value) = settle(game, rank as u64, &settled, depth) {
                found.push((rank, value));
            }
        }
        for &(rank, value) in &found {
            settled[rank] = Some(value);
            deepest = deepest.max(depth);
        }
        open.retain(|&rank| settled[rank].is_none());
        depth += 1;
    }
    for rank in open {
        settled[rank] = Some(Value::Draw);
    }
    settled
}

fn depth_of(value: Value) -> u16 {
    match value {
        Value::Win(k) | Value::Lose(k) => k,
        Value::Draw => 0,
    }
}

/// The value of an open position if it is exactly `depth` plies from its end.
fn settle<G: RankedGame>(game: &G, rank: u64, settled: &[Option<Value>], depth: u16) -> Option<Value> {
    let position = game.unrank(rank)?;
    let (mut wins, mut loses) = (false, true);
    game.successors(&position, &mut |next| match settled[next as usize] {
        Some(Value::Lose(k)) if k < depth => {
            wins = true;
            loses = false;
        }
        Some(Value::Win(k)) if k < depth => {}
        _ => loses = false,
    });
    if wins {
        Some(Value::Win(depth))
    } else if loses {
        Some(Value::Lose(depth))
    } else {
        None
    }
}

/// Checks the laws of [`RankedGame`] around one rank and describes the first one broken.
///
/// # Errors
/// A sentence naming the rank and the law.
pub fn check_laws<G: RankedGame>(game: &G, rank: u64) -> Result<(), String> {
    let Some(position) = game.unrank(rank) else { return Ok(()) };
    if game.rank(&position) != rank {
        return Err(format!("rank(unrank({rank})) is {}", game.rank(&position)));
    }
    let mut before = Vec::new();
    game.predecessors(&position, &mut |p| before.push(p));
    for p in before {
        let earlier = game.unrank(p).ok_or_else(|| format!("predecessor {p} of {rank} is a hole"))?;
        if game.terminal(&earlier).is_some() {
            continue;
        }
        let mut back = false;
        game.successors(&earlier, &mut |s| back |= s == rank);
        if !back {
            return Err(format!("{p} is a predecessor of {rank}, but {rank} is no successor of {p}"));
        }
    }
    if game.terminal(&position).is_some() {
        return Ok(());
    }
    let mut after = Vec::new();
    game.successors(&position, &mut |s| after.push(s));
    if after.len() != game.degree(&position) {
        return Err(format!("{rank} has degree {}, but {} successors", game.degree(&position), after.len()));
    }
    for &s in &after {
        let later = game.unrank(s).ok_or_else(|| format!("successor {s} of {rank} is a hole"))?;
        if let (Some(here), Some(there)) = (game.images(&position), game.images(&later)) {
            let forward = after.iter().filter(|n| **n == s).count();
            let mut backward = 0;
            game.predecessors(&later, &mut |p| backward += usize::from(p == rank));
            if forward * usize::from(here) != backward * usize::from(there) {
                return Err(format!(
                    "{here} images of {rank} with {forward} moves each to {s}, {there} of that with {backward} back"
                ));
            }
        }
        let mut back = false;
        game.predecessors(&later, &mut |p| back |= p == rank);
        if !back {
            return Err(format!("{s} is a successor of {rank}, but {rank} is no predecessor of {s}"));
        }
    }
    Ok(())
}
