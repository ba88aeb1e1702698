//! Scratch.
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut o =
        if a[1] == "quick" { verify::CampaignOptions::quick() } else { verify::CampaignOptions::full() };
    for x in &a[2..] {
        if let Some((k, v)) = x.split_once('=') {
            match k {
                "cases" => o.cases = v.parse().unwrap(),
                "end" => o.endgames = v.parse().unwrap(),
                "depth" => o.endgame_depth = v.parse().unwrap(),
                "gd" => o.game_depth = v.parse().unwrap(),
                "sample" => o.sample = v.parse().unwrap(),
                "rounds" => o.time_rounds = v.parse().unwrap(),
                "roots" => o.roots = v.parse().unwrap(),
                "keys" => o.index_keys = v.parse().unwrap(),
                "mutate" => o.mutate = v == "1",
                "games" => {
                    let text = std::fs::read_to_string("/work/shared/games/games.tsv").unwrap();
                    let n: usize = v.parse().unwrap();
                    for l in text.lines().skip(1) {
                        let f: Vec<&str> = l.split('\t').collect();
                        let line = verify::shogi_set::ShogiLine::parse(f[1], "startpos", f[4], 1).unwrap();
                        if verify::bundled::until_repetition(line.clone(), 1).is_some() {
                            o.games.push(line);
                        }
                        if o.games.len() >= n {
                            break;
                        }
                    }
                }
                _ => panic!(),
            }
        }
    }
    let t = std::time::Instant::now();
    let r = verify::run(&o, &mut |_| ()).unwrap();
    println!("{r}\npassed {} {:?}", r.passed(), t.elapsed());
    for row in &r.rows {
        if let Some(w) = &row.first_wrong {
            println!("{} {}: {w}", row.set, row.mode.name());
        }
    }
}
