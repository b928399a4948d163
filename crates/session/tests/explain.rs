//! Evaluations explained by their features and pieces.

use rootward_session::{Explanation, explain, explain_network, open, weights_text};

fn explained(game: &str, position: &str) -> Explanation {
    explain(open(game, Some(position)).unwrap().as_ref(), false).unwrap()
}

#[test]
fn the_parts_add_up_to_the_evaluation() {
    let queen_up = "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1";
    for (game, position, unit) in
        [("chess", queen_up, 100.0), ("connect-four", "21314", 1.0), ("tic-tac-toe", "X.O/.X./..O", 1.0)]
    {
        let answer = explained(game, position);
        let sum: f64 = answer.groups.iter().flat_map(|group| &group.features).map(|feature| feature.points).sum();
        assert!((sum - answer.sum).abs() < 1e-9, "{game}");
        let value = answer.score.value.as_ref().unwrap().number();
        assert!((answer.sum - value).abs() * unit < 1.0 && answer.per_unit == unit, "{game}: {answer:?}");
        assert!(!answer.score.is_proven());
    }
}

#[test]
fn both_weights_of_a_feature_are_reported_with_their_shares() {
    let found = explained("chess", "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1");
    assert!(found.circumstances.starts_with("phase 4 of 24"), "{}", found.circumstances);
    assert_eq!(found.groups[0].name, "material");
    let queen = &found.groups[0].features[0];
    assert_eq!((queen.name, queen.count), ("queen", 1.0));
    let stages: Vec<Option<&str>> = queen.weights.iter().map(|weight| weight.stage).collect();
    assert_eq!(stages, [Some("mg"), Some("eg")]);
    assert!((queen.weights[0].count - 4.0 / 24.0).abs() < 1e-9);
}

#[test]
fn a_file_without_weights_is_refused() {
    let path = std::env::temp_dir().join(format!("rootward-weights-{}", std::process::id()));
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        weights_text(path.to_str().unwrap())
    };
    assert_eq!(read("centre=3\n").as_deref(), Ok("centre=3\n"));
    for text in ["", "\n\n", "centre 3", "# centre"] {
        assert!(read(text).unwrap_err().to_string().contains("there are no weights in it; expected name="), "{text}");
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_game_without_features_is_refused_in_a_sentence() {
    let problem = explain(open("tree", None).unwrap().as_ref(), false).unwrap_err().to_string();
    assert!(problem.contains("has no evaluation with named features; expected a game that has one"), "{problem}");
}

/// A knight up: the extra knight is the weightiest piece, and every worth is the difference that it is called.
#[test]
fn a_network_reports_what_each_piece_is_worth() {
    let mut session = open("chess", Some("4k3/pppp4/8/8/8/5N2/PPPP4/4K3 w - - 0 1")).unwrap();
    session.set_evaluation("linear").unwrap();
    assert!(explain_network(session.as_ref()).unwrap().is_none());
    session.set_evaluation("default").unwrap();
    let answer = explain_network(session.as_ref()).unwrap().unwrap();
    assert_eq!(answer.pieces.len(), 9, "kings are left out");
    let first = &answer.pieces[0];
    assert_eq!((first.side_name, first.name, first.square.as_str()), ("White", "knight", "f3"));
    for piece in &answer.pieces {
        let difference = answer.score.value.as_ref().unwrap().number() - piece.without.number();
        assert!((difference - piece.worth.number()).abs() < 1e-9, "{piece:?}");
    }
    session.set_position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert!(explain_network(session.as_ref()).unwrap().unwrap().pieces.is_empty());
}
