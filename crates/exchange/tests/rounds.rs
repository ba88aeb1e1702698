//! Rounds between processes; here each is a thread with connections of its own.

use exchange::{Cluster, ExchangeError, Mesh};
use std::net::TcpListener;
use std::time::Duration;

/// Runs a process for each number in a thread of its own.
fn together<T: Send>(processes: usize, work: impl Fn(Mesh) -> T + Sync) -> Vec<T> {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
    drop(listeners);
    let hosts = std::env::temp_dir().join(format!("yomikiri-hosts-{}-{}", std::process::id(), lines[0]));
    std::fs::write(&hosts, lines.join("\n")).unwrap();
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processes)
            .map(|process| {
                let cluster = Cluster::new(process, processes, Some(&hosts)).unwrap();
                let work = &work;
                scope.spawn(move || work(Mesh::join(cluster).unwrap()))
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    std::fs::remove_file(hosts).unwrap();
    results
}

/// The message of a round: its numbers, and more bytes than a connection holds at once.
fn message(round: usize, from: usize, to: usize, number: usize) -> Vec<u8> {
    let mut bytes = vec![round as u8, from as u8, to as u8, number as u8];
    bytes.resize(4 + 40_000 * number, from as u8);
    bytes
}

#[test]
fn every_message_comes_to_its_receiver_in_its_round() {
    for processes in [1, 3] {
        together(processes, |mut mesh| {
            let me = mesh.process();
            for round in 0..4 {
                let mut arrived = Vec::new();
                let sent = mesh.round(
                    |outbox| {
                        let mut sent = 0;
                        for (to, number) in (0..processes).flat_map(|to| (0..=round).map(move |n| (to, n))) {
                            assert!(outbox.send(to, message(round, me, to, number)));
                            sent += 1;
                        }
                        sent
                    },
                    |from, bytes| arrived.push((from, bytes)),
                );
                assert_eq!(sent.unwrap(), processes * (round + 1));
                let mut expected: Vec<_> = (0..processes)
                    .flat_map(|from| (0..=round).map(move |n| (from, message(round, from, me, n))))
                    .collect();
                expected.sort();
                arrived.sort();
                assert!(arrived == expected);
                let all = mesh.gather(&[me as u8; 3]).unwrap();
                assert_eq!(all, (0..processes).map(|p| vec![p as u8; 3]).collect::<Vec<_>>());
            }
            assert_eq!(mesh.sent() > 0, processes > 1);
            mesh.leave().unwrap();
        });
    }
}

#[test]
fn hosts_and_numbers_are_checked() {
    assert!(matches!(Cluster::new(2, 2, None), Err(ExchangeError::Number { process: 2, processes: 2 })));
    let cluster = Cluster::new(1, 2, None).unwrap();
    assert_eq!((cluster.process(), cluster.processes(), cluster.patience), (1, 2, Duration::from_mins(1)));
    let missing = Cluster::new(0, 2, Some("no/such/file".as_ref())).unwrap_err().to_string();
    assert!(missing.starts_with("no/such/file: "), "{missing}");
}
