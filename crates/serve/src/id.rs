//! Names of analyses and games that cannot be guessed.

use std::hash::{BuildHasher, RandomState};

/// 128 random bits in hexadecimal: the keys of the standard library's hashes come from the system.
pub(crate) fn fresh() -> String {
    let part = |salt: u64| RandomState::new().hash_one((salt, std::time::Instant::now()));
    format!("{:016x}{:016x}", part(1), part(2))
}

#[cfg(test)]
mod tests {
    #[test]
    fn ids_differ() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| super::fresh()).collect();
        assert!(ids.len() == 1000 && ids.iter().all(|id| id.len() == 32));
    }
}
