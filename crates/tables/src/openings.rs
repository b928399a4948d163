//! [`Openings`]: all positions of a book.

use std::collections::{HashMap, HashSet};

use rootward_game::{Game, Knowledge, legal_moves, outcome_at};
use rootward_search::StopFlag;

use crate::TableError;
use crate::book::check_game;

/// All positions up to some number of plies where the game is not over, one for each key.
pub struct Openings<G: Game> {
    /// The deepest ones, which have to be solved, in depth-first order: neighbours on the list are similar positions, and the
    /// table entries of one help with the next.
    pub(crate) deepest: Vec<(u64, G::State)>,
    counts: Vec<usize>,
}

impl<G: Game> Openings<G> {
    /// Lists the positions, if there can be a book of this game.
    pub fn list<K: Knowledge<G>>(game: &G, knowledge: &K, plies: u32) -> Result<Openings<G>, TableError> {
        Openings::list_until(game, knowledge, plies, &StopFlag::default())
    }

    /// The same until a flag is raised, which ends in [`TableError::Stopped`]: twelve plies of Connect Four are millions of
    /// positions, a minute's work.
    pub fn list_until<K: Knowledge<G>>(
        game: &G,
        knowledge: &K,
        plies: u32,
        stop: &StopFlag,
    ) -> Result<Openings<G>, TableError> {
        check_game(game)?;
        let (first_met, seen) = (HashMap::new(), HashSet::new());
        let mut enumerator = OpeningEnumerator { game, knowledge, first_met, seen, stop };
        let counts = enumerator.breadth_first(plies)?;
        let mut deepest = Vec::new();
        enumerator.depth_first(&game.initial(), plies, &mut deepest)?;
        if deepest.is_empty() {
            return Err(TableError::NothingThere(plies));
        }
        Ok(Openings { deepest, counts })
    }

    /// The number of positions that have to be solved: the deepest ones.
    pub fn len(&self) -> usize {
        self.deepest.len()
    }

    /// Always `false`: there is at least one deepest position.
    pub fn is_empty(&self) -> bool {
        self.deepest.is_empty()
    }

    /// The plies of the deepest positions.
    pub fn plies(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// The number of positions that are first reached after 0, 1, 2 … plies.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// A checksum of the keys of all positions that have to be solved, in their order.
    pub fn fingerprint(&self) -> u32 {
        let keys: Vec<u8> = self.deepest.iter().flat_map(|(key, _)| key.to_le_bytes()).collect();
        rootward_support::hash::crc32(&keys)
    }

    /// The deepest positions with their keys, in the order in which they are solved.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (u64, &G::State)> {
        self.deepest.iter().map(|(key, state)| (*key, state))
    }
}

/// Enumerates the openings of a game: breadth first for the ply of each position, then depth first for their order.
struct OpeningEnumerator<'a, G, K> {
    game: &'a G,
    knowledge: &'a K,
    /// The number of plies after which a position is first reached.
    first_met: HashMap<u64, u32>,
    /// The positions that the depth-first pass has visited.
    seen: HashSet<u64>,
    /// Ends the enumeration.
    stop: &'a StopFlag,
}

impl<G: Game, K: Knowledge<G>> OpeningEnumerator<'_, G, K> {
    /// The key of a position. Every position is asked for it, so that this is the place to notice the flag.
    fn key(&self, state: &G::State) -> Result<u64, TableError> {
        if self.stop.is_raised() {
            return Err(TableError::Stopped);
        }
        self.knowledge.table_key(self.game, state).map(|key| key.key).ok_or(TableError::KeysNotExact)
    }

    fn children(&self, state: &G::State) -> impl Iterator<Item = G::State> {
        let children = legal_moves(self.game, state).into_iter().map(|mv| self.game.apply(state, mv));
        children.filter(|child| outcome_at(self.game, child).is_none())
    }

    /// Fills `first_met`. Returns the number of positions of each ply.
    fn breadth_first(&mut self, plies: u32) -> Result<Vec<usize>, TableError> {
        let start = self.game.initial();
        self.first_met.insert(self.key(&start)?, 0);
        let mut level = if outcome_at(self.game, &start).is_none() { vec![start] } else { Vec::new() };
        let mut counts = vec![level.len()];
        for ply in 1..=plies {
            let mut next = Vec::new();
            for state in &level {
                for child in self.children(state).collect::<Vec<_>>() {
                    let key = self.key(&child)?;
                    if let std::collections::hash_map::Entry::Vacant(vacant) = self.first_met.entry(key) {
                        vacant.insert(ply);
                        next.push(child);
                    }
                }
            }
            counts.push(next.len());
            level = next;
        }
        Ok(counts)
    }

    /// Lists the positions that are first reached after `plies` plies, below `state`.
    fn depth_first(
        &mut self,
        state: &G::State,
        plies: u32,
        found: &mut Vec<(u64, G::State)>,
    ) -> Result<(), TableError> {
        let key = self.key(state)?;
        let Some(&met) = self.first_met.get(&key).filter(|_| self.seen.insert(key)) else { return Ok(()) };
        if met == plies {
            found.push((key, state.clone()));
            return Ok(());
        }
        for child in self.children(state).collect::<Vec<_>>() {
            self.depth_first(&child, plies, found)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
    use rootward_games::mnk::{Mnk, MnkKnowledge};
    use rootward_games::tree::{Tree, TreeKnowledge};

    #[test]
    fn connect_four_has_as_many_openings_as_are_published() {
        // The published numbers of positions after n plies, mirror images counted apart, are 1, 7, 49, 238, 1120, 4263 (OEIS
        // A212693). With mirror images as one, half of them is a lower bound, since some are their own mirror image.
        let game = ConnectFour::default();
        let mirrored = Openings::list(&game, &ConnectFourKnowledge::default(), 5).unwrap();
        let plain = Openings::list(&game, &(), 5).unwrap();
        assert_eq!(plain.counts(), [1, 7, 49, 238, 1120, 4263]);
        assert_eq!((plain.len(), plain.plies()), (4263, 5));
        for (&once, &twice) in mirrored.counts().iter().zip(plain.counts()) {
            assert!(twice.div_ceil(2) <= once && once <= twice, "{once} {twice}");
        }
        assert_eq!(mirrored.counts()[..3], [1, 4, 25]);
    }

    #[test]
    fn neighbours_on_the_list_are_neighbours_on_the_board() {
        let game = ConnectFour::default();
        let openings = Openings::list(&game, &ConnectFourKnowledge::default(), 4).unwrap();
        let alike = |pair: &[(u64, _)]| (pair[0].0 ^ pair[1].0).count_ones();
        let apart: u32 = openings.deepest.windows(2).map(alike).sum();
        let mut shuffled = openings.deepest.clone();
        shuffled.sort_by_key(|(key, _)| key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        assert!(apart * 3 < shuffled.windows(2).map(alike).sum::<u32>() * 2);
    }

    #[test]
    fn games_without_exact_keys_get_no_book() {
        let wide = Mnk::new(6, 6, 4).unwrap();
        assert_eq!(Openings::list(&wide, &MnkKnowledge::default(), 1).err(), Some(TableError::KeysNotExact));
        let tree = Tree::parse("((1 2) (3 4))").unwrap();
        assert_eq!(Openings::list(&tree, &TreeKnowledge, 1).err(), Some(TableError::KeysNotExact));
    }

    #[test]
    fn a_raised_flag_ends_the_listing() {
        let stop = StopFlag::default();
        stop.raise();
        let listed = Openings::list_until(&ConnectFour::default(), &ConnectFourKnowledge::default(), 30, &stop);
        assert_eq!(listed.err(), Some(TableError::Stopped));
    }

    #[test]
    fn where_no_game_is_so_long_there_is_nothing_to_solve() {
        let game = Mnk::default();
        let plies = |plies| Openings::list(&game, &MnkKnowledge::default(), plies).map(|openings| openings.len());
        assert!(plies(8).is_ok_and(|positions| positions > 0));
        assert_eq!(plies(9), Err(TableError::NothingThere(9)));
    }
}
