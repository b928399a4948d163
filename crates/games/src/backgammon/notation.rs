//! Positions as text: `4HPwATDgc/ABMA second 31`.
//!
//! First the [position ID](super::position_id), which gives the checkers from the view of the side whose turn it is;
//! then `second` if that side is Second; then the dice if they are thrown.

use rootward_game::{Board, Game, Notation, Outcome, Side, Steps, TextError};

use super::{Backgammon, Checkers, GAME_POINT, Move, Position, Roll, picture, play_text, position_id, steps};

impl Backgammon {
    /// The game of a variant: a number of checkers, or `hyper` for hypergammon with its three.
    ///
    /// ```
    /// use rootward_games::backgammon::Backgammon;
    ///
    /// assert_eq!(Backgammon::parse_variant("hyper"), Backgammon::new(3));
    /// assert!(Backgammon::parse_variant("7").is_err());
    /// ```
    pub fn parse_variant(text: &str) -> Result<Backgammon, TextError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("hyper") {
            return Backgammon::new(Backgammon::HYPER_CHECKERS);
        }
        let checkers = text.parse().map_err(|_| {
            TextError::new(format!("'{text}' is no number of checkers"), "hyper, or 1, 2, 3 or 15 checkers a side")
        })?;
        Backgammon::new(checkers)
    }

    /// The checkers of an ID with the side on roll.
    fn read_checkers(&self, id: &str, to_move: Side) -> Result<Position, TextError> {
        let (on_roll, other) = position_id::read(id, self.checkers())?;
        let refuse =
            |what: &str, expected: &str| Err(TextError::new(format!("the position ID '{id}' {what}"), expected));
        if let Some(point) = (1..=24).find(|&point| on_roll.on(point) > 0 && other.on(Checkers::across(point)) > 0) {
            let what = format!("has checkers of both sides on point {point} of the side on roll");
            return refuse(&what, "each point held by one side");
        }
        if on_roll.off() == self.checkers() && other.off() == self.checkers() {
            return refuse("has all checkers of both sides borne off", "checkers left on one side at least");
        }
        let shut_out = |side: &Checkers, by: &Checkers| side.bar() > 0 && (1..=6).all(|point| by.on(point) > 1);
        if shut_out(&on_roll, &other) && shut_out(&other, &on_roll) {
            return refuse("has both sides shut out, so that nobody could ever move", "a home with an open point");
        }
        Ok(match to_move {
            Side::First => Position::new(on_roll, other, to_move),
            Side::Second => Position::new(other, on_roll, to_move),
        })
    }
}

/// The side that a word names.
fn read_side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "first" | "x" => Some(Side::First),
        "second" | "o" => Some(Side::Second),
        _ => None,
    }
}

/// Two dice: `31`, or with a sign between them.
fn read_roll(text: &str) -> Result<Roll, TextError> {
    let dice: Vec<char> = text.chars().filter(|sign| !matches!(sign, '-' | ',' | ' ')).collect();
    let die = |sign: char| sign.to_digit(10).map_or(0, |number| number as u8);
    let roll = match dice[..] {
        [one, other] => Roll::new(die(one), die(other)),
        _ => None,
    };
    roll.ok_or_else(|| {
        TextError::new(format!("'{text}' is no roll of two dice"), "two numbers from 1 to 6, such as 31")
    })
}

fn write_roll(roll: Roll) -> String {
    format!("{}{}", roll.high(), roll.low())
}

/// The position at the beginning of a line: the position ID, then the side to move and the dice if they are there.
#[must_use]
pub fn position_in_line(line: &str) -> String {
    let mut words = line.split([' ', '\t', ';']).filter(|word| !word.is_empty()).peekable();
    let id = words.next();
    let side = words.next_if(|word| read_side(word).is_some());
    let dice = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    [id, side, dice].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

impl Notation for Backgammon {
    fn name(&self) -> String {
        match self.checkers() {
            Backgammon::USUAL_CHECKERS => "backgammon".to_owned(),
            fewer => format!("backgammon:{fewer}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut words = text.split_whitespace().peekable();
        let Some(id) = words.next() else { return Ok(self.initial()) };
        let side = words.peek().and_then(|word| read_side(word));
        if side.is_some() {
            words.next();
        }
        let position = self.read_checkers(id, side.unwrap_or(Side::First))?;
        let rest = words.collect::<Vec<_>>().join(" ");
        if rest.is_empty() {
            return Ok(position);
        }
        let dice = read_roll(&rest).map_err(|error| {
            let place = if side.is_none() { "'second' or the dice, such as 31" } else { "the dice, such as 31" };
            TextError::new(error.problem, format!("after the position ID {place}"))
        })?;
        if self.outcome(&position).is_some() {
            return Err(TextError::new(format!("dice are thrown in '{id}', where the game is over"), "no dice"));
        }
        Ok(position.with_dice(Some(dice)))
    }

    fn write_position(&self, state: &Position) -> String {
        let mut text = position_id::write(state.mine(), state.theirs());
        if state.to_move() == Side::Second {
            text.push_str(" second");
        }
        if let Some(roll) = state.dice() {
            text = format!("{text} {}", write_roll(roll));
        }
        text
    }

    fn write_move(&self, state: &Position, mv: Move) -> String {
        match mv {
            Move::Roll(roll) => write_roll(roll),
            Move::Play(play) => play_text::write(state, &play),
        }
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, TextError> {
        let text = text.trim();
        if self.outcome(state).is_some() {
            return Err(TextError::new(format!("'{text}' comes after the end"), "no move: the game is over"));
        }
        if state.dice().is_none() { read_roll(text).map(Move::Roll) } else { play_text::read(self, state, text) }
    }

    fn draw(&self, state: &Position) -> String {
        picture::draw(self, state)
    }

    fn board(&self, state: &Position) -> Option<Board> {
        Some(steps::board(state))
    }

    fn steps(&self, state: &Position, taken: &[(String, String)]) -> Option<Result<Steps, TextError>> {
        Some(steps::steps(self, state, taken))
    }

    fn counts_points(&self) -> bool {
        true
    }

    /// A game, a gammon or a backgammon.
    fn ending(&self, _: &Position, outcome: Outcome) -> Option<String> {
        let Outcome::Payoff(points) = outcome else { return None };
        let what = *["a game", "a gammon", "a backgammon"].get((points.abs() / GAME_POINT - 1) as usize)?;
        Some(format!("{} has won {what}.", if points > 0 { "X" } else { "O" }))
    }

    /// A game.
    fn great_advantage(&self) -> i32 {
        GAME_POINT
    }

    /// Points are millionths of a game.
    fn points_per_unit(&self) -> i32 {
        GAME_POINT
    }

    /// As an equity: the mean result in single games.
    fn write_points(&self, points: i32) -> String {
        format!("{:+.3}", f64::from(points) / f64::from(GAME_POINT))
    }
}
