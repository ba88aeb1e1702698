//! Several games at a time.

use super::arguments::Plan;
use super::game;
use super::played::Played;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Plays the games of these numbers and hands each finished one to `finished`, in the order in which they end. Games that
/// run when `stop` is set, or when `finished` fails, are not finished.
pub(crate) fn play(
    plan: &Plan,
    games: &[usize],
    concurrency: usize,
    stop: &AtomicBool,
    mut finished: impl FnMut(&Played) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..concurrency.clamp(1, games.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(&number) = games.get(next.fetch_add(1, Ordering::Relaxed))
                    && let Some(played) = game::play(plan, number, stop).transpose()
                    && sender.send(played).is_ok()
                {}
            });
        }
        drop(sender);
        let mut result = Ok(());
        for played in receiver {
            if result.is_err() {
                continue;
            }
            result = played.and_then(|played| finished(&played));
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        result
    })
}
