//! The file format: what is written is read, and a damaged, truncated or foreign file is named and never answers.

use game::solve::Value;
use proptest::prelude::*;
use std::fs;
use tablebase::{ENTRIES, Label, TableError, ValueTable, ValueWriter};

fn value(i: u64) -> Option<Value> {
    match i % 7 {
        0 => None,
        1 => Some(Value::Draw),
        n if n % 2 == 0 => Some(Value::Win((i % 301) as u16)),
        _ => Some(Value::Lose((i / 3 % 501) as u16)),
    }
}

fn write(path: &std::path::Path, entries: u64) {
    let mut writer = ValueWriter::create(path, "test", 5, entries).unwrap();
    (0..entries).for_each(|i| writer.push(value(i)).unwrap());
    assert_eq!(writer.finish().unwrap(), fs::metadata(path).unwrap().len());
}

#[test]
fn values_come_back_and_ranks_beyond_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let entries = 2 * ENTRIES as u64 + 77;
    write(&path, entries);
    let table = ValueTable::open(&path, "test").unwrap();
    assert_eq!((table.variant(), table.entries()), (5, entries));
    for i in 0..entries {
        assert_eq!(table.value(i).unwrap(), value(i));
    }
    assert!(matches!(table.value(entries), Err(TableError::Rank { .. })));
    let counted = table.statistics().unwrap();
    assert_eq!(counted.holes + counted.draws, (0..entries).filter(|i| i % 7 < 2).count() as u64);
    assert!(!folder.path().join("t.new").exists());
}

#[test]
fn a_foreign_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    fs::write(&path, b"PNG and so on, longer than a header though that is not asked for").unwrap();
    let error = ValueTable::open(&path, "test").err().unwrap();
    assert!(matches!(error, TableError::Foreign { .. }), "{error}");
    write(&path, 10);
    assert!(matches!(ValueTable::open(&path, "other"), Err(TableError::Label { .. })));
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 2;
    fs::write(&path, bytes).unwrap();
    let error = ValueTable::open(&path, "test").err().unwrap().to_string();
    assert!(error.contains("version 2"), "{error}");
}

#[test]
fn the_damaged_block_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    write(&path, 3 * ENTRIES as u64);
    let table = ValueTable::open(&path, "test").unwrap();
    table.file().check().unwrap();
    drop(table);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let table = ValueTable::open(&path, "test").unwrap();
    let error = table.value(ENTRIES as u64 + 5).unwrap_err();
    assert!(matches!(error, TableError::Block { block: 1, .. }), "{error}");
    assert_eq!(table.value(3).unwrap(), value(3), "whole blocks still answer");
    assert!(table.file().check().is_err());
}

#[test]
fn labels_keep_their_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let label = Label::new("a content of 24 letters!", "", [1, 2, 3, u64::MAX]);
    let mut writer = tablebase::BlockWriter::create(&path, &label, 1).unwrap();
    writer.append(9, b"nine").unwrap();
    writer.finish().unwrap();
    let file = tablebase::BlockFile::open_as(&path, &label).unwrap();
    assert_eq!((file.find(9), file.find(8), file.read(0).unwrap()), (Some(0), None, b"nine".to_vec()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any change of any byte and any cut is noticed before an answer that differs is given.
    #[test]
    fn no_damage_gives_an_answer(at in any::<prop::sample::Index>(), flip in 1u8..=255, cut in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t");
        write(&path, 5000);
        let mut bytes = fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= flip;
        }
        fs::write(&path, &bytes).unwrap();
        if let Ok(table) = ValueTable::open(&path, "test") {
            for i in 0..5000 {
                prop_assert!(table.value(i).is_err());
            }
        }
    }
}
