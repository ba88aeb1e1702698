//! What was measured, and the ratios and tables made of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Context;

use super::Build;

/// The speed set, by the names of the shogi crate's `tests/data/perft.tsv`.
pub(super) const POSITIONS: [&str; 8] =
    ["startpos", "tactical", "max593", "opening", "mid1", "mid2", "end1", "pin"];

/// Ours, with the contender of rsshogi that does the like.
const RATIOS: [(&str, &str); 3] =
    [("list", "rsshogi list"), ("counting", "rsshogi list"), ("leaves", "rsshogi leaves")];

/// The peers, with the contender of rsshogi that does the like.
const PEERS: [(&str, &str); 2] = [("haitaka counting", "rsshogi list"), ("haitaka leaves", "rsshogi leaves")];

/// Leaves and fewest seconds by build, position and contender.
#[derive(Debug, Default)]
pub(super) struct Figures(BTreeMap<(Build, String, String), (f64, f64)>);

impl Figures {
    /// Takes in the lines of one run, keeping the fewest seconds of each measurement.
    pub(super) fn add(&mut self, build: Build, lines: &str) -> anyhow::Result<()> {
        for line in lines.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [position, contender, leaves, seconds] = fields[..] else {
                anyhow::bail!("the bench printed {line:?}: expected position, contender, leaves, seconds");
            };
            let number = |text: &str| text.parse::<f64>().with_context(|| format!("a number in {line:?}"));
            let (leaves, seconds) = (number(leaves)?, number(seconds)?);
            let key = (build, position.to_owned(), contender.to_owned());
            let kept = self.0.entry(key).or_insert((leaves, seconds));
            kept.1 = kept.1.min(seconds);
        }
        Ok(())
    }

    fn get(&self, build: Build, position: &str, contender: &str) -> anyhow::Result<(f64, f64)> {
        let key = (build, position.to_owned(), contender.to_owned());
        self.0.get(&key).copied().with_context(|| format!("no measurement of {contender} on {position}"))
    }

    /// Million leaves a second.
    fn speed(&self, build: Build, position: &str, contender: &str) -> anyhow::Result<f64> {
        let (leaves, seconds) = self.get(build, position, contender)?;
        Ok(leaves / seconds / 1e6)
    }

    /// How many times as fast `contender` of `build` is as `base` of the native build.
    fn ratio(&self, position: &str, build: Build, contender: &str, base: &str) -> anyhow::Result<f64> {
        Ok(self.speed(build, position, contender)? / self.speed(Build::Native, position, base)?)
    }

    /// The geometric mean over the speed set of a contender's ratio to native rsshogi.
    fn mean(&self, build: Build, (contender, base): (&str, &str)) -> anyhow::Result<f64> {
        let ratios: anyhow::Result<Vec<f64>> =
            POSITIONS.iter().map(|position| self.ratio(position, build, contender, base)).collect();
        Ok(geometric_mean(&ratios?))
    }

    /// Tables, means and the last line with the four figures that the project's targets are about.
    pub(super) fn report(&self) -> anyhow::Result<String> {
        let mut text =
            String::from("Million leaves a second, native build (ratio to rsshogi built native)\n\n");
        self.table(&mut text, Build::Native)?;
        text += "\nMillion leaves a second, default build (ratio to rsshogi built native)\n\n";
        self.table(&mut text, Build::Default)?;
        for name in ["without history", "with 200 plies"] {
            let (_, default) = self.get(Build::Default, "clone", name)?;
            let (_, native) = self.get(Build::Native, "clone", name)?;
            writeln!(text, "\nclone {name}: {:.1} ns default, {:.1} ns native", default * 1e9, native * 1e9)?;
        }
        let ways = RATIOS.map(|(ours, _)| ours);
        let loss = |contender| self.mean(Build::Default, (contender, contender));
        let losses: anyhow::Result<Vec<f64>> = ways.iter().copied().map(loss).collect();
        let losses = losses?;
        writeln!(text, "\ndefault/native by way of counting:")?;
        for (way, loss) in ways.iter().zip(&losses) {
            writeln!(text, "  {way} {loss:.3}")?;
        }
        for contender in ["rsshogi list", "rsshogi leaves", "haitaka counting", "haitaka leaves"] {
            writeln!(text, "  {contender} {:.3}", loss(contender)?)?;
        }
        for (build, name) in [(Build::Native, "native"), (Build::Default, "default")] {
            for peer in PEERS {
                writeln!(text, "{} ({name} build) {:.3}", peer.0, self.mean(build, peer)?)?;
            }
        }
        let ours = |build| RATIOS.map(|pair| self.mean(build, pair));
        let [list, counting, leaves] = ours(Build::Default);
        let (list, counting, leaves) = (list?, counting?, leaves?);
        writeln!(text, "our default build: list {list:.3} counting {counting:.3} nonbulk {leaves:.3}")?;
        let [list, counting, leaves] = ours(Build::Native);
        let (list, counting, leaves) = (list?, counting?, leaves?);
        let kept = geometric_mean(&[losses[0], losses[2]]);
        writeln!(
            text,
            "geomean list {list:.3} counting {counting:.3} nonbulk {leaves:.3} default/native {kept:.3}"
        )?;
        Ok(text)
    }

    fn table(&self, text: &mut String, build: Build) -> anyhow::Result<()> {
        let columns: Vec<_> = RATIOS.iter().chain(&PEERS).copied().collect();
        let names: Vec<&str> = columns.iter().map(|&(name, _)| name).collect();
        writeln!(text, "| position | {} | rsshogi list | rsshogi leaves |", names.join(" | "))?;
        writeln!(text, "|---|{}", "---:|".repeat(columns.len() + 2))?;
        for position in POSITIONS {
            write!(text, "| {position} |")?;
            for &(contender, base) in &columns {
                let speed = self.speed(build, position, contender)?;
                write!(text, " {speed:.1} ({:.2}) |", self.ratio(position, build, contender, base)?)?;
            }
            for rsshogi in ["rsshogi list", "rsshogi leaves"] {
                write!(text, " {:.1} |", self.speed(build, position, rsshogi)?)?;
            }
            writeln!(text)?;
        }
        write!(text, "| geometric mean |")?;
        for &pair in &columns {
            write!(text, " ({:.2}) |", self.mean(build, pair)?)?;
        }
        for rsshogi in ["rsshogi list", "rsshogi leaves"] {
            write!(text, " ({:.2}) |", self.mean(build, (rsshogi, rsshogi))?)?;
        }
        writeln!(text)?;
        Ok(())
    }
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logarithms / ratios.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTENDERS: [(&str, f64); 7] = [
        ("list", 1.0),
        ("counting", 0.5),
        ("leaves", 4.0),
        ("rsshogi list", 2.0),
        ("rsshogi leaves", 16.0),
        ("haitaka counting", 2.0),
        ("haitaka leaves", 8.0),
    ];

    fn measured(default_factor: f64) -> Figures {
        let mut figures = Figures::default();
        for (build, factor) in [(Build::Default, default_factor), (Build::Native, 1.0)] {
            for position in POSITIONS {
                for (contender, seconds) in CONTENDERS {
                    let line = format!("{position}\t{contender}\t1000\t{}\n", seconds * factor);
                    figures.add(build, &line).unwrap();
                }
            }
            figures.add(build, "clone\twithout history\t1\t1e-8\nclone\twith 200 plies\t1\t3e-7\n").unwrap();
        }
        figures
    }

    #[test]
    fn the_last_line_has_the_four_figures() {
        let report = measured(1.25).report().unwrap();
        assert_eq!(
            report.lines().last(),
            Some("geomean list 2.000 counting 4.000 nonbulk 4.000 default/native 0.800")
        );
        assert!(report.contains("our default build: list 1.600 counting 3.200 nonbulk 3.200"), "{report}");
        assert!(report.contains("clone without history: 10.0 ns default, 10.0 ns native"), "{report}");
    }

    #[test]
    fn the_fewest_seconds_are_kept() {
        let mut figures = measured(1.0);
        figures.add(Build::Native, "pin\tlist\t1000\t9\n").unwrap();
        assert!(figures.get(Build::Native, "pin", "list").unwrap().1 > 0.9);
        figures.add(Build::Native, "pin\tlist\t1000\t0.5\n").unwrap();
        assert!(figures.get(Build::Native, "pin", "list").unwrap().1 < 0.6);
    }

    #[test]
    fn a_line_of_another_form_is_an_error() {
        let error = Figures::default().add(Build::Default, "pin 3").unwrap_err();
        assert!(error.to_string().contains("pin 3"), "{error}");
    }
}
