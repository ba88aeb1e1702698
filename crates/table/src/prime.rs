//! Primes for the prime-modulus index scheme.

const fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = (result as u128 * base as u128 % modulus as u128) as u64;
        }
        base = (base as u128 * base as u128 % modulus as u128) as u64;
        exponent >>= 1;
    }
    result
}

/// Whether `n` is a prime: Miller-Rabin with the bases that decide all 64-bit numbers (Sorenson, Webster 2015).
///
/// ```
/// use table::prime::is_prime;
/// assert!(is_prime(4_294_967_291));
/// // The "handy prime" of the source document is 3 * 5 * 17 * 257 * 65537.
/// assert!(!is_prime((1 << 32) - 1));
/// ```
pub const fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    let mut index = 0;
    while index < BASES.len() {
        if n.is_multiple_of(BASES[index]) {
            return n == BASES[index];
        }
        index += 1;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    index = 0;
    while index < BASES.len() {
        let mut x = power(BASES[index], odd, n);
        let mut passed = x == 1 || x == n - 1;
        let mut squarings = 1;
        while squarings < twos && !passed {
            x = (x as u128 * x as u128 % n as u128) as u64;
            passed = x == n - 1;
            squarings += 1;
        }
        if !passed {
            return false;
        }
        index += 1;
    }
    true
}

/// The largest prime that is at most `n`; 1 if there is none.
pub const fn prime_at_most(mut n: u64) -> u64 {
    while n > 2 && !is_prime(n) {
        n -= 1;
    }
    if n < 2 { 1 } else { n }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_trial_division() {
        for n in 0..20_000u64 {
            let slow = n >= 2 && (2..=n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
            assert_eq!(is_prime(n), slow, "{n}");
        }
        // Strong pseudoprimes to the first bases (OEIS A014233).
        for n in [2047, 1_373_653, 25_326_001, 3_215_031_751, 3_825_123_056_546_413_051] {
            assert!(!is_prime(n), "{n}");
        }
        assert!(is_prime((1 << 61) - 1));
    }
}
