//! The scale of values: static values in the middle, mate scores that count plies at both ends.
//!
//! Every value is *node-relative*: being mated here is `-MATE`, and passing a value up to the parent brings a mate
//! score one step nearer to zero ([`shrink`]). A bound proved at a node is then a fact about the position, not about
//! the ply at which the search met it.

/// A value for the side to move.
pub type Value = i32;

/// The score of having just won; being mated at this node is `-MATE`. Fits 16 bits.
pub const MATE: Value = 32_000;

/// Scores from here on count plies to a win. Static values keep below.
pub const MATE_BAND: Value = 31_000;

/// Larger than every value: the open end of a window. Fits 16 bits.
pub const INFINITY: Value = 32_001;

/// Whether `value` may come from a static evaluation.
pub const fn is_static(value: Value) -> bool {
    value.abs() < MATE_BAND - 1
}

/// The child's value as the parent counts it (before negation): a win one ply further away.
///
/// ```
/// use game::value::{shrink, MATE};
/// assert_eq!(shrink(-MATE), -MATE + 1);
/// assert_eq!(shrink(MATE), MATE - 1);
/// assert_eq!(shrink(17), 17);
/// ```
pub const fn shrink(value: Value) -> Value {
    if value >= MATE_BAND {
        value - 1
    } else if value <= -MATE_BAND {
        value + 1
    } else {
        value
    }
}

/// The largest `x` with `shrink(x) <= bound`.
pub const fn grow_above(bound: Value) -> Value {
    if bound >= MATE_BAND - 1 {
        bound + 1
    } else if bound <= -MATE_BAND {
        bound - 1
    } else {
        bound
    }
}

/// The smallest `x` with `shrink(x) >= bound`.
pub const fn grow_below(bound: Value) -> Value {
    -grow_above(-bound)
}

/// The window for a child of a node searched with `(alpha, beta)`.
///
/// For every child value `x`: `x <= window.0` iff the move is worth at least `beta`, and `x >= window.1` iff it is
/// worth at most `alpha`.
pub const fn child_window(alpha: Value, beta: Value) -> (Value, Value) {
    (grow_above(-beta), grow_below(-alpha))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn child_windows_ask_the_parents_question() {
        let ends: Vec<Value> =
            [-MATE, -MATE_BAND - 1, -MATE_BAND, -MATE_BAND + 1, -5, 0, 5, MATE_BAND - 1, MATE_BAND, MATE]
                .into_iter()
                .flat_map(|v| [v - 1, v, v + 1])
                .collect();
        for &alpha in &ends {
            for &beta in ends.iter().filter(|&&beta| beta > alpha) {
                let (low, high) = child_window(alpha, beta);
                for &x in &ends {
                    let worth = -shrink(x);
                    assert_eq!(x <= low, worth >= beta, "x {x} alpha {alpha} beta {beta}");
                    assert_eq!(x >= high, worth <= alpha, "x {x} alpha {alpha} beta {beta}");
                }
            }
        }
    }
}
