//! [`Setup`]: what a game's entry says about its sessions, besides rules and knowledge.

use std::path::Path;
use std::sync::Arc;

use rootward_game::{Feature, Game, Knowledge, Linear, Notation, Tablebase, TextError};

use crate::book::{BookChoice, Weights};
use crate::network::Networks;
use crate::played::Played;
use crate::{Problem, Session};

/// Opens the endgame tables of a game in these folders, separated as in a search path; none for an empty text.
pub(crate) type OpenTablebase<G> = fn(&G, &str) -> Result<Option<Arc<dyn Tablebase<G>>>, Problem>;

/// Returns whether the choice was a table. An earlier table is unloaded in any case.
type MountTable<K> = fn(&mut K, &BookChoice) -> Result<bool, Problem>;

type ReadWeights<G> = fn(&Path) -> Result<Option<Weights<G>>, Problem>;

/// The abilities of a game that only some games have.
pub(crate) struct Setup<G: Game, K> {
    pub(crate) side_names: [&'static str; 2],
    pub(crate) terms: Option<Terms<G, K>>,
    /// The name of a position besides its text, such as the name of a tree node.
    pub(crate) name_of: fn(&G, &G::State) -> Option<String>,
    /// How a weighted book is read.
    pub(crate) read_weights: Option<ReadWeights<G>>,
    /// How a table of exact values is loaded into the knowledge.
    pub(crate) mount_table: Option<MountTable<K>>,
    /// How endgame tables are opened: Syzygy's, and the project's own.
    pub(crate) open_tablebase: [Option<OpenTablebase<G>>; 2],
    /// Learned evaluations.
    pub(crate) networks: Option<Networks<G>>,
}

/// The operations of a linear evaluation besides evaluating; only some knowledge has one.
pub(crate) struct Terms<G: Game, K> {
    pub(crate) features: fn(&K) -> Vec<Feature>,
    pub(crate) measure: fn(&K, &G, &G::State) -> Vec<i32>,
    pub(crate) scale: fn(&K) -> i32,
    pub(crate) circumstances: fn(&K, &G, &G::State) -> String,
    pub(crate) set: fn(&mut K, &str) -> Result<(), TextError>,
}

// Not derived: that would ask for copies of the game and its knowledge.
impl<G: Game, K> Clone for Setup<G, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, K> Copy for Setup<G, K> {}

impl<G: Game, K> Clone for Terms<G, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, K> Copy for Terms<G, K> {}

impl<G: Game, K> Setup<G, K> {
    /// That of a game with nothing besides rules and knowledge. Its sides are called MAX and MIN.
    pub(crate) const PLAIN: Setup<G, K> = Setup {
        side_names: ["MAX", "MIN"],
        terms: None,
        name_of: |_, _| None,
        read_weights: None,
        mount_table: None,
        open_tablebase: [None; 2],
        networks: None,
    };
}

/// What an entry adds to a game that is about to be opened.
impl<G: Notation, K: Knowledge<G>> Played<G, K> {
    /// Sets the names of the sides, as they are drawn on the board.
    pub(crate) fn sides(mut self, first: &'static str, second: &'static str) -> Self {
        self.setup.side_names = [first, second];
        self
    }

    /// Sets the names of positions.
    pub(crate) fn names(mut self, name_of: fn(&G, &G::State) -> Option<String>) -> Self {
        self.setup.name_of = name_of;
        self
    }

    /// Sets a name other than the game's own.
    pub(crate) fn spec(mut self, spec: String) -> Self {
        self.spec = spec;
        self
    }

    /// Sets another text for the initial position.
    pub(crate) fn given(mut self, text: fn(&G) -> String) -> Self {
        self.path.given = Some(text(&self.game));
        self
    }

    /// Adds support for weighted books.
    pub(crate) fn weighted_books(mut self, read: ReadWeights<G>) -> Self {
        self.setup.read_weights = Some(read);
        self
    }

    /// Adds support for tables of exact values, which are chosen like books.
    pub(crate) fn tables(mut self, mount: MountTable<K>) -> Self {
        self.setup.mount_table = Some(mount);
        self
    }

    /// Adds support for Syzygy's endgame tables.
    pub(crate) fn syzygy(mut self, open: OpenTablebase<G>) -> Self {
        self.setup.open_tablebase[0] = Some(open);
        self
    }

    /// Adds support for the project's own endgame tables.
    pub(crate) fn endgames(mut self, open: OpenTablebase<G>) -> Self {
        self.setup.open_tablebase[1] = Some(open);
        self
    }

    /// Adds support for learned evaluations.
    pub(crate) fn networks(mut self, networks: Networks<G>) -> Self
    where
        G: 'static,
    {
        self.evaluator = networks.default_evaluator();
        self.setup.networks = Some(networks);
        self
    }

    /// Adds an evaluation whose weights can be read and changed.
    pub(crate) fn linear(mut self) -> Self
    where
        K: Linear<G>,
    {
        self.setup.terms = Some(Terms {
            features: K::features,
            measure: K::measure,
            scale: K::scale,
            circumstances: K::circumstances,
            set: K::set_weights,
        });
        self
    }

    pub(crate) fn boxed(self) -> Box<dyn Session>
    where
        Self: Session + 'static,
    {
        Box::new(self)
    }
}
