//! The character set of a text, told from its bytes: UTF-8, cp932 or EUC-JP.

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS};
use std::borrow::Cow;

/// The character sets that records come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Charset {
    /// UTF-8, with or without a byte order mark.
    #[default]
    Utf8,
    /// Shift JIS with the extensions of Windows.
    Cp932,
    /// EUC-JP.
    EucJp,
}

impl Charset {
    /// Encodes a text; the error is the first character that the set lacks.
    pub(crate) fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, char> {
        let encoding = match self {
            Self::Utf8 => return Ok(Cow::Borrowed(text.as_bytes())),
            Self::Cp932 => SHIFT_JIS,
            Self::EucJp => EUC_JP,
        };
        let (bytes, _, lossy) = encoding.encode(text);
        if !lossy {
            return Ok(bytes);
        }
        let fails = |c: &char| encoding.encode(c.encode_utf8(&mut [0; 4])).2;
        Err(text.chars().find(fails).unwrap_or('\u{fffd}'))
    }
}

/// Penalty of a byte sequence that a set does not know at all.
const UNKNOWN: i64 = 1000;

/// How unlike Japanese text in cp932 these bytes are.
fn cp932_penalty(bytes: &[u8]) -> i64 {
    let (mut penalty, mut at) = (0, 0);
    while let Some(&lead) = bytes.get(at) {
        let trail = bytes.get(at + 1).copied().unwrap_or(0);
        let two = matches!(trail, 0x40..=0x7e | 0x80..=0xfc);
        let (step, cost) = match lead {
            0..=0x7f => (1, 0),
            0xa1..=0xdf => (1, 2),
            0x81..=0x83 if two => (2, -1),
            0x84..=0x97 if two => (2, 0),
            0x98..=0x9f | 0xe0..=0xea if two => (2, 2),
            0xed..=0xee | 0xf0..=0xfc if two => (2, 4),
            _ => (1, UNKNOWN),
        };
        at += step;
        penalty += cost;
    }
    penalty
}

/// How unlike Japanese text in EUC-JP these bytes are.
fn euc_penalty(bytes: &[u8]) -> i64 {
    let (mut penalty, mut at) = (0, 0);
    while let Some(&lead) = bytes.get(at) {
        let two = bytes.get(at + 1).is_some_and(|trail| (0xa1..=0xfe).contains(trail));
        let (step, cost) = match lead {
            0..=0x7f => (1, 0),
            0x8f if two => (3, 4),
            0xa1..=0xa5 if two => (2, -1),
            0xa6..=0xa8 | 0xb0..=0xcf if two => (2, 0),
            0x8e | 0xad | 0xd0..=0xf4 if two => (2, 2),
            // The kanji that NEC took over from IBM, such as 釭 and 髙.
            0xf9..=0xfc if two => (2, 4),
            _ => (1, UNKNOWN),
        };
        at += step;
        penalty += cost;
    }
    penalty
}

/// Decodes line by line and remembers what the earlier lines were, so that a line which could be several things is read
/// like the rest. A file may change its character set: concatenated files do.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    cp932: i64,
    euc: i64,
    /// Lines that can only be UTF-8, minus lines that cannot be.
    utf8: i64,
}

impl Decoder {
    /// Learns from a text that is decoded later, such as the first 64 KiB of a file.
    pub(crate) fn learn(&mut self, bytes: &[u8]) {
        for line in bytes.split(|&byte| byte == b'\n' || byte == b'\r').filter(|line| !line.is_ascii()) {
            self.weigh(line);
        }
    }

    fn weigh(&mut self, line: &[u8]) {
        if let Ok(text) = std::str::from_utf8(line) {
            // Three bytes and more in a row do not come out as UTF-8 by chance; two do, in half-width kana.
            self.utf8 += i64::from(text.chars().any(|c| c.len_utf8() > 2));
        } else {
            self.utf8 -= 1;
            self.cp932 += cp932_penalty(line);
            self.euc += euc_penalty(line);
        }
    }

    /// The text of a line and its character set; `true` if bytes had to be replaced because no character set knows them.
    pub(crate) fn decode(&mut self, line: &[u8]) -> (String, Charset, bool) {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if line.is_ascii() {
            return (String::from_utf8_lossy(line).into_owned(), Charset::Utf8, false);
        }
        self.weigh(line);
        if let Ok(text) = std::str::from_utf8(line)
            && (self.utf8 >= 0 || text.chars().any(|c| c.len_utf8() > 2))
        {
            return (text.to_owned(), Charset::Utf8, false);
        }
        // A damaged line of UTF-8 has far more good characters than bad bytes.
        let lossy = String::from_utf8_lossy(line);
        let (good, bad) = lossy.chars().fold((0, 0), |(good, bad), c| {
            (good + i32::from(c.len_utf8() > 2 && c != '\u{fffd}'), bad + i32::from(c == '\u{fffd}'))
        });
        if bad > 0 && good >= 3 * bad {
            return (lossy.into_owned(), Charset::Utf8, true);
        }
        let by_file = self.euc < self.cp932;
        // A line that one set alone can decode is in that set; penalties only weigh what both can.
        let knows = |encoding: &'static Encoding| {
            encoding.decode_without_bom_handling_and_without_replacement(line).is_some()
        };
        let is_euc = match (knows(SHIFT_JIS), knows(EUC_JP)) {
            (false, true) => true,
            (true, false) => false,
            _ => by_file,
        };
        let (encoding, charset) = if is_euc { (EUC_JP, Charset::EucJp) } else { (SHIFT_JIS, Charset::Cp932) };
        let (text, replaced) = encoding.decode_without_bom_handling(line);
        (text.into_owned(), charset, replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(texts: &[&str], charset: Charset) {
        let lines: Vec<_> = texts.iter().map(|text| charset.encode(text).unwrap().into_owned()).collect();
        let mut decoder = Decoder::default();
        decoder.learn(&lines.join(&b'\n'));
        for (line, text) in lines.iter().zip(texts) {
            let (read, found, replaced) = decoder.decode(line);
            assert_eq!((read.as_str(), replaced), (*text, false), "{charset:?}");
            assert!(found == charset || text.is_ascii());
        }
    }

    #[test]
    fn each_set_is_told_by_its_bytes() {
        let texts = [
            "手合割：平手",
            "先手：山田太郎",
            "N+Sente",
            "後手：ﾔﾏﾀﾞ",
            "   4 同　銀(31)   ( 0:01/00:00:02)",
            "*２二角成のほうがよかったか",
            "まで128手で後手の勝ち",
        ];
        for charset in [Charset::Utf8, Charset::Cp932, Charset::EucJp] {
            told(&texts, charset);
        }
        // Names alone, as in a CSA file.
        for name in ["N+先手", "N-後手", "N+佐藤康光", "N-羽生善治", "N+木村", "N-渡辺明"] {
            told(&[name], Charset::Cp932);
            told(&[name], Charset::EucJp);
            told(&[name], Charset::Utf8);
        }
    }

    /// 釭 stands in a row of EUC-JP that the standard leaves empty. (cp932 has it too.)
    #[test]
    fn rare_kanji_do_not_hide_the_set() {
        for charset in [Charset::Utf8, Charset::Cp932, Charset::EucJp] {
            told(&["手合割：平手", "備考：釭a", "先手：髙橋", "   1 ７六歩(77)"], charset);
            told(&["先手：釭"], charset);
        }
    }

    #[test]
    fn damage_is_told() {
        let mut bytes = "先手：山田太郎と鈴木".as_bytes().to_vec();
        bytes.truncate(bytes.len() - 1);
        let (text, charset, replaced) = Decoder::default().decode(&bytes);
        assert!(text.starts_with("先手：山田太郎と鈴") && charset == Charset::Utf8 && replaced);
        assert!(Decoder::default().decode(&[0xff, 0xff, 0xff]).2);
    }
}
