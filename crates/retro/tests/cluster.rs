//! The factored solver over several processes; here each is a thread with connections of its own. Real processes are in the
//! tests of the program.

use exchange::{Cluster, Mesh};
use retro::Silent;
use retro::factored::{Options, Solver, Summary};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;

fn options(folder: &Path) -> Options {
    let folder = Some(folder.to_owned());
    Options { max_doves: 5, threads: 1, memory: 1 << 30, folder, history: true, last_ply: Some(12) }
}

fn join(processes: usize, folder: &Path) -> Vec<Summary> {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
    drop(listeners);
    let hosts = folder.with_extension("hosts");
    std::fs::write(&hosts, lines.join("\n")).unwrap();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processes)
            .map(|process| {
                let cluster = Cluster::new(process, processes, Some(&hosts)).unwrap();
                scope.spawn(move || {
                    let mut mesh = Mesh::join(cluster).unwrap();
                    let mut solver = Solver::join(options(folder), &mut mesh).unwrap();
                    let summary = solver.run_with(&mut mesh, &Silent).unwrap();
                    mesh.leave().unwrap();
                    summary
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    })
}

/// The segments and settled positions of a run by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for part in ["", "won", "lost"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            if path.is_file() && (!part.is_empty() || name.starts_with("settled")) {
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_files_of_all_processes_are_those_of_one() {
    let place = tempfile::tempdir().unwrap();
    let alone = place.path().join("alone");
    let expected = Solver::new(options(&alone)).unwrap().run(&Silent).unwrap();
    let all = files(&alone);
    for processes in [2, 3] {
        let shared = place.path().join(format!("shared-{processes}"));
        for summary in join(processes, &shared) {
            assert_eq!(summary.rows, expected.rows);
        }
        let mut union = BTreeMap::new();
        for process in 0..processes {
            let mut part = files(&shared.join(format!("process-{process}-of-{processes}")));
            // Process 0 keeps the history of all classes, the others what was settled last in those that they keep.
            let settled = part.keys().filter(|name| name.starts_with("settled")).count();
            assert_eq!(settled, if process == 0 { 13 } else { 1 });
            part.retain(|name, _| process == 0 || !name.starts_with("settled"));
            // What several processes keep is the same in all of them.
            assert!(part.iter().all(|(name, bytes)| all.get(name) == Some(bytes)));
            union.extend(part);
        }
        assert!(union == all);
    }
}

#[test]
fn a_process_that_is_a_ply_behind_follows_what_it_had_prepared() {
    let place = tempfile::tempdir().unwrap();
    let shared = place.path().join("shared");
    let expected = join(2, &shared)[0].rows.clone();
    // As if process 1 had been killed between the last two steps of ply 12.
    let late = shared.join("process-1-of-2");
    let manifest = std::fs::read_to_string(late.join("manifest.json")).unwrap();
    std::fs::write(late.join("manifest.json.prepared"), &manifest).unwrap();
    std::fs::write(late.join("manifest.json"), manifest.replace("\"next_ply\":13", "\"next_ply\":12"))
        .unwrap();
    assert_eq!(join(2, &shared)[1].rows, expected);
    assert!(std::fs::read_to_string(late.join("manifest.json")).unwrap() == manifest);
}
