//! The rules for the inside of a source file: unsafe, its comments, and printing.

use std::path::Path;

use super::Finding;
use super::layers::MAY_USE_UNSAFE;
use super::scan::{Scan, UnsafeKind};

/// What a file may do, by where it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Policy {
    pub(super) may_use_unsafe: bool,
    pub(super) may_print: bool,
    pub(super) must_forbid_unsafe: bool,
}

/// Holds what was found in a file against what it may do.
pub(super) fn check(path: &Path, scan: &Scan, policy: Policy) -> Vec<Finding> {
    let mut findings = Vec::new();
    for found in &scan.unsafe_uses {
        if !policy.may_use_unsafe {
            let message = format!("unsafe is only for the crates {}", MAY_USE_UNSAFE.join(", "));
            findings.push(Finding::new(path, found.line, message));
        }
        if !found.is_documented {
            let message = match found.kind {
                UnsafeKind::Demand => "say in a section `# Safety` of the docs what the caller must uphold",
                UnsafeKind::Claim | UnsafeKind::Type => {
                    "say in a `// SAFETY:` comment right above why this holds"
                }
            };
            findings.push(Finding::new(path, found.line, message));
        }
    }
    if !policy.may_print {
        findings.extend(scan.prints.iter().map(|(line, name)| {
            let message = format!("{name}! below layer 3: return it, or use tracing");
            Finding::new(path, *line, message)
        }));
    }
    if policy.must_forbid_unsafe && !scan.forbids_unsafe {
        findings.push(Finding::new(path, 1, "`#![forbid(unsafe_code)]` is missing"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::scan::scan;

    const LOWER: Policy = Policy { may_use_unsafe: false, may_print: false, must_forbid_unsafe: false };

    fn messages(text: &str, policy: Policy) -> Vec<String> {
        check(Path::new("a.rs"), &scan(text).unwrap(), policy).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn unsafe_is_found_where_it_is_not_allowed_even_with_its_comment() {
        let text = "// SAFETY: none\nunsafe impl Send for A {}";
        let expected = "a.rs:2: unsafe is only for the crates shogi, table, eval, tablebase";
        assert_eq!(messages(text, LOWER), [expected]);
        assert_eq!(messages(text, Policy { may_use_unsafe: true, ..LOWER }), Vec::<String>::new());
    }

    #[test]
    fn unsafe_without_its_comment_is_found_where_it_is_allowed() {
        let allowed = Policy { may_use_unsafe: true, ..LOWER };
        let claim = messages("unsafe impl Send for A {}", allowed);
        assert_eq!(claim, ["a.rs:1: say in a `// SAFETY:` comment right above why this holds"]);
        let demand = messages("pub unsafe fn f() {}", allowed);
        assert_eq!(demand, ["a.rs:1: say in a section `# Safety` of the docs what the caller must uphold"]);
    }

    #[test]
    fn printing_is_found_below_layer_3() {
        let text = "fn f() {\n    eprintln!(\"a\");\n}";
        assert_eq!(messages(text, LOWER), ["a.rs:2: eprintln! below layer 3: return it, or use tracing"]);
        assert_eq!(messages(text, Policy { may_print: true, ..LOWER }), Vec::<String>::new());
    }

    #[test]
    fn a_crate_root_without_forbid_is_found() {
        let root = Policy { must_forbid_unsafe: true, ..LOWER };
        assert_eq!(messages("//! A.\nfn f() {}", root), ["a.rs:1: `#![forbid(unsafe_code)]` is missing"]);
        assert_eq!(messages("//! A.\n#![forbid(unsafe_code)]", root), Vec::<String>::new());
    }
}
