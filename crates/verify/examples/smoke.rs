//! Scratch.
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(100);
    let m = std::env::args().nth(2).is_some();
    let o = verify::CampaignOptions { seed: 1, cases: n, mutate: m, mutation_cases: 60 };
    let t = std::time::Instant::now();
    let r = verify::run(&o, &mut |_| ());
    println!("{r}\nclaims {} passed {} {:?}", r.claims(), r.passed(), t.elapsed());
}
