//! What all requests share: the options, the engines, what clients have asked for.

use crate::analyses::Analysis;
use crate::error::{Answer, ApiError};
use crate::games::Game;
use crate::guard::Guard;
use crate::options::Options;
use crate::pool::Pool;
use crate::registry::Registry;
use crate::reviews::Review;
use crate::runs::Watches;
use crate::solved::Tables;
use crate::turns::Turns;
use std::sync::Arc;

/// The handle that every request gets.
#[derive(Clone)]
pub(crate) struct Server(Arc<Shared>);

struct Shared {
    options: Options,
    guard: Guard,
    pool: Pool,
    analyses: Registry<Analysis>,
    games: Registry<Game>,
    reviews: Registry<Review>,
    tables: Tables,
    watches: Watches,
    turns: Turns,
}

impl Server {
    pub(crate) fn new(options: Options) -> std::io::Result<Self> {
        let engines = options.engines.max(1);
        let engine = search::Options {
            threads: options.threads.max(1),
            hash_mib: (options.hash_mib / engines).max(1),
            draw_value: [0, 0],
            ..search::Options::default()
        };
        let limits = &options.limits;
        Ok(Self(Arc::new(Shared {
            guard: Guard::new(&options.hosts),
            pool: Pool::new(engines, &engine, limits.slice)?,
            analyses: Registry::new(limits.per_client, limits.together),
            games: Registry::new(limits.games_per_client, limits.games),
            reviews: Registry::new(limits.per_client, limits.together),
            watches: Watches::default(),
            tables: Tables::new(options.tables.clone()),
            turns: Turns::new(),
            options,
        })))
    }

    pub(crate) fn options(&self) -> &Options {
        &self.0.options
    }

    pub(crate) fn guard(&self) -> &Guard {
        &self.0.guard
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn analyses(&self) -> &Registry<Analysis> {
        &self.0.analyses
    }

    pub(crate) fn games(&self) -> &Registry<Game> {
        &self.0.games
    }

    pub(crate) fn reviews(&self) -> &Registry<Review> {
        &self.0.reviews
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.0.tables
    }

    pub(crate) fn watches(&self) -> &Watches {
        &self.0.watches
    }

    /// Work that takes long, off the threads that answer requests.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let turn = self.0.turns.next().await.map_err(ApiError::internal)?;
        let result = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        result.await.map_err(ApiError::internal)?
    }
}
