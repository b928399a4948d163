//! Dice of a session: turns of chance and their throws.

use rootward_session::{SeededDice, open};

#[test]
fn the_turn_of_chance_is_reported_with_its_weights() {
    let mut session = open("pig", Some("3,4,5,second")).unwrap();
    assert_eq!(session.chance(), None);
    session.play("roll").unwrap();
    let chance = session.chance().unwrap();
    assert_eq!((chance.side, chance.thrown, chance.outcomes.len()), ("second", 0, 6));
    assert!(chance.outcomes.iter().all(|chance| chance.weight == 1 && chance.probability == 1.0 / 6.0));
    session.play("2").unwrap();
    session.play("roll").unwrap();
    assert_eq!(session.chance().unwrap().thrown, 1);
}

#[test]
fn a_throw_depends_on_its_number_and_the_seed_alone() {
    let throws = |seed: u64, first: &str| {
        let mut session = open("pig", Some(first)).unwrap();
        let mut thrown = Vec::new();
        while session.view().outcome.is_none() && thrown.len() < 20 {
            session.play("roll").unwrap();
            let throw = SeededDice { seed }.throw(session.as_ref()).unwrap();
            // Taking back changes nothing.
            session.undo();
            session.play("roll").unwrap();
            assert_eq!(SeededDice { seed }.throw(session.as_ref()), Some(throw.clone()));
            if session.chance().unwrap().side == "first" {
                thrown.push(throw.clone());
            }
            session.play(&throw).unwrap();
        }
        thrown
    };
    let (one, other) = (throws(1, "0,0,0"), throws(1, "40,50,0,second"));
    let common = one.len().min(other.len());
    assert!(common > 0 && one[..common] == other[..common], "{one:?} {other:?}");
    assert_ne!(throws(1, "0,0,0"), throws(2, "0,0,0"));
}
