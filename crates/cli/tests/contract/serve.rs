//! `yomikiri serve`: the address that it prints, bad arguments, and its end. (The interface is tested in crate `serve`.)

use crate::program::{command, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

#[test]
fn it_prints_its_address_answers_and_ends_when_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let arguments =
        ["serve", "--port", "0", "--hash", "2", "--tables", path, "--runs", path, "--engines", "1"];
    let mut child = command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /api/v1/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"tables\":true"), "{answer}");
    #[cfg(unix)]
    {
        let process = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    #[cfg(not(unix))]
    child.kill().unwrap();
}

#[test]
fn bad_arguments_are_told_before_anything_is_started() {
    for (arguments, part) in [
        (["--tables", "/nowhere"], "--tables /nowhere: expected a folder"),
        (["--runs", "/nowhere"], "--runs /nowhere: expected a folder"),
        (["--host", "a b"], "--host \"a b\": expected a name"),
        (["--engines", "0"], "0"),
        (["--port", "70000"], "70000"),
    ] {
        let (code, out, error) = run(&["serve", arguments[0], arguments[1]]);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.contains(part), "{error}");
    }
    // A port that somebody has is nobody's fault.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, _, error) = run(&["serve", "--port", &port]);
    assert_eq!(code, 1, "{error}");
    assert!(error.contains("listening on 127.0.0.1:"), "{error}");
}
