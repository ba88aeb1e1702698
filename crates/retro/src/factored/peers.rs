//! A run of several processes: what they agree on before it, and a half-ply of all of them.

use super::checkpoint::Manifest;
use super::error::SolveError;
use super::settled::SettledWriter;
use super::share::News;
use super::solver::{Options, Solver};
use super::sweep::{Post, Rule};
use crate::progress::Observer;
use exchange::Mesh;

/// What a process says of its run.
#[derive(Clone, Copy)]
struct Hello {
    max_doves: u32,
    /// `u32::MAX` for none.
    last_ply: u32,
    history: u32,
    next_ply: u32,
    /// The next ply once what is prepared counts; 0 if nothing is.
    prepared: u32,
}

impl Hello {
    fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.max_doves, self.last_ply, self.history, self.next_ply, self.prepared];
        numbers.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn read(process: usize, bytes: &[u8]) -> Result<Self, SolveError> {
        let numbers: Vec<u32> =
            bytes.chunks_exact(4).map(|n| u32::from_le_bytes(n.try_into().expect("four bytes"))).collect();
        let [max_doves, last_ply, history, next_ply, prepared] = numbers[..] else {
            let what = format!("{} bytes of greeting, expected 20", bytes.len());
            return Err(SolveError::Process { process, what });
        };
        Ok(Self { max_doves, last_ply, history, next_ply, prepared })
    }
}

/// Makes sure that all processes are given the same run and stand at the same half-ply; lets a prepared one count if it
/// counts elsewhere. Returns whether process 0 keeps a history.
pub(super) fn agree(options: &Options, mesh: &mut Mesh) -> Result<bool, SolveError> {
    let folder = options.folder.as_deref();
    let manifest = folder.map(Manifest::read).transpose()?.flatten();
    let own = Hello {
        max_doves: options.max_doves,
        last_ply: options.last_ply.unwrap_or(u32::MAX),
        history: u32::from(options.history || manifest.as_ref().is_some_and(|m| m.history)),
        next_ply: manifest.as_ref().map_or(0, |m| m.next_ply),
        prepared: folder.map(Manifest::prepared_ply).transpose()?.flatten().unwrap_or(0),
    };
    let bytes = mesh.gather(&own.to_bytes())?;
    let all: Vec<Hello> =
        bytes.iter().enumerate().map(|(p, b)| Hello::read(p, b)).collect::<Result<_, _>>()?;
    let newest = all.iter().map(|hello| hello.next_ply).max().unwrap_or(0);
    for (process, hello) in all.iter().enumerate() {
        let wrong = |what: String| Err(SolveError::Process { process, what });
        if hello.max_doves != own.max_doves {
            return wrong(format!(
                "at most {} doves; {} were asked for here",
                hello.max_doves, own.max_doves
            ));
        }
        if hello.last_ply != own.last_ply {
            return wrong("another last ply (--plies) than here".to_owned());
        }
        let follows = hello.next_ply + 1 == newest && hello.prepared == newest;
        if hello.next_ply != newest && !follows {
            let (has, others) = (hello.next_ply, newest);
            return wrong(format!(
                "its folder is complete up to ply {has} (not included), others up to {others}"
            ));
        }
    }
    if let (Some(folder), true) = (folder, own.next_ply != newest) {
        Manifest::commit(folder)?;
    }
    Ok(all[0].history != 0)
}

impl Solver {
    /// Works on the classes of this process and takes in the news of the others. Returns the new positions of all
    /// processes, by number of doves.
    pub(super) fn sweep_with(
        &self,
        mesh: &mut Mesh,
        rule: Rule,
        ply: u32,
        writer: &SettledWriter,
        observer: &dyn Observer,
    ) -> Result<[u64; 13], SolveError> {
        let Some(share) = &self.share else {
            return self.sweep(rule, ply, writer, observer, None).run(self.threads());
        };
        let classes = self.layout.classes();
        let mut turns = vec![0; classes];
        self.layout.order.iter().enumerate().for_each(|(turn, class)| turns[usize::from(*class)] = turn);
        for class in (0..classes).filter(|class| !share.hears_of(*class)) {
            writer.append(turns[class], class, None)?;
        }
        let mut fault = None;
        let hear = |from: usize, bytes: &[u8]| -> Result<(), SolveError> {
            let news = News::read(from, ply, classes, bytes)?;
            let class = news.class;
            if !share.is_owner(from, class) {
                let what = format!("news of class {class}, which it does not work on");
                return Err(SolveError::Process { process: from, what });
            }
            if share.keeps(class) {
                let changes = self.changes(ply);
                news.take_in(from, &self.layout, self.store(), &self.settled, rule.writes(), changes)?;
            }
            writer.append(turns[class], class, news.into_packed())
        };
        let own = mesh.round(
            |outbox| {
                let post = Some(Post { share, outbox });
                self.sweep(rule, ply, writer, observer, post).run(self.threads())
            },
            |from, bytes| {
                if fault.is_none() {
                    fault = hear(from, &bytes).err();
                }
            },
        )?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let own = own?;
        let bytes: Vec<u8> = own.iter().flat_map(|count| count.to_le_bytes()).collect();
        let mut sum = [0; 13];
        for (process, bytes) in mesh.gather(&bytes)?.iter().enumerate() {
            if bytes.len() != 8 * sum.len() {
                let what = format!("{} bytes of counts, expected {}", bytes.len(), 8 * sum.len());
                return Err(SolveError::Process { process, what });
            }
            for (sum, eight) in sum.iter_mut().zip(bytes.chunks_exact(8)) {
                *sum += u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            }
        }
        Ok(sum)
    }
}
