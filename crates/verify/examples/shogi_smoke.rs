//! Scratch.
use game::Rule;
use game::random::Random;
use shogi::Position;
use verify::shogi_set::*;
use verify::Mode;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let depth: u32 = a[2].parse().unwrap();
    let roots: usize = a[3].parse().unwrap();
    let n: usize = a[4].parse().unwrap();
    let mut lines = Vec::new();
    if a[1] == "end" {
        let mut r = Random::new(1);
        let sfens = ["4k4/9/9/9/9/9/9/9/4K4 b RGrg 1", "k8/9/1G7/9/9/9/9/9/8K b 2Pr2p 1","4k4/4p4/9/4r4/9/4R4/9/4P4/4K4 w GSgs 1","2sgk4/9/2p6/9/9/6B2/6P2/9/4KGS2 b - 1", "4k4/1r7/p8/9/8P/9/9/7R1/4K4 b - 1"];
        for (i,s) in sfens.iter().cycle().take(n).enumerate() { lines.push(ShogiLine::circles(&format!("end{i}"), &Position::from_sfen(s).unwrap(), roots, &mut r)); }
    } else {
        let text = std::fs::read_to_string("/work/shared/games/games.tsv").unwrap();
        for l in text.lines().skip(1) {
            let f: Vec<&str> = l.split('\t').collect();
            let mut line = ShogiLine::parse(f[1], "startpos", f[4], roots).unwrap();
            // last position with nth >= 2
            let mut p = line.start.clone(); let mut best = 0;
            for (i, &m) in line.moves.iter().enumerate() { p.apply(m); if p.occurrences() >= 2 { best = i + 1; } }
            if best == 0 { continue; }
            line.moves.truncate(best); line.first_root = (best + 1).saturating_sub(roots);
            lines.push(line);
            if lines.len() >= n { break; }
        }
        eprintln!("{} lines", lines.len());
    }
    let modes: Vec<Mode> = if a.len() > 6 { vec![Mode::Bare, if a[6]=="exact" {Mode::Exact} else {Mode::Plain}] } else { vec![Mode::Bare, Mode::Plain, Mode::Exact, Mode::Plain, Mode::Exact, Mode::Plain, Mode::Exact] };
        let set = ShogiSet { rule: Rule::ENGINE, depth, pvs: true, table_bytes: 16 << 20, look_back: usize::MAX, sample: a[5].parse().unwrap() };
    let sums = set.run(&lines, &modes, &mut |_| ()).unwrap();
    let bare = sums[0].verdict.counters.nodes as f64;
    for (m, s) in modes.iter().zip(&sums) {
        let c = &s.verdict.counters;
        println!("{:22} roots {} wrong {} claims {} wrong {} nodes {} {:.3} cuts {:.1}% open/taint {:.1}% endangered {}/{} clamped {} twins {} ns/node {:.0} {:?}", m.name(), s.verdict.roots, s.verdict.wrong_roots, s.verdict.claims, s.verdict.wrong_claims, c.nodes, c.nodes as f64 / bare, 100.0*c.cut_rate(), 100.0*(c.open+c.tainted) as f64/c.stores.max(1) as f64, c.endangered, c.candidates, c.clamped, c.twins, s.time.as_nanos() as f64/c.nodes as f64, s.first_wrong);
    }
}
