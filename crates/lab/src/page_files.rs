//! The list of the page's files. A new file in `page/` needs one line here; a test notices if it is forgotten.

/// Embeds files of `page/` with their names.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../page/", $name)).as_slice())),*]
    };
}

/// Names and contents.
pub(crate) const FILES: &[(&str, &[u8])] = files![
    "address.js",
    "analysis.js",
    "api.js",
    "arrows.js",
    "base.css",
    "board.js",
    "compare.js",
    "dom.js",
    "drag.js",
    "drawing.js",
    "duel.js",
    "editor.js",
    "export.js",
    "favicon.svg",
    "frames.js",
    "game.css",
    "game_picker.js",
    "game_record.js",
    "gamelab.js",
    "graph.js",
    "index.html",
    "layout.js",
    "link.js",
    "main.js",
    "matrix.css",
    "matrix_examples.js",
    "matrix_game.js",
    "matrix_results.js",
    "matrixlab.js",
    "numbered.js",
    "outline.js",
    "panes.js",
    "payoff_table.js",
    "picture.js",
    "pieces.js",
    "plot.js",
    "practice.js",
    "print.css",
    "quiz.js",
    "random_tree.js",
    "score.js",
    "search_view.js",
    "set_up.js",
    "setting.js",
    "source.js",
    "status.js",
    "stepper.js",
    "tally.js",
    "theme.js",
    "transport.js",
    "tree.css",
    "treelab.js",
];
