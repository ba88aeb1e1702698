//! `yomikiri learn` and `yomikiri agreement`: files, fields, bad input, going on after a kill.

use crate::program::{command, run};
use serde_json::Value;
use shogi::Position;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A table of games whose moves are drawn, with a preference for captures so that there is something to learn.
fn games(folder: &Path, count: u64) -> String {
    let mut text = "id\tend\tmoves\n".to_owned();
    let mut state = 1_u64;
    let mut draw = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for game in 0..count {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        while moves.len() < 24 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let capture = legal.iter().find(|mv| position.piece_at(mv.to()).is_some());
            let mv = *capture.unwrap_or(&legal[draw(legal.len())]);
            position.apply(mv);
            moves.push(mv.to_string());
        }
        text += &["g", &game.to_string(), "\tend\t", &moves.join(" "), "\n"].concat();
    }
    let path = folder.join("games.tsv");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn learn<'a>(out: &'a str, games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments =
        vec!["learn", "--out", out, "--validation", "20", "--threads", "1", "--batch", "50", "--steps", "4"];
    arguments.extend(more);
    arguments.push(games);
    arguments
}

#[test]
fn a_run_leaves_weights_that_the_other_command_takes() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 12);
    for method in ["slides", "adaptive"] {
        let out = folder.path().join(method);
        let out = out.to_str().unwrap();
        let (code, told, errors) = run(&learn(out, &games, &["--method", method, "--passes", "2"]));
        assert_eq!(code, 0, "{errors}");
        assert!(told.starts_with("12 games (0 cut before an illegal move), 0 refused"), "{told}");
        let manifest = fs::read_to_string(format!("{out}/manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!((manifest["passes"].as_u64(), manifest["data"]["games"].as_u64()), (Some(2), Some(12)));
        assert!(manifest["command"].as_str().unwrap().contains("--method"));
        let log = fs::read_to_string(format!("{out}/log.csv")).unwrap();
        assert_eq!(log.lines().count(), 3);
        assert!(log.starts_with("pass,games,illegal_games,positions,"));

        let weights = format!("{out}/weights.bin");
        let measure = |more: &[&str]| -> Value {
            let mut arguments = vec!["agreement", "--json", "--weights", &weights];
            arguments.extend(more);
            arguments.push(&games);
            let (code, told, errors) = run(&arguments);
            assert_eq!(code, 0, "{errors}");
            serde_json::from_str(&told).unwrap()
        };
        let (all, held_out) = (measure(&[]), measure(&["--validation", "20", "--threads", "2"]));
        for field in ["positions", "top1", "top2", "top4", "top8", "j"] {
            assert!(all[field].is_number(), "{field}");
        }
        assert!(all["top1"].as_f64().unwrap() <= all["top8"].as_f64().unwrap());
        assert!(all["positions"].as_u64() > held_out["positions"].as_u64());
        assert_eq!(
            held_out["top1"], manifest["held_out"]["top1"],
            "the command measures what the run measured"
        );

        let (code, told, errors) = run(&["learn", "plot", out]);
        assert_eq!(code, 0, "{errors}");
        for name in ["learning", "material", "margins", "king-piece"] {
            assert!(told.contains(&format!("{name}.svg")), "{told}");
            let picture = fs::read_to_string(format!("{out}/{name}.svg")).unwrap();
            assert!(picture.starts_with("<svg"), "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_to_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 12);
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name).display().to_string());
    let passes = ["--method", "adaptive", "--passes", "6", "--checkpoint", "0"];
    assert_eq!(run(&learn(&whole, &games, &passes)).0, 0);
    let mut child = command(&learn(&killed, &games, &passes))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // As soon as the first pass is logged.
    let begun = Instant::now();
    while !Path::new(&killed).join("log.csv").exists() && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, _, errors) = run(&learn(&killed, &games, &passes));
    assert_eq!(code, 0, "{errors}");
    let weights = |folder: &str| fs::read(format!("{folder}/weights.bin")).unwrap();
    assert!(weights(&killed) == weights(&whole), "other weights");
    // Another seed is another run.
    let (code, _, errors) = run(&learn(&killed, &games, &[&passes[..], &["--seed", "2"]].concat()));
    assert_eq!(code, 2);
    assert!(errors.contains("made with seed 1, not 2"), "{errors}");
}

#[test]
fn bad_input_is_told_with_its_place_and_the_rest_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = games(folder.path(), 4);
    let illegal = write("illegal.tsv", "id\tmoves\na\t7g7f 3c3d 7g7f\nb\t2g2f\tx\n");
    let handicap = write("handicap.csa", "V2.2\nPI82HI\n-\n-3142GI\n+7776FU\n%TORYO\n");
    let empty = write("empty.kif", "");
    let (code, told, errors) = run(&["agreement", &good, &illegal, &handicap, &empty]);
    assert_eq!(code, 0, "{errors}");
    assert!(
        told.contains("5 games (1 cut before an illegal move), 2 refused, 1 from another start"),
        "{told}"
    );
    for message in ["illegal.tsv:2:13: 7g7f: ", "illegal.tsv:3:1: 3 columns", "empty.kif"] {
        assert!(errors.contains(message), "{message}: {errors}");
    }
    let (code, _, errors) = run(&["agreement", &handicap]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("no position to learn from: 0 games, 0 refused, 1 from another start"),
        "{errors}"
    );
    let (code, _, errors) = run(&["agreement", "--weights", &good, &good]);
    assert_eq!(code, 2);
    assert!(errors.contains("games.tsv: no file of weights"), "{errors}");
    let (code, _, errors) = run(&["agreement", "no-such-file.tsv"]);
    assert_eq!(code, 2);
    assert!(errors.contains("no-such-file.tsv"), "{errors}");
    // A folder that cannot be: below a file.
    let below = format!("{good}/run");
    let (code, _, errors) = run(&learn(&below, &good, &["--method", "adaptive"]));
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains(&below), "{errors}");
}

/// The games that come with the program, from the first move made to the last measurement: nobody needs data of others.
#[test]
fn the_bundled_games_teach_what_other_games_of_theirs_confirm() {
    let folder = tempfile::tempdir().unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/selfplay.tsv");
    let (games, out) = (games.to_str().unwrap(), folder.path().join("run"));
    let out = out.to_str().unwrap();
    let method =
        ["--method", "adaptive", "--choice", "--value-weight", "1", "--passes", "1", "--batch", "500"];
    let held_out = ["--validation", "20"];
    let (code, _, errors) = run(&[&["learn", "--out", out], &method[..], &held_out, &[games]].concat());
    assert_eq!(code, 0, "{errors}");
    let weights = format!("{out}/weights.bin");
    let measure = |more: &[&str]| -> [f64; 3] {
        let (code, told, errors) = run(&[&["agreement", "--json"], &held_out[..], more, &[games]].concat());
        assert_eq!(code, 0, "{errors}");
        let told: Value = serde_json::from_str(&told).unwrap();
        ["top1", "top8", "j"].map(|field| told[field].as_f64().unwrap())
    };
    let (before, after) = (measure(&[]), measure(&["--weights", &weights]));
    assert!(
        after[0] > before[0] && after[1] > before[1] + 10.0 && after[2] < before[2],
        "{before:?} {after:?}"
    );
}

#[test]
fn a_network_is_learnt_and_evaluates() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("games.tsv");
    let mut text = "id\tend\tmoves\tscores\n".to_owned();
    for game in ["0", "1", "2", "3", "4", "5"] {
        text += &["g", game, "\tend\t7g7f 3c3d 2g2f 4c4d 2f2e 2b3c\t10 -20 30 -40 50 ", game, "\n"].concat();
    }
    fs::write(&table, text).unwrap();
    let (games, out) = (table.to_str().unwrap(), folder.path().join("run"));
    let out = out.to_str().unwrap();
    let (code, told, errors) = run(&learn(out, games, &["--method", "network", "--passes", "2"]));
    assert_eq!(code, 0, "{errors}");
    assert!(told.contains("pass 2: ") && told.contains("held out"), "{told}");
    let manifest = fs::read_to_string(format!("{out}/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["network"], "K-P 256x2-32-32");
    assert_eq!(manifest["last_pass"]["pass"], 2);
    let network = format!("{out}/nn.bin");
    assert_eq!(fs::metadata(&network).unwrap().len(), 893_917);
    // It evaluates where weights do, and not where weights of features are wanted.
    let (code, told, errors) = run(&["bench", "--depth", "2", "--hash", "1", "--weights", &network]);
    assert!(code == 0 && told.contains("Bench: "), "{errors}");
    let (_, other, _) = run(&["bench", "--depth", "2", "--hash", "1"]);
    assert_ne!(told.lines().last(), other.lines().last());
    let position =
        ["analyze", "--nodes", "200", "--json", "--weights", &network, "--fv-scale", "24", "startpos"];
    let (code, told, errors) = run(&position);
    assert!(code == 0 && told.starts_with('{'), "{errors}");
    let (code, _, errors) = run(&["agreement", "--weights", &network, games]);
    assert!(code == 2 && errors.contains("a network (nn.bin)"), "{errors}");
    let (code, _, errors) = run(&["bench", "--weights", games]);
    assert!(code == 2 && errors.contains("games.tsv") && errors.contains("YMKREVAL"), "{errors}");
    let weights = folder.path().join("weights.bin");
    eval::Weights::initial(eval::Set::Slides).write(&mut fs::File::create(&weights).unwrap()).unwrap();
    let weights = weights.to_str().unwrap();
    let again = folder.path().join("again");
    let begun = learn(again.to_str().unwrap(), games, &["--method", "network", "--weights", weights]);
    let (code, _, errors) = run(&begun);
    assert!(code == 2 && errors.contains("where a network is to begin with"), "{errors}");
}
