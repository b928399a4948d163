//! [`Fallible`]: a game with one or both sides played by a [`MixedStrategy`].

use rootward_game::{Board, Game, Notation, Outcome, Range, Side, Steps, TextError, legal_moves};

use crate::MixedStrategy;

/// A game with one side, or both, played by a [`MixedStrategy`]: its turns are chance nodes.
///
/// Positions, moves and text are those of the game itself. Values are expected values against that player.
#[must_use]
pub struct Fallible<'a, G: Game> {
    game: &'a G,
    strategies: [Option<&'a dyn MixedStrategy<G>>; 2],
    range: Range,
}

impl<'a, G: Game> Fallible<'a, G> {
    /// The points of a win, in games that otherwise have neither points nor chance: a value is then a result in millionths.
    pub const WIN: i32 = 1_000_000;

    /// The game, at first without a strategy.
    pub fn new(game: &'a G) -> Fallible<'a, G>
    where
        G: Notation,
    {
        let has_own = game.has_chance() || game.counts_points();
        let range = if has_own { game.range() } else { Range::symmetric(Fallible::<G>::WIN) };
        Fallible { game, strategies: [None; 2], range }
    }

    /// With this side played by a strategy.
    pub fn side(mut self, side: Side, strategy: &'a dyn MixedStrategy<G>) -> Self {
        self.strategies[side.index()] = Some(strategy);
        self
    }

    /// With the first side played by a strategy.
    pub fn first(self, strategy: &'a dyn MixedStrategy<G>) -> Self {
        self.side(Side::First, strategy)
    }

    /// With the second side played by a strategy.
    pub fn second(self, strategy: &'a dyn MixedStrategy<G>) -> Self {
        self.side(Side::Second, strategy)
    }

    /// The game itself.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Are values results in millionths, and not in the game's own points?
    pub fn counts_scores(&self) -> bool
    where
        G: Notation,
    {
        !self.game.has_chance() && !self.game.counts_points()
    }

    /// The strategy that moves here, if one does.
    pub(crate) fn strategy(&self, state: &G::State) -> Option<&'a dyn MixedStrategy<G>> {
        if self.game.is_chance(state) { None } else { self.strategies[self.game.to_move(state).index()] }
    }

    /// Is this side played by a strategy?
    pub(crate) fn is_modelled(&self, side: Side) -> bool {
        self.strategies[side.index()].is_some()
    }
}

// Clippy notices a method of the trait that is not passed on.
#[warn(clippy::missing_trait_methods)]
impl<G: Game> Game for Fallible<'_, G> {
    type State = G::State;
    type Move = G::Move;
    const HAS_CHANCE: bool = true;
    const CAN_REPEAT: bool = G::CAN_REPEAT;
    const NO_PROGRESS_RULE: bool = G::NO_PROGRESS_RULE;
    const LINES_PASS_DRAWS: bool = G::LINES_PASS_DRAWS;

    fn initial(&self) -> G::State {
        self.game.initial()
    }
    fn to_move(&self, state: &G::State) -> Side {
        self.game.to_move(state)
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }
    /// Where a strategy moves, those that it may play.
    fn moves(&self, state: &G::State, push: &mut impl FnMut(G::Move)) {
        match self.strategy(state) {
            Some(_) if !self.game.has_move(state) => {}
            Some(strategy) => strategy.weigh(self.game, state, &mut |mv, _| push(mv)),
            None => self.game.moves(state, push),
        }
    }
    fn apply(&self, state: &G::State, mv: G::Move) -> G::State {
        self.game.apply(state, mv)
    }
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }
    fn stuck(&self, state: &G::State) -> Outcome {
        self.game.stuck(state)
    }
    fn count_moves(&self, state: &G::State) -> u64 {
        let mut count = 0;
        self.moves(state, &mut |_| count += 1);
        count
    }
    fn has_chance(&self) -> bool {
        true
    }
    /// A strategy plays one side.
    fn with_sides_exchanged(&self, _: &G::State) -> Option<G::State> {
        None
    }
    fn key(&self, state: &G::State) -> Option<u64> {
        self.game.key(state)
    }
    fn has_exact_keys(&self) -> bool {
        self.game.has_exact_keys()
    }
    fn plies_played(&self, state: &G::State) -> Option<u32> {
        self.game.plies_played(state)
    }
    fn has_move(&self, state: &G::State) -> bool {
        self.game.has_move(state)
    }
    fn reversible_plies(&self, state: &G::State) -> usize {
        self.game.reversible_plies(state)
    }
    fn plies_to_draw(&self, state: &G::State) -> u32 {
        self.game.plies_to_draw(state)
    }
    fn may_be_claimed(&self, state: &G::State) -> bool {
        self.game.may_be_claimed(state)
    }
    fn is_chance(&self, state: &G::State) -> bool {
        self.game.is_chance(state) || self.strategies[self.game.to_move(state).index()].is_some()
    }
    /// A strategy's turn is a ply, like every player's.
    fn is_ply(&self, state: &G::State) -> bool {
        self.strategy(state).is_some() || self.game.is_ply(state)
    }
    fn weight(&self, state: &G::State, outcome: G::Move) -> u32 {
        let Some(strategy) = self.strategy(state) else { return self.game.weight(state, outcome) };
        let mut found = 0;
        strategy.weigh(self.game, state, &mut |mv, weight| found = if mv == outcome { weight } else { found });
        found
    }
    fn chances(&self, state: &G::State, push: &mut impl FnMut(G::Move, u32)) {
        match self.strategy(state) {
            Some(_) if !self.game.has_move(state) => {}
            Some(strategy) => strategy.weigh(self.game, state, push),
            None => self.game.chances(state, push),
        }
    }
    fn range(&self) -> Range {
        self.range
    }
    fn position_count(&self) -> Option<f64> {
        self.game.position_count()
    }
}

#[warn(clippy::missing_trait_methods)]
impl<G: Notation> Notation for Fallible<'_, G> {
    fn name(&self) -> String {
        self.game.name()
    }
    fn parse_position(&self, text: &str) -> Result<G::State, TextError> {
        self.game.parse_position(text)
    }
    fn write_position(&self, state: &G::State) -> String {
        self.game.write_position(state)
    }
    fn write_move(&self, state: &G::State, mv: G::Move) -> String {
        self.game.write_move(state, mv)
    }
    fn write_moves(&self, state: &G::State) -> Vec<String> {
        legal_moves(self, state).into_iter().map(|mv| self.write_move(state, mv)).collect()
    }
    fn parse_move(&self, state: &G::State, text: &str) -> Result<G::Move, TextError> {
        self.game.parse_move(state, text)
    }
    fn draw(&self, state: &G::State) -> String {
        self.game.draw(state)
    }
    fn steps(&self, state: &G::State, taken: &[(String, String)]) -> Option<Result<Steps, TextError>> {
        self.game.steps(state, taken)
    }
    fn mate_after(&self, plies: u32) -> Option<u32> {
        self.game.mate_after(plies)
    }
    fn write_probability(&self, weight: u32, total: u32) -> String {
        self.game.write_probability(weight, total)
    }
    fn board(&self, state: &G::State) -> Option<Board> {
        self.game.board(state)
    }
    fn ending(&self, state: &G::State, outcome: Outcome) -> Option<String> {
        self.game.ending(state, outcome)
    }
    fn great_advantage(&self) -> i32 {
        if self.counts_scores() { Fallible::<G>::WIN } else { self.game.great_advantage() }
    }
    fn counts_points(&self) -> bool {
        self.game.counts_points()
    }
    fn move_number(&self, state: &G::State) -> Option<u32> {
        self.game.move_number(state)
    }
    fn win_probability(&self, points: i32) -> Option<f64> {
        self.game.win_probability(points)
    }
    /// An expected result from −1, a loss, to +1, a win, unless the game has points of its own.
    fn points_per_unit(&self) -> i32 {
        if self.counts_scores() { Fallible::<G>::WIN } else { self.game.points_per_unit() }
    }

    fn write_points(&self, points: i32) -> String {
        if self.counts_scores() {
            return format!("{:+.3}", f64::from(points) / f64::from(Fallible::<G>::WIN));
        }
        self.game.write_points(points)
    }
}
