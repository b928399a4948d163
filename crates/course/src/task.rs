//! A student's task, as data for a front end.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootward_draw::quiz::Question;
use rootward_session::endgame_view::EndgameView;
use rootward_session::{Board, Problem};
use rootward_trace::Trace;
use serde::Serialize;

use crate::part::Part;
use crate::student::Student;
use crate::{board_tasks, lesson_of, matrix_tasks, table_tasks, tree_tasks};

/// A task: something to look at, and questions about it.
#[derive(Clone, Debug, Serialize)]
pub struct Task {
    /// Its name.
    pub id: &'static str,
    /// The lesson that it belongs to.
    pub lesson: &'static str,
    /// What to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show: Option<Show>,
    /// Numbers and names for the text of the task.
    pub facts: BTreeMap<&'static str, String>,
    /// The blanks of a tree; empty if none are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Single questions; empty if the blanks of a tree are the task.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// The search that the blanks are about.
    #[serde(skip)]
    pub(crate) trace: Option<Trace>,
}

/// What a task shows.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Show {
    /// A tree, without what is asked for.
    Tree {
        /// The tree as text.
        tree: String,
        /// Its drawing.
        svg: String,
        /// The same tree as a search sees it that stops early: static values in place of what is below.
        #[serde(skip_serializing_if = "Option::is_none")]
        early: Option<String>,
    },
    /// A position.
    Board {
        /// The game.
        game: &'static str,
        /// The position as text.
        position: String,
        /// Its cells.
        board: Box<Board>,
    },
    /// A payoff matrix, as text: `3,2 0,0; 0,0 2,3`.
    Matrix {
        /// The payoffs, cell by cell, row by row.
        matrix: String,
    },
}

/// Makes tasks, and marks answers to them. Endgame tables are solved when a task first needs them.
#[derive(Clone, Default)]
pub struct Tasks {
    pub(crate) endgames: Arc<EndgameView>,
}

impl Tasks {
    /// Tasks that look into these endgame tables.
    #[must_use]
    pub fn new(endgames: Arc<EndgameView>) -> Tasks {
        Tasks { endgames }
    }

    /// The task of a student.
    pub fn of(&self, student: &Student, id: &str) -> Result<Task, Problem> {
        match id {
            "minimax" => tree_tasks::minimax(student),
            "cuts" => tree_tasks::cuts(student),
            "leaves" => tree_tasks::leaves(student),
            "orders" => tree_tasks::orders(student),
            "minimum" => tree_tasks::minimum(student),
            "horizon" => tree_tasks::horizon(student),
            "expectation" => tree_tasks::expectation(student),
            "captures" => board_tasks::captures(student),
            "pawn" => board_tasks::pawn(student, &self.endgames),
            "mate" => board_tasks::mate(student, &self.endgames),
            "transpositions" => table_tasks::transpositions(student),
            "entry" => table_tasks::entry(student),
            "equilibrium" => matrix_tasks::equilibrium(student),
            "mixture" => matrix_tasks::mixture(student),
            _ => {
                let shown: String = id.chars().filter(|c| !c.is_control()).take(30).collect();
                let all: Vec<&str> = crate::LESSONS.iter().flat_map(|lesson| lesson.tasks).copied().collect();
                Err(Problem::new(format!("there is no task '{shown}'"), all.join(", ")))
            }
        }
    }
}

impl Task {
    /// A task with single questions.
    pub(crate) fn asking(id: &'static str, show: Option<Show>, parts: Vec<Part>) -> Task {
        let lesson = lesson_of(id).map_or("", |lesson| lesson.id);
        Task { id, lesson, show, facts: BTreeMap::new(), questions: Vec::new(), parts, trace: None }
    }

    /// With a number or a name for the text.
    pub(crate) fn fact(mut self, key: &'static str, value: impl ToString) -> Task {
        self.facts.insert(key, value.to_string());
        self
    }
}
