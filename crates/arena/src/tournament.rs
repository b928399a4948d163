//! Who meets whom, and the table of the result.

use serde::Serialize;

use crate::{Estimate, PointsAGame, Spent, Standings, Tally};

/// Who meets whom. With two engines both are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl Schedule {
    /// The pairs of engines that meet, by their places, in the order of play.
    ///
    /// ```
    /// use rootward_arena::Schedule;
    ///
    /// assert_eq!(Schedule::Gauntlet.encounters(3), [[0, 1], [0, 2]]);
    /// assert_eq!(Schedule::RoundRobin.encounters(3), [[0, 1], [0, 2], [1, 2]]);
    /// ```
    pub fn encounters(self, engines: usize) -> Vec<[usize; 2]> {
        let first = match self {
            Schedule::RoundRobin => engines,
            Schedule::Gauntlet => 1.min(engines),
        };
        (0..first).flat_map(|one| (one + 1..engines).map(move |other| [one, other])).collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Schedule::RoundRobin => "round robin",
            Schedule::Gauntlet => "gauntlet",
        }
    }
}

/// The results of a match, by encounter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Each pair of engines that meets, in the order of the schedule.
    pub encounters: Vec<Encounter>,
}

/// Two engines, and how they stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Encounter {
    /// Their places in the match.
    pub engines: [usize; 2],
    /// From the point of view of the first of them.
    #[serde(flatten)]
    pub standings: Standings,
}

/// An engine in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its place in the match.
    pub engine: usize,
    /// Games and pairs against all its opponents.
    #[serde(flatten)]
    pub tally: Tally,
    /// The difference in strength to its opponents together.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Points per game, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointsAGame>,
    /// What it spent.
    pub spent: Spent,
}

impl Results {
    /// The results before the first game.
    pub fn new(encounters: Vec<[usize; 2]>) -> Results {
        let encounter = |engines| Encounter { engines, standings: Standings::default() };
        Results { encounters: encounters.into_iter().map(encounter).collect() }
    }

    /// The games played.
    pub fn games(&self) -> u64 {
        self.encounters.iter().map(|encounter| encounter.standings.tally.games()).sum()
    }

    /// The table, the best score first. Scores are shares of the points played for, so that a match that was ended early is
    /// judged by what was played.
    pub fn table(&self) -> Vec<Row> {
        let engines = self.encounters.iter().flat_map(|encounter| encounter.engines).max().map_or(0, |last| last + 1);
        let mut rows: Vec<Row> = (0..engines).map(|engine| self.row(engine)).collect();
        rows.sort_by(|one, other| other.estimate.score.total_cmp(&one.estimate.score));
        rows
    }

    fn row(&self, engine: usize) -> Row {
        let (mut tally, mut spent, mut points) = (Tally::default(), Spent::default(), None);
        for Encounter { engines, standings } in &self.encounters {
            let Some(place) = engines.iter().position(|&other| other == engine) else { continue };
            spent = spent.plus(&standings.spent[place]);
            tally = tally.plus(&if place == 0 { standings.tally } else { standings.tally.seen_by_the_other() });
            points = PointsAGame::together(points, standings.points, place == 1);
        }
        Row { engine, tally, estimate: Estimate::of(&tally), points, spent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(pairs: &[[u8; 2]]) -> Standings {
        let mut standings = Standings::default();
        pairs.iter().for_each(|&pair| standings.tally.add(pair));
        standings
    }

    #[test]
    fn a_round_robin_has_everyone_meet_and_a_gauntlet_the_first() {
        assert_eq!(Schedule::RoundRobin.encounters(4).len(), 6);
        assert_eq!(Schedule::Gauntlet.encounters(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Schedule::Gauntlet.encounters(2), Schedule::RoundRobin.encounters(2));
        assert!(Schedule::Gauntlet.encounters(0).is_empty());
    }

    #[test]
    fn the_table_counts_every_engine_from_its_own_side() {
        let mut results = Results::new(Schedule::RoundRobin.encounters(3));
        // 0 beats 1 twice, 2 beats 0 once and draws, 1 and 2 draw twice.
        let played = [standings(&[[2, 2]]), standings(&[[0, 1]]), standings(&[[1, 1]])];
        for (encounter, standings) in results.encounters.iter_mut().zip(played) {
            encounter.standings = standings;
        }
        let rows = results.table();
        let found: Vec<_> = rows.iter().map(|row| (row.engine, row.tally.points(), row.tally.pairs)).collect();
        // Equal scores stay in the order of the engines.
        assert_eq!(found, [(0, 2.5, [0, 1, 0, 0, 1]), (2, 2.5, [0, 0, 1, 1, 0]), (1, 1.0, [1, 0, 1, 0, 0])]);
        assert_eq!((results.games(), rows[2].tally.losses), (6, 2));
        let total: f64 = rows.iter().map(|row| row.tally.points()).sum();
        assert!((total - 6.0).abs() < 1e-12, "every game gives away one point");
    }
}
