//! The search itself: depth first, led by proof and disproof numbers, on a stack of its own.

use super::closed::closed;
use super::node::{self, Child, Expander, Totals, totals};
use super::path::Path;
use super::proofs::{self, Proofs};
use super::table::{NEVER, Rest, Table};
use super::{Bounds, Flaw, line};
use shogi::{Color, Hand, Key, Move, Position};
use std::time::Instant;

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 64;
/// No path grows longer: a search that gets there has lost its way.
const LONGEST_PATH: usize = 20_000;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move mates by continuous checks. The line is legal, ends in mate, and need not be the shortest.
    Mate(Vec<Move>),
    /// It does not, whatever it plays.
    NoMate,
    /// Not decided within the bounds, or within the memory.
    Unknown,
}

/// A node whose children are looked at.
struct Frame {
    /// Its children begin here and end where those of the next frame begin.
    start: usize,
    attacking: bool,
    board: u64,
    /// The attacker's hand.
    hand: Hand,
    /// The search of this node ends when a number reaches its threshold.
    thresholds: (u32, u32),
    /// Nodes when it was begun.
    begun: u64,
    /// The child that is searched.
    chosen: usize,
}

/// What is told to the parent of a node that was searched.
#[derive(Clone, Copy)]
enum Finding {
    Mate(u32, Hand),
    Failure(Rest),
    Numbers(u32, u32),
}

/// A solver of mate problems, with memory of its own.
pub struct Solver {
    table: Table,
    proofs: Proofs,
    path: Path,
    frames: Vec<Frame>,
    children: Vec<Child>,
    closed: Vec<Key>,
    /// Whether hands have to be equal: where positions are closed, more in hand need not be better.
    exact: bool,
    most_proofs: usize,
    attacker: Color,
    nodes: u64,
    used: bool,
    pub(super) flaw: Flaw,
}

impl Solver {
    /// A solver that uses about so many bytes at the most, and takes them only as it needs them.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes / 2),
            proofs: Proofs::new(),
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            closed: Vec::new(),
            exact: false,
            most_proofs: (bytes / 2 / proofs::BYTES).max(1 << 10),
            attacker: Color::Black,
            nodes: 0,
            used: false,
            flaw: Flaw::None,
        }
    }

    /// Positions expanded by the latest search.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move in `root` mates by continuous checks. What the game has repeated before counts; either king
    /// may be missing (without the defender's there is no mate).
    pub fn solve(&mut self, root: &Position, bounds: &Bounds<'_>) -> Verdict {
        self.reset(root);
        let mut position = root.clone();
        match self.search(&mut position, bounds) {
            Some(true) => {
                let moves = line::line(root, &self.proofs, self.attacker);
                debug_assert!(
                    self.flaw != Flaw::None || moves.as_ref().is_some_and(|moves| line::mates(root, moves)),
                    "{root}"
                );
                // A line that does not hold would be an error of this program; nothing is better than a wrong answer.
                moves.filter(|moves| line::mates(root, moves)).map_or(Verdict::Unknown, Verdict::Mate)
            }
            Some(false) => Verdict::NoMate,
            None => Verdict::Unknown,
        }
    }

    fn reset(&mut self, root: &Position) {
        if std::mem::replace(&mut self.used, true) {
            self.table.clear();
        }
        self.proofs.clear();
        self.path.clear();
        self.frames.clear();
        self.children.clear();
        self.attacker = root.side_to_move();
        self.nodes = 0;
        self.closed = closed(root);
        self.exact = !self.closed.is_empty();
        (self.table.exact, self.proofs.exact) = (self.exact, self.exact);
        (self.table.flaw, self.proofs.reversed) = (self.flaw, self.flaw == Flaw::SmallerHands);
    }

    /// Whether the attacker mates; `None` if a bound was met.
    fn search(&mut self, position: &mut Position, bounds: &Bounds<'_>) -> Option<bool> {
        self.enter(position, (NEVER, NEVER));
        while let Some(frame) = self.frames.last() {
            let now = totals(&self.children[frame.start..], frame.attacking);
            let (proof, disproof) = frame.thresholds;
            if now.proof >= proof || now.disproof >= disproof {
                let finding = self.leave(position, &now);
                let Some(parent) = self.frames.last() else {
                    return match finding {
                        Finding::Mate(..) => Some(true),
                        Finding::Failure(_) => Some(false),
                        Finding::Numbers(..) => None,
                    };
                };
                let child = &mut self.children[parent.start + parent.chosen];
                match finding {
                    Finding::Mate(length, hand) => child.set_mate(length, hand),
                    Finding::Failure(rest) => child.set_failure(rest),
                    Finding::Numbers(proof, disproof) => (child.proof, child.disproof) = (proof, disproof),
                }
                position.undo();
                continue;
            }
            if self.is_over(bounds) {
                return None;
            }
            let thresholds = child_thresholds(frame, &now);
            let (start, attacking) = (frame.start, frame.attacking);
            if let Some(frame) = self.frames.last_mut() {
                frame.chosen = now.best;
            }
            let mv = self.children[start + now.best].mv;
            if attacking {
                position.apply_knowing_check(mv, true);
            } else {
                position.apply(mv);
            }
            self.enter(position, thresholds);
        }
        None
    }

    fn is_over(&self, bounds: &Bounds<'_>) -> bool {
        bounds.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.proofs.len() >= self.most_proofs
            || self.frames.len() >= LONGEST_PATH
            || self.nodes.is_multiple_of(CLOCK_INTERVAL)
                && (bounds.control.is_some_and(crate::Control::is_stopped)
                    || bounds.until.is_some_and(|until| Instant::now() >= until))
    }

    /// Begins the search of the position.
    fn enter(&mut self, position: &mut Position, thresholds: (u32, u32)) {
        self.nodes += 1;
        let (board, hand) = (position.board_key().low(), position.hand(self.attacker));
        self.path.push(board, hand);
        let start = self.children.len();
        let attacking = position.side_to_move() == self.attacker;
        let expander = Expander {
            attacker: self.attacker,
            path: &self.path,
            table: &self.table,
            proofs: &self.proofs,
            closed: &self.closed,
            exact: self.exact,
        };
        expander.expand(position, &mut self.children);
        let begun = self.nodes;
        self.frames.push(Frame { start, attacking, board, hand, thresholds, begun, chosen: 0 });
    }

    /// Ends the search of the latest frame and keeps what was found.
    fn leave(&mut self, position: &Position, now: &Totals) -> Finding {
        let Some(frame) = self.frames.pop() else { return Finding::Numbers(1, 1) };
        self.path.pop();
        let effort = self.nodes - frame.begun + 1;
        let finding = if now.proof == 0 {
            let (length, hand) = self.proof(position, &frame);
            self.proofs.add(frame.board, hand, length);
            Finding::Mate(length, hand)
        } else if now.disproof == 0 {
            let rest = failure(&self.children[frame.start..], frame.attacking);
            // What rests on this very position, and on none above it, rests on nothing.
            let rest = match rest {
                Rest::From(start) if start >= self.path.len() => Rest::Final,
                rest => rest,
            };
            self.table.fail(frame.board, frame.hand, rest, &self.path, effort);
            Finding::Failure(rest)
        } else {
            let ply = self.path.len() as u32;
            self.table.note(frame.board, frame.hand, (now.proof, now.disproof), ply, effort);
            Finding::Numbers(now.proof, now.disproof)
        };
        self.children.truncate(frame.start);
        finding
    }

    /// Length of the mate, and what it needs in hand.
    fn proof(&self, position: &Position, frame: &Frame) -> (u32, Hand) {
        let expander = Expander {
            attacker: self.attacker,
            path: &self.path,
            table: &self.table,
            proofs: &self.proofs,
            closed: &self.closed,
            exact: self.exact,
        };
        let children = &self.children[frame.start..];
        if frame.attacking {
            let mating = children.iter().filter(|child| child.mates());
            let Some(child) = mating.min_by_key(|child| child.length) else { return (0, frame.hand) };
            let hand = expander.needed_before(position, child.mv, child.hand);
            (child.length + 1, hand)
        } else {
            let needed = expander.needed(position);
            let hand = children.iter().fold(needed, |hand, child| node::most(hand, child.hand));
            let length = children.iter().map(|child| child.length + 1).max().unwrap_or(0);
            (length, hand)
        }
    }
}

/// Where the failure of a node is true: the attacker needs every move to fail, the defender one.
fn failure(children: &[Child], attacking: bool) -> Rest {
    if attacking {
        return children.iter().fold(Rest::Final, |rest, child| rest.and(child.rest));
    }
    let failures = children.iter().filter(|child| child.fails()).map(|child| child.rest);
    failures.reduce(|best, rest| if rest.is_wider(best) { rest } else { best }).unwrap_or(Rest::Final)
}

/// How far the best child is to be searched: until another one is better by a quarter, or the node has had enough.
fn child_thresholds(frame: &Frame, now: &Totals) -> (u32, u32) {
    let (proof, disproof) = frame.thresholds;
    let (own, sum) = if frame.attacking { (proof, disproof) } else { (disproof, proof) };
    let own = own.min(now.second.saturating_add(now.second / 4 + 1));
    // The sum reaches its threshold when the child's group does its part.
    let sum = if sum == NEVER { NEVER } else { sum.saturating_sub(now.others) };
    if frame.attacking { (own, sum) } else { (sum, own) }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}
