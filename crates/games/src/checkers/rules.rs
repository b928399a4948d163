//! The rules as data, and the game by them.

use rootward_game::{Game, Outcome, Side, TextError};

use super::generate;
use super::{Colour, Move, Position};

/// What a man does that reaches the last row by a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and stops.
    EndsTheMove,
    /// It is crowned and goes on as a king, if a king can capture from there.
    GoesOnAsKing,
    /// It goes on as a man, if a man can capture from there; it is crowned only if it stops there.
    GoesOnAsMan,
}

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// From 1 to 32, from the top left.
    Numbers,
    /// As in chess, from a1 at the bottom left.
    Letters,
}

/// The rules of a kind of draughts on 32 squares. In all of them a capture is compulsory and goes on as long as it can, and a
/// side that cannot move has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name after the colon; empty for English draughts.
    pub variant: &'static str,
    /// The side that begins.
    pub first: Colour,
    /// Kings go any distance, and capture from any distance.
    pub flying_kings: bool,
    /// Men capture backwards, too.
    pub men_capture_backwards: bool,
    /// What happens to a man that captures its way to the last row.
    pub crowning: Crowning,
    /// Of several captures one that takes the most pieces is compulsory.
    pub most_pieces: bool,
    /// Plies without a capture or a move of a man after which a player may claim a draw.
    pub quiet_plies: u16,
    /// How squares are named in text.
    pub names: SquareNames,
    /// The number of the game in the GameType tag of PDN, and what follows it there.
    pub game_type: &'static str,
}

impl Rules {
    /// English draughts, checkers in America: short kings, a man that is crowned stops, and any capture may be chosen. A draw may be
    /// claimed after 40 moves of each side.
    pub const ENGLISH: Rules = Rules {
        variant: "",
        first: Colour::Black,
        flying_kings: false,
        men_capture_backwards: false,
        crowning: Crowning::EndsTheMove,
        most_pieces: false,
        quiet_plies: 80,
        names: SquareNames::Numbers,
        game_type: "21,B,8,8,N1,0",
    };

    /// Russian draughts: flying kings, men capture backwards and go on as kings. A draw after 15 moves of each side.
    pub const RUSSIAN: Rules = Rules {
        variant: "russian",
        first: Colour::White,
        flying_kings: true,
        men_capture_backwards: true,
        crowning: Crowning::GoesOnAsKing,
        most_pieces: false,
        quiet_plies: 30,
        names: SquareNames::Letters,
        game_type: "25,W,8,8,A0,0",
    };

    /// Brazilian draughts, which are international draughts on the small board: as Russian, but the most pieces must be taken, and a
    /// man is crowned only where it stops. A draw after 20 moves of each side.
    pub const BRAZILIAN: Rules = Rules {
        variant: "brazilian",
        first: Colour::White,
        flying_kings: true,
        men_capture_backwards: true,
        crowning: Crowning::GoesOnAsMan,
        most_pieces: true,
        quiet_plies: 40,
        names: SquareNames::Letters,
        game_type: "26,W,8,8,A0,0",
    };

    /// Where the game starts: twelve men each.
    pub const fn start(&self) -> Position {
        Position::new(0x0000_0FFF, 0xFFF0_0000, 0, self.first, 0)
    }

    /// All that are known.
    pub const ALL: [Rules; 3] = [Rules::ENGLISH, Rules::RUSSIAN, Rules::BRAZILIAN];

    /// The most pieces of a side.
    pub const MOST_PIECES: u32 = 12;
}

/// Draughts by some rules; English by default.
///
/// ```
/// use rootward_game::{Game, legal_moves};
/// use rootward_games::checkers::Checkers;
///
/// let game = Checkers::default();
/// assert_eq!(legal_moves(&game, &game.initial()).len(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    rules: Rules,
}

impl Default for Checkers {
    fn default() -> Checkers {
        Checkers::new(Rules::ENGLISH)
    }
}

impl Checkers {
    /// The game by these rules.
    pub const fn new(rules: Rules) -> Checkers {
        Checkers { rules }
    }

    /// The rules.
    #[inline(always)]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The text after the name: `english`, `russian` or `brazilian`.
    ///
    /// ```
    /// use rootward_games::checkers::{Checkers, Rules};
    ///
    /// assert_eq!(Checkers::parse_variant("russian"), Ok(Checkers::new(Rules::RUSSIAN)));
    /// let error = Checkers::parse_variant("polish").unwrap_err();
    /// assert_eq!(error.to_string(), "'polish' is not a variant of checkers; expected english, russian or brazilian");
    /// ```
    pub fn parse_variant(text: &str) -> Result<Checkers, TextError> {
        let name = text.trim().to_ascii_lowercase();
        let known = Rules::ALL.into_iter().find(|rules| rules.variant == name && !name.is_empty());
        match name.as_str() {
            "english" => Ok(Checkers::default()),
            _ => known.map(Checkers::new).ok_or_else(|| {
                let problem = format!("'{}' is not a variant of checkers", text.trim());
                TextError::new(problem, "english, russian or brazilian")
            }),
        }
    }

    /// The side with this colour: the one that begins is First.
    #[inline(always)]
    pub fn side_of(&self, colour: Colour) -> Side {
        if colour == self.rules.first { Side::First } else { Side::Second }
    }

    /// The colour of this side.
    pub fn colour_of(&self, side: Side) -> Colour {
        if side == Side::First { self.rules.first } else { self.rules.first.other() }
    }

    /// Does the side to move have to capture?
    #[inline]
    pub fn must_capture(&self, state: &Position) -> bool {
        generate::must_capture(&self.rules, state)
    }
}

impl Game for Checkers {
    type State = Position;
    type Move = Move;

    fn initial(&self) -> Position {
        self.rules.start()
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        self.side_of(state.turn())
    }

    /// A draw that a player may claim by the rule of 40 moves, unless the last one leaves the opponent without a move.
    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        self.may_be_claimed(state).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Move)) {
        generate::moves(&self.rules, state, push);
    }

    #[inline]
    fn apply(&self, state: &Position, mv: Move) -> Position {
        state.after(mv)
    }

    /// A side that cannot move has lost, whether or not it has pieces.
    fn stuck(&self, state: &Position) -> Outcome {
        Outcome::Win(self.to_move(state).other())
    }

    #[inline]
    fn key(&self, state: &Position) -> Option<u64> {
        Some(state.hash())
    }

    #[inline]
    fn has_move(&self, state: &Position) -> bool {
        generate::has_move(&self.rules, state)
    }

    #[inline]
    fn count_moves(&self, state: &Position) -> u64 {
        generate::count_moves(&self.rules, state)
    }

    const TURNS_ALTERNATE: bool = true;
    const LAST_MOVE_WINS: bool = true;
    const CAN_REPEAT: bool = true;

    /// Published perft counts apply no rule of draws.
    const LINES_PASS_DRAWS: bool = true;

    /// Only moves of kings can be undone.
    #[inline]
    fn reversible_plies(&self, state: &Position) -> usize {
        usize::from(state.clock())
    }

    const NO_PROGRESS_RULE: bool = true;

    #[inline]
    fn plies_to_draw(&self, state: &Position) -> u32 {
        u32::from(self.rules.quiet_plies.saturating_sub(state.clock()))
    }

    /// The draw is a player's to claim, and is never declared without a claim.
    #[inline]
    fn may_be_claimed(&self, state: &Position) -> bool {
        self.plies_to_draw(state) == 0 && self.has_move(state)
    }
}
