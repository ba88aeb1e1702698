//! `info`: what an engine reports while it searches.

use crate::error::{ErrorKind, ParseError};
use crate::score::Score;
use crate::tokens::{Tokens, note, one_line};
use shogi::Move;
use std::fmt;
use std::time::Duration;

/// The fields of one `info` line. Absent fields were not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Depth of the longest line in plies.
    pub seldepth: Option<u32>,
    /// Rank of the line, 1 being the best.
    pub multipv: Option<u32>,
    /// Score from the view of the side to move.
    pub score: Option<Score>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// Time searched, whole milliseconds in the text.
    pub time: Option<Duration>,
    /// Fill of the table in thousandths.
    pub hashfull: Option<u32>,
    /// Load of the processor in thousandths.
    pub cpuload: Option<u32>,
    /// Hits in endgame tables.
    pub tbhits: Option<u64>,
    /// The move being searched at the root.
    pub currmove: Option<Move>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The expected line of play.
    pub pv: Vec<Move>,
    /// Free text.
    pub string: Option<String>,
}

impl Info {
    /// A line of free text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows `info`; what cannot be used is left out and handed back.
    pub(crate) fn read(mut tokens: Tokens<'_>) -> (Self, Vec<ParseError>) {
        let (mut info, mut problems) = (Self::default(), Vec::new());
        while let Some(token) = tokens.next() {
            if token.text == "string" {
                info.string = Some(tokens.rest().to_owned());
                break;
            }
            match info.read_field(token.text, &mut tokens) {
                Ok(true) => {}
                Ok(false) => note(&mut problems, token.error(ErrorKind::Unexpected("a field of info"))),
                Err(problem) => note(&mut problems, problem),
            }
        }
        (info, problems)
    }

    fn read_field(&mut self, name: &str, tokens: &mut Tokens<'_>) -> Result<bool, ParseError> {
        match name {
            "depth" => self.depth = Some(tokens.number("a number of plies")?),
            "seldepth" => self.seldepth = Some(tokens.number("a number of plies")?),
            "multipv" => self.multipv = Some(tokens.number("a number from 1")?),
            "score" => self.score = Some(Score::read(tokens)?),
            "nodes" => self.nodes = Some(tokens.number("a number of positions")?),
            "nps" => self.nps = Some(tokens.number("positions per second")?),
            "time" => self.time = Some(Duration::from_millis(tokens.number("milliseconds")?)),
            "hashfull" => self.hashfull = Some(tokens.number("thousandths")?),
            "cpuload" => self.cpuload = Some(tokens.number("thousandths")?),
            "tbhits" => self.tbhits = Some(tokens.number("a number of hits")?),
            "currmove" => {
                let token = tokens.expect("a move")?;
                self.currmove = Some(token.mv()?);
            }
            "currmovenumber" => self.currmovenumber = Some(tokens.number("a number from 1")?),
            "pv" => {
                self.pv.clear();
                while let Some(mv) = tokens.peek().and_then(|token| token.text.parse().ok()) {
                    self.pv.push(mv);
                    tokens.next();
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn field<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, value: Option<T>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

impl fmt::Display for Info {
    /// `pv` and then `string` come last: each takes the rest of the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "cpuload", self.cpuload)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "currmove", self.currmove)?;
        field(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            self.pv.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        field(f, "string", self.string.as_deref().map(one_line))
    }
}
