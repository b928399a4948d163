//! Positions and moves as text.
//!
//! A position is written from the view of the player whose turn it is: their own score, the other's, and the turn's
//! total, as in `22,0,0`. `,second` follows if it is the second player's turn, and `,roll` (for a coin `,flip`) if the
//! die is in the air.

use rootward_game::{Game, Notation, Side, TextError};

use super::rules::{Action, Pig, Position, Thrown, probability};

impl Thrown {
    /// The word for another throw.
    const fn verb(self) -> &'static str {
        match self {
            Thrown::Die => "roll",
            Thrown::Coin => "flip",
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Thrown::Die => "die",
            Thrown::Coin => "coin",
        }
    }
}

impl Pig {
    /// Pig to a goal, written as a number.
    ///
    /// ```
    /// use rootward_games::pig::Pig;
    ///
    /// assert_eq!(Pig::parse_variant("20").unwrap().goal(), 20);
    /// assert!(Pig::parse_variant("far").is_err());
    /// ```
    pub fn parse_variant(text: &str) -> Result<Pig, TextError> {
        Pig::new(read_goal(text)?, Thrown::Die)
    }

    /// Piglet to a goal, written as a number.
    pub fn parse_piglet_variant(text: &str) -> Result<Pig, TextError> {
        Pig::new(read_goal(text)?, Thrown::Coin)
    }

    /// A position from its fields, each with its offset in the text.
    fn read_fields(&self, fields: &[(usize, &str)]) -> Result<Position, (usize, TextError)> {
        let form = self.form();
        let number = |place: usize| match fields.get(place) {
            None => {
                let end = fields.last().map_or(0, |(offset, field)| offset + field.len());
                let count = if place == 1 { "1 number".to_owned() } else { format!("{place} numbers") };
                Err((end, TextError::new(format!("the position ends after {count}"), form.clone())))
            }
            Some(&(offset, field)) => field
                .parse::<u16>()
                .map_err(|_| (offset, TextError::new(format!("'{field}' is not {}", NUMBERS[place]), form.clone()))),
        };
        let [own, other, turn] = [number(0)?, number(1)?, number(2)?];
        for (place, score) in [own, other].into_iter().enumerate() {
            if score >= self.goal() {
                let problem = format!("a score of {score} would have won before");
                return Err((fields[place].0, TextError::new(problem, format!("a score below {}", self.goal()))));
            }
        }
        let most = self.goal() - own - 1 + self.thrown().most();
        if turn > most {
            let problem = format!("a turn does not come to {turn}, it is won before");
            return Err((fields[2].0, TextError::new(problem, format!("a total of at most {most}"))));
        }
        let mut state = Position { scores: [own, other], turn, mover: Side::First, in_air: false };
        let mut rest = fields[3..].iter().peekable();
        if let Some((_, side)) = rest.next_if(|(_, field)| ["first", "second"].contains(&field.to_lowercase().as_str()))
            && side.eq_ignore_ascii_case("second")
        {
            state.scores.reverse();
            state.mover = Side::Second;
        }
        let verb = self.thrown().verb();
        if let Some(&(offset, _)) = rest.next_if(|(_, field)| field.eq_ignore_ascii_case(verb)) {
            if self.is_won(&state) {
                let problem = format!("{own} and {turn} have won, and nobody throws any more");
                return Err((offset, TextError::new(problem, format!("no '{verb}' here"))));
            }
            state.in_air = true;
        }
        match rest.next() {
            Some(&(offset, field)) => {
                let problem = format!("'{field}' does not belong there");
                Err((offset, TextError::new(problem, format!("'second', '{verb}', or nothing more"))))
            }
            None => Ok(state),
        }
    }

    fn form(&self) -> String {
        let verb = self.thrown().verb();
        format!("own score, other's score, turn's total, such as 22,0,0 or 0,22,5,second or 3,4,0,{verb}")
    }

    /// One player's score as a bar.
    fn draw_score(&self, state: &Position, side: Side) -> String {
        const WIDTH: usize = 40;
        let goal = usize::from(self.goal());
        let score = usize::from(state.score(side));
        let turn = if side == state.mover { usize::from(state.turn) } else { 0 };
        let marks = |points: usize| (points.min(goal) * WIDTH).div_ceil(goal);
        let (kept, risked) = (marks(score), marks(score + turn) - marks(score));
        let bar = "#".repeat(kept) + &"+".repeat(risked) + &".".repeat(WIDTH - kept - risked);
        let risk = if turn > 0 { format!(" + {turn}") } else { String::new() };
        format!("{:<6} {bar} {score}{risk}\n", name_of(side))
    }
}

/// The names of the numbers of a position.
const NUMBERS: [&str; 3] = ["a score", "a score", "a turn's total"];

const fn name_of(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}

fn read_goal(text: &str) -> Result<u16, TextError> {
    let expected = || format!("a goal from 1 to {}", Pig::MOST);
    text.trim().parse().map_err(|_| TextError::new(format!("'{}' is not a goal", text.trim()), expected()))
}

/// The parts between the commas without blanks around them, each with its offset.
fn fields(text: &str) -> Vec<(usize, &str)> {
    let mut begin = 0;
    let field = |part: &'_ str| {
        let offset = begin + (part.len() - part.trim_start().len());
        begin += part.len() + 1;
        offset
    };
    let offsets: Vec<usize> = text.split(',').map(field).collect();
    offsets.into_iter().zip(text.split(',').map(str::trim)).collect()
}

impl Notation for Pig {
    fn name(&self) -> String {
        match (self.thrown(), self.goal()) {
            (Thrown::Die, 100) => "pig".to_owned(),
            (Thrown::Die, goal) => format!("pig:{goal}"),
            (Thrown::Coin, 10) => "piglet".to_owned(),
            (Thrown::Coin, goal) => format!("piglet:{goal}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        if text.trim().is_empty() {
            return Ok(self.initial());
        }
        self.read_fields(&fields(text)).map_err(|(offset, error)| error.at(text, offset))
    }

    fn write_position(&self, state: &Position) -> String {
        let mut text = format!("{},{},{}", state.own(), state.other(), state.turn);
        if state.mover == Side::Second {
            text += ",second";
        }
        if state.in_air {
            text = text + "," + self.thrown().verb();
        }
        text
    }

    /// `roll` or `flip`, `hold`, what the die shows, `heads` or `tails`.
    fn write_move(&self, _: &Position, action: Action) -> String {
        match (action, self.thrown()) {
            (Action::Throw, thrown) => thrown.verb().to_owned(),
            (Action::Hold, _) => "hold".to_owned(),
            (Action::Shows(side), Thrown::Die) => side.to_string(),
            (Action::Shows(1), Thrown::Coin) => "tails".to_owned(),
            (Action::Shows(_), Thrown::Coin) => "heads".to_owned(),
        }
    }

    fn draw(&self, state: &Position) -> String {
        let scores = self.draw_score(state, Side::First) + &self.draw_score(state, Side::Second);
        let name = name_of(state.mover);
        let so_far = match (self.is_won(state), state.in_air) {
            (true, _) => format!("{name} has {} and wins", state.own() + state.turn),
            (false, true) => format!("{name} has thrown the {}", self.thrown().noun()),
            (false, false) if state.turn == 0 => format!("{name}'s turn begins"),
            (false, false) => format!("{name}'s turn: {} so far", state.turn),
        };
        format!("{scores}to {}: {so_far}\n", self.goal())
    }

    /// The winning probability.
    fn write_points(&self, points: i32) -> String {
        format!("{:.2} %", 100.0 * probability(points))
    }

    fn win_probability(&self, points: i32) -> Option<f64> {
        Some(probability(points))
    }
}
