//! Asks for memory before it is needed.

/// Bytes that come with one access to memory.
const LINE: usize = 64;

/// Asks for the memory of an entry; without effect if there is no such entry, or the machine has no instruction for it.
#[inline]
pub fn prefetch<T>(list: &[T], entry: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(entry) = list.get(entry) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect but on caches; SSE is part of the architecture.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, entry);
}

/// Asks for the memory of a whole list.
#[inline]
pub fn prefetch_all<T>(list: &[T]) {
    let entries = (LINE / size_of::<T>().max(1)).max(1);
    (0..list.len()).step_by(entries).for_each(|entry| prefetch(list, entry));
    // The list may end in a line in which none of these begins.
    prefetch(list, list.len().wrapping_sub(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_for_what_is_not_there_does_nothing() {
        let list = [1u8; 130];
        for entry in [0, 129, 130, usize::MAX] {
            prefetch(&list, entry);
        }
        prefetch_all(&list);
        prefetch_all::<u128>(&[]);
        prefetch_all(&[(); 3]);
        assert_eq!(list, [1; 130]);
    }
}
