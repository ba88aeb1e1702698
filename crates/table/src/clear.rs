//! When a table has to be cleared because of hash collisions: the corrected policy.
//!
//! The source document clears after n moves, n the largest number with `(1 - p)^(probes * n) <= 0.95`: the inequality
//! is inverted (it holds for all large n), and p is taken as 2^-64 per key. What counts is a *false hit*: a probe
//! meets a resident entry of another position whose compared bits agree.

/// Probability that one probe of an absent position is answered by a foreign entry: `resident` entries in the bucket,
/// each compared in `bits` bits (without the bits that choosing the bucket has already compared).
pub fn false_hit_probability(resident: f64, bits: u32) -> f64 {
    resident * (-f64::from(bits)).exp2()
}

/// Probability of at least one false hit in `probes` probes.
///
/// ```
/// use table::clear::risk;
/// // A full two-way bucket and 64 bits: a day at a million probes a second.
/// assert!(risk(86_400_000_000, 2.0, 64) < 1e-8);
/// // 16 bits: certain within a second.
/// assert!(risk(1_000_000, 2.0, 16) > 0.999);
/// ```
pub fn risk(probes: u64, resident: f64, bits: u32) -> f64 {
    -(probes as f64 * (-false_hit_probability(resident, bits)).ln_1p()).exp_m1()
}

/// The number of probes after which the risk of a false hit reaches `tolerance` (above 0, below 1): the table should
/// be cleared, for this reason, no sooner and no later.
///
/// ```
/// use table::clear::{probes_until, risk};
/// let probes = probes_until(0.05, 2.0, 64);
/// assert!(risk(probes, 2.0, 64) <= 0.05 && risk(probes * 2, 2.0, 64) > 0.05);
/// ```
pub fn probes_until(tolerance: f64, resident: f64, bits: u32) -> u64 {
    let probes = (-tolerance).ln_1p() / (-false_hit_probability(resident, bits)).ln_1p();
    probes.floor() as u64
}
