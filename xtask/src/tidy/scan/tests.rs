//! Tests of the reader: each fact is found where it is, and nowhere else.

use super::UnsafeKind::{Claim, Demand, Type};
use super::*;

fn unsafe_uses(text: &str) -> Vec<(usize, UnsafeKind, bool)> {
    scan(text)
        .unwrap()
        .unsafe_uses
        .iter()
        .map(|found| (found.line, found.kind, found.is_documented))
        .collect()
}

#[test]
fn a_block_needs_a_comment_right_above() {
    assert_eq!(unsafe_uses("fn f() {\n    unsafe { g() };\n}"), [(2, Claim, false)]);
    assert_eq!(
        unsafe_uses("fn f() {\n    // SAFETY: g is fine.\n    unsafe { g() };\n}"),
        [(3, Claim, true)]
    );
    assert_eq!(
        unsafe_uses("fn f() {\n    // SAFETY: long\n    // story\n    unsafe { g() };\n}"),
        [(4, Claim, true)]
    );
    assert_eq!(unsafe_uses("fn f() {\n    // SAFETY: g\n\n    unsafe { g() };\n}"), [(4, Claim, false)]);
    assert_eq!(unsafe_uses("fn f() {\n    // it is fine\n    unsafe { g() };\n}"), [(3, Claim, false)]);
    assert_eq!(unsafe_uses("fn f() {\n    /// SAFETY: in docs\n    unsafe { g() };\n}"), [(3, Claim, false)]);
}

#[test]
fn a_comment_covers_one_statement_only() {
    let text = "fn f() {\n    // SAFETY: one\n    let a = unsafe { g() };\n    let b = unsafe { g() };\n}";
    assert_eq!(unsafe_uses(text), [(3, Claim, true), (4, Claim, false)]);
}

#[test]
fn a_comment_may_stand_above_the_statement_that_was_broken_into_lines() {
    let text = "fn f() {\n    // SAFETY: fine\n    let a =\n        h(1, unsafe { g() });\n}";
    assert_eq!(unsafe_uses(text), [(4, Claim, true)]);
    let arms = "fn f() {\n    match x {\n        // SAFETY: fine\n        1 => unsafe { g() },\n        _ => unsafe { g() },\n    }\n}";
    assert_eq!(unsafe_uses(arms), [(4, Claim, true), (5, Claim, false)]);
}

#[test]
fn a_comment_above_the_function_does_not_cover_its_inside() {
    let text = "// SAFETY: all of it\nfn f() {\n    unsafe { g() };\n}";
    assert_eq!(unsafe_uses(text), [(3, Claim, false)]);
}

#[test]
fn implementations_and_attributes_are_claims() {
    assert_eq!(unsafe_uses("unsafe impl Send for A {}"), [(1, Claim, false)]);
    assert_eq!(unsafe_uses("// SAFETY: no shared state\nunsafe impl Send for A {}"), [(2, Claim, true)]);
    assert_eq!(unsafe_uses("#[unsafe(no_mangle)]\nfn f() {}"), [(1, Claim, false)]);
    assert_eq!(unsafe_uses("unsafe extern \"C\" { fn f(); }"), [(1, Claim, false)]);
}

#[test]
fn functions_and_traits_have_a_safety_section() {
    assert_eq!(unsafe_uses("/// Goes.\npub unsafe fn f() {}"), [(2, Demand, false)]);
    assert_eq!(
        unsafe_uses("/// Goes.\n///\n/// # Safety\n/// Never.\npub unsafe fn f() {}"),
        [(5, Demand, true)]
    );
    assert_eq!(
        unsafe_uses("/// # Safety\n/// No.\n#[inline]\nunsafe extern \"C\" fn f() {}"),
        [(4, Demand, true)]
    );
    assert_eq!(unsafe_uses("pub unsafe trait T {}"), [(1, Demand, false)]);
    assert_eq!(unsafe_uses("/// # Safety\n/// No.\nfn a() {}\nunsafe fn f() {}"), [(4, Demand, false)]);
}

#[test]
fn the_type_of_a_function_pointer_needs_no_comment() {
    assert_eq!(unsafe_uses("type F = unsafe fn(u8);"), [(1, Type, true)]);
    assert_eq!(unsafe_uses("type F = unsafe extern \"C\" fn(u8);"), [(1, Type, true)]);
}

#[test]
fn unsafe_counts_in_macros_and_not_in_text() {
    assert_eq!(unsafe_uses("macro_rules! m { () => { unsafe { g() } } }"), [(1, Claim, false)]);
    let text = "// unsafe { }\n/* unsafe /* { */ } */\nconst A: &str = \"unsafe { }\";\nconst B: &str = r#\"unsafe \"{ }\"#;";
    assert_eq!(unsafe_uses(text), []);
    assert_eq!(unsafe_uses("#![forbid(unsafe_code)]"), []);
}

#[test]
fn forbidding_is_seen_only_as_an_inner_attribute_of_the_file() {
    assert!(scan("//! A.\n#![forbid(missing_docs, unsafe_code)]\n").unwrap().forbids_unsafe);
    for text in [
        "//! A.\n",
        "// #![forbid(unsafe_code)]\n",
        "#[forbid(unsafe_code)]\nmod a {}",
        "#![deny(unsafe_code)]",
    ] {
        assert!(!scan(text).unwrap().forbids_unsafe, "{text}");
    }
}

fn prints(text: &str) -> Vec<(usize, String)> {
    scan(text).unwrap().prints
}

#[test]
fn every_printing_macro_is_found() {
    for name in PRINTING {
        let found = prints(&format!("fn f() {{\n    std::{name}!(\"a\");\n}}"));
        assert_eq!(found, [(2, (*name).to_owned())]);
    }
    assert_eq!(prints("macro_rules! m { () => { println!() } }").len(), 1);
}

#[test]
fn what_only_looks_like_printing_is_not_found() {
    for text in [
        "fn f() { writeln!(w) }",
        "fn print() {}",
        "fn f() { if print != 1 {} }",
        "// println!()",
        "/// dbg!(1)\nfn f() {}",
    ] {
        assert_eq!(prints(text), [], "{text}");
    }
}

#[test]
fn tests_may_print_but_only_they() {
    let printing = "fn f() { println!() }";
    assert_eq!(prints(&format!("#[cfg(test)]\nmod tests {{ {printing} }}")), []);
    assert_eq!(prints(&format!("#[test]\n{printing}")), []);
    assert_eq!(prints(&format!("#![cfg(test)]\n{printing}")), []);
    assert_eq!(prints(&format!("#[cfg(all(test, unix))]\n{printing}")), []);
    assert_eq!(prints(&format!("#[cfg(any(test, unix))]\n{printing}")).len(), 1);
    assert_eq!(prints(&format!("#[cfg(not(test))]\n{printing}")).len(), 1);
    assert_eq!(prints(&format!("#[cfg(test)]\nmod tests {{}}\n{printing}")).len(), 1);
    assert_eq!(prints(&format!("#[cfg(test)]\nuse a;\n{printing}")).len(), 1);
}

#[test]
fn modules_of_tests_in_files_of_their_own_are_named() {
    let found =
        scan("mod board;\n#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod inside {}\nmod moves;").unwrap();
    assert_eq!(found.test_modules, ["tests"]);
}

#[test]
fn what_is_not_rust_is_told_with_its_line() {
    assert_eq!(scan("fn f() {}\nfn g() { ] }\n").unwrap_err().line, 2);
}
