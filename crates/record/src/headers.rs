//! What a record says about the game as a whole: names, event, times.

/// A header field; each format has its own word for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Black's name (先手, 下手, `N+`).
    Black,
    /// White's name (後手, 上手, `N-`).
    White,
    /// 棋戦, `$EVENT`
    Event,
    /// 場所, `$SITE`
    Site,
    /// 開始日時, `$START_TIME`
    StartTime,
    /// 終了日時, `$END_TIME`
    EndTime,
    /// 持ち時間, `$TIME_LIMIT`
    TimeLimit,
    /// The time control of CSA V3: `$TIME`
    TimeControl,
    /// 戦型, `$OPENING`
    Opening,
    /// `$MAX_MOVES`
    MaxMoves,
    /// The rule for entering kings: `$JISHOGI`
    Impasse,
    /// 備考, `$NOTE`
    Remarks,
    /// Any other, with its word as the record writes it.
    Other(String),
}

/// Key, word in KIF and KI2, word in CSA (after the `$`).
const WORDS: [(Key, &str, &str); 12] = [
    (Key::Black, "先手", ""),
    (Key::White, "後手", ""),
    (Key::Event, "棋戦", "EVENT"),
    (Key::Site, "場所", "SITE"),
    (Key::StartTime, "開始日時", "START_TIME"),
    (Key::EndTime, "終了日時", "END_TIME"),
    (Key::TimeLimit, "持ち時間", "TIME_LIMIT"),
    (Key::TimeControl, "時間設定", "TIME"),
    (Key::Opening, "戦型", "OPENING"),
    (Key::MaxMoves, "最大手数", "MAX_MOVES"),
    (Key::Impasse, "持将棋規定", "JISHOGI"),
    (Key::Remarks, "備考", "NOTE"),
];

impl Key {
    pub(crate) fn from_kif(word: &str) -> Self {
        let known = match word {
            "下手" => Some(Self::Black),
            "上手" => Some(Self::White),
            "対局日" | "開始日" => Some(Self::StartTime),
            "終了日" => Some(Self::EndTime),
            "対局場所" => Some(Self::Site),
            "持時間" => Some(Self::TimeLimit),
            _ => WORDS.into_iter().find(|(_, kif, _)| *kif == word).map(|(key, ..)| key),
        };
        known.unwrap_or_else(|| Self::Other(word.to_owned()))
    }

    pub(crate) fn from_csa(word: &str) -> Self {
        let known = WORDS.into_iter().find(|(_, _, csa)| *csa == word && !word.is_empty());
        known.map_or_else(|| Self::Other(word.to_owned()), |(key, ..)| key)
    }

    pub(crate) fn kif(&self) -> &str {
        self.word(|&(_, kif, _)| kif)
    }

    pub(crate) fn csa(&self) -> &str {
        self.word(|&(_, _, csa)| csa)
    }

    fn word(&self, of: impl Fn(&'static (Self, &'static str, &'static str)) -> &'static str) -> &str {
        match self {
            Self::Other(word) => word,
            known => WORDS_REF.iter().find(|entry| entry.0 == *known).map_or("", of),
        }
    }
}

static WORDS_REF: &[(Key, &str, &str); 12] = &WORDS;

/// Header fields in the order of the record. A key may occur more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(Key, String)>);

impl Headers {
    /// The first value of `key`.
    pub fn get(&self, key: &Key) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    /// Appends a field. Line ends within `value` become blanks, and blanks around it are dropped: a field is one line.
    pub fn push(&mut self, key: Key, value: &str) {
        let line: Vec<_> = value.split(['\r', '\n']).map(str::trim).collect();
        self.0.push((key, line.join(" ").trim().to_owned()));
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &str)> {
        self.0.iter().map(|(key, value)| (key, value.as_str()))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
