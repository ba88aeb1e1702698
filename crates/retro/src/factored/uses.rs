//! When a half-ply uses a class: what is not needed for longest leaves memory first.
//!
//! Half-plies work through the classes in the same order, so what comes next is known. What was used *last* is needed again
//! only in the next half-ply: to let go of what was not used for longest would let go of all of it, just before its turn.

use super::layout::Layout;
use super::segment::State;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The turns of all classes, and the one at hand.
pub(crate) struct Uses {
    /// By class, the turns in which others read it or it is worked on, in order.
    readers: Vec<Vec<u16>>,
    /// By class, its own turn.
    own: Vec<usize>,
    turn: AtomicUsize,
    /// Whether the half-ply at hand looks for losses, and reads what is won in other classes.
    seeks_losses: AtomicBool,
}

impl Uses {
    pub(crate) fn new(layout: &Layout) -> Self {
        let mut own = vec![0; layout.classes()];
        for (turn, class) in layout.order.iter().enumerate() {
            own[usize::from(*class)] = turn;
        }
        let mut readers: Vec<Vec<u16>> = own.iter().map(|turn| vec![*turn as u16]).collect();
        for (turn, reader) in layout.order.iter().enumerate() {
            layout.targets[usize::from(*reader)]
                .iter()
                .for_each(|t| readers[usize::from(*t)].push(turn as u16));
        }
        for turns in &mut readers {
            turns.sort_unstable();
        }
        Self { readers, own, turn: AtomicUsize::new(0), seeks_losses: AtomicBool::new(false) }
    }

    /// Begins a half-ply.
    pub(crate) fn begin(&self, seeks_losses: bool) {
        self.seeks_losses.store(seeks_losses, Relaxed);
        self.turn.store(0, Relaxed);
    }

    /// Comes to a turn.
    pub(crate) fn come_to(&self, turn: usize) {
        self.turn.fetch_max(turn, Relaxed);
    }

    /// How many turns pass before a class is needed: its segment of a state, or what it settled just before.
    pub(crate) fn until(&self, state: Option<State>, class: usize) -> usize {
        let (turn, turns, own) = (self.turn.load(Relaxed), self.own.len(), self.own[class]);
        let readers = &self.readers[class];
        let next = readers.get(readers.partition_point(|reader| usize::from(*reader) < turn));
        let until_read = next.map(|reader| usize::from(*reader) - turn);
        let until_own = own.checked_sub(turn);
        match (state, self.seeks_losses.load(Relaxed)) {
            (None, _) => until_read.unwrap_or(usize::MAX),
            (Some(State::Lost), true) => until_own.unwrap_or(own + 2 * turns - turn),
            (Some(State::Lost), false) => own + turns - turn,
            (Some(State::Won), true) => until_read.unwrap_or(own + turns - turn),
            (Some(State::Won), false) => until_own.unwrap_or(usize::from(readers[0]) + turns - turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_class_reads_is_needed_at_its_turn_and_what_is_over_later_than_all_that_comes() {
        let layout = Layout::new(5, 1);
        let uses = Uses::new(&layout);
        for (turn, class) in layout.order.iter().map(|class| usize::from(*class)).enumerate() {
            uses.begin(true);
            uses.come_to(turn);
            for target in layout.targets[class].iter().map(|class| usize::from(*class)) {
                assert_eq!(uses.until(Some(State::Won), target), 0);
                assert_eq!(uses.until(None, target), 0);
            }
            assert_eq!(uses.until(Some(State::Lost), class), 0);
            let left = layout.classes() - turn;
            for before in layout.order[..turn].iter().map(|class| usize::from(*class)) {
                assert!(uses.until(Some(State::Lost), before) >= left);
                let won = uses.until(Some(State::Won), before);
                let reads =
                    |turn: usize| layout.targets[usize::from(layout.order[turn])].contains(&(before as u16));
                assert!(won >= left || reads(turn + won) && !(turn..turn + won).any(reads));
            }
        }
    }
}
