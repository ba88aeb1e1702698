//! Writes a network with random weights: `random_network K-P|HalfKP SEED FILE`, to test and to measure with.

use eval::{Network, Shape};
use std::fs::File;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shape = |name: &str| Shape::ALL.into_iter().find(|shape| shape.name() == name);
    let [name, seed, path] = &arguments[..] else {
        eprintln!("usage: random_network K-P|HalfKP SEED FILE");
        return ExitCode::from(2);
    };
    let (Some(shape), Ok(seed)) = (shape(name), seed.parse()) else {
        eprintln!("expected K-P or HalfKP and a whole number, found {name} {seed}");
        return ExitCode::from(2);
    };
    let written = File::create(path).and_then(|mut file| Network::random(shape, seed).write(&mut file));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}
