//! Which format a file has, told from its first bytes.

use crate::charset::Decoder;
use crate::training::{HCPE_BYTES, PSV_BYTES, read_entry};
use crate::{Format, csa, kifu, usi};

/// Entries that are tried before a binary format is believed.
const TRIED: usize = 64;

/// The format of a file that begins with `head` (64 KiB are plenty); an error says what was looked for. What has not come to
/// its first move yet is called KIF; one reader reads it and KI2.
pub fn detect(head: &[u8]) -> Result<Format, String> {
    if head.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return Err("UTF-16 is not read: expected UTF-8, cp932 or EUC-JP".to_owned());
    }
    let control = |byte: &u8| *byte < 0x20 && !b"\t\n\r\x0c\x1a\x1b".contains(byte);
    if head.iter().any(control) {
        return binary(head);
    }
    let mut decoder = Decoder::default();
    decoder.learn(head);
    let mut blank = true;
    let mut kifu = false;
    for line in head.split(|&byte| byte == b'\n' || byte == b'\r') {
        let (line, ..) = decoder.decode(line);
        if kifu {
            match kifu::of_moves(&line) {
                Some(format) => return Ok(format),
                None => continue,
            }
        }
        blank &= line.trim().is_empty();
        if csa::is_likely(&line) {
            return Ok(Format::Csa);
        }
        if usi::is_likely(&line) {
            return Ok(Format::Usi);
        }
        if kifu::is_likely(&line) {
            match kifu::of_moves(&line) {
                Some(format) => return Ok(format),
                None => kifu = true,
            }
        }
    }
    if kifu {
        return Ok(Format::Kif);
    }
    Err(if blank {
        "the file has nothing but blanks".to_owned()
    } else {
        "no line of KIF, KI2, CSA or USI was found, and it is no PSV or hcpe".to_owned()
    })
}

/// PSV and hcpe have no mark of their own: the one whose entries make sense.
fn binary(head: &[u8]) -> Result<Format, String> {
    let sensible = |format: Format, size: usize| {
        let entries = head.chunks_exact(size).take(TRIED);
        let count = entries.len();
        let good = entries.filter(|entry| read_entry(format, entry).is_ok()).count();
        (good, count)
    };
    let (psv, hcpe) = (sensible(Format::Psv, PSV_BYTES), sensible(Format::Hcpe, HCPE_BYTES));
    if psv.0 == 0 && hcpe.0 == 0 {
        return Err(format!(
            "binary, but neither PSV nor hcpe: none of the first {} entries makes sense",
            psv.1.max(hcpe.1)
        ));
    }
    // In proportion: a file read in the other's steps may hit a good entry by chance.
    Ok(if psv.0 * hcpe.1.max(1) >= hcpe.0 * psv.1.max(1) { Format::Psv } else { Format::Hcpe })
}
