//! The lessons, in the order of the lecture.

use serde::Serialize;

/// A lesson and its tasks, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// Its name.
    pub id: &'static str,
    /// The names of its tasks.
    pub tasks: &'static [&'static str],
}

/// All lessons.
pub const LESSONS: &[Lesson] = &[
    Lesson { id: "minimax", tasks: &["minimax"] },
    Lesson { id: "alpha-beta", tasks: &["cuts", "leaves"] },
    Lesson { id: "ordering", tasks: &["orders", "minimum"] },
    Lesson { id: "depth", tasks: &["horizon"] },
    Lesson { id: "quiescence", tasks: &["captures"] },
    Lesson { id: "transpositions", tasks: &["transpositions", "entry"] },
    Lesson { id: "chance", tasks: &["expectation"] },
    Lesson { id: "matrices", tasks: &["equilibrium", "mixture"] },
    Lesson { id: "endgames", tasks: &["pawn", "mate"] },
];

/// The lesson that has a task of this name.
#[must_use]
pub fn lesson_of(task: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.tasks.contains(&task))
}
