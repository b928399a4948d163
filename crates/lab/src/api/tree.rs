//! Trees written by hand: as text, as nested nodes for an editor, and random ones.

use std::ops::RangeInclusive;

use rootward_draw::exercise::{Exercise, ExerciseSettings};
use rootward_session::{Problem, WrittenTree};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::call::Call;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parse {
    text: Option<String>,
    tree: Option<Value>,
}

#[derive(Serialize)]
struct Parsed {
    text: String,
    tree: Value,
    nodes: usize,
    leaves: usize,
}

/// `POST /api/tree/parse`.
pub(crate) fn parse(call: &Call) -> Result<Response, Refusal> {
    let written = match call.read()? {
        Parse { text: Some(text), tree: None } => WrittenTree::read(&text)?,
        // The client never saw the JSON text of the nodes, so a place in it would mean nothing to it.
        Parse { text: None, tree: Some(tree) } => {
            WrittenTree::read(&plain(tree).to_string()).map_err(|problem| Refusal { place: None, ..problem.into() })?
        }
        _ => return Err(Problem::new("the body has neither or both of text and tree", "one of them").into()),
    };
    Response::json(&parsed(written)?)
}

fn parsed(written: WrittenTree) -> Result<Parsed, Refusal> {
    let WrittenTree { text, json, nodes, leaves, .. } = written;
    let too_deep = || Problem::new("the tree is too deep to be shown", format!("at most {MOST_LEVELS} levels"));
    let tree: Value = serde_json::from_str(&json).map_err(|_| too_deep())?;
    let tree = whole(tree, "max");
    if levels(&tree) > MOST_LEVELS {
        return Err(too_deep().into());
    }
    Ok(Parsed { text, tree, nodes, leaves })
}

/// JSON parsers commonly stop at 128 nested brackets; a level of nodes takes two.
const MOST_LEVELS: usize = 60;

fn levels(node: &Value) -> usize {
    let children = node.get("children").and_then(Value::as_array);
    1 + children.into_iter().flatten().map(levels).max().unwrap_or(0)
}

/// Every node as an object with its side, with everything that the short form leaves out.
fn whole(node: Value, side: &str) -> Value {
    let mut object = match node {
        Value::Object(object) => object,
        Value::Array(children) => Map::from_iter([("children".to_owned(), Value::Array(children))]),
        value => return json!({ "value": value }),
    };
    let Some(Value::Array(children)) = object.remove("children") else { return Value::Object(object) };
    let own = object.get("side").and_then(Value::as_str).unwrap_or(side).to_owned();
    // Chance takes no turn.
    let next = match own.as_str() {
        "max" => "min",
        "chance" => side,
        _ => "max",
    };
    let children = children.into_iter().map(|child| whole(child, next)).collect();
    object.insert("side".to_owned(), Value::String(own));
    object.insert("children".to_owned(), Value::Array(children));
    Value::Object(object)
}

/// The same tree without the keys that hold nothing, which the tree parser does not accept.
fn plain(node: Value) -> Value {
    match node {
        Value::Object(object) => {
            let kept = object.into_iter().filter(|(_, value)| !is_nothing(value));
            Value::Object(kept.map(|(key, value)| (key, plain(value))).collect())
        }
        Value::Array(nodes) => Value::Array(nodes.into_iter().map(plain).collect()),
        value => value,
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    parsed: Parsed,
    settings: ExerciseSettings,
}

/// `POST /api/tree/random`. Drawing trees until the conditions hold can take a second, so it needs a search slot.
pub(crate) fn random(call: &Call) -> Result<Reply, Refusal> {
    let settings: ExerciseSettings = call.read()?;
    Ok(SearchJob::single(None, move |_| {
        let drawn = Exercise::new(&settings)?;
        Response::json(&Drawn { parsed: parsed(WrittenTree::read(&drawn.text)?)?, settings })
    }))
}

/// A range such as `2..3`, or a single number.
pub(crate) fn range(name: &str, text: &str, within: RangeInclusive<i32>) -> Result<RangeInclusive<i32>, Refusal> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().trim_start_matches('=').replace('−', "-").parse::<i32>().ok();
    let found = number(first).zip(number(last)).map(|(first, last)| first..=last);
    let fits = |range: &RangeInclusive<i32>| {
        !range.is_empty() && within.contains(range.start()) && within.contains(range.end())
    };
    found.filter(fits).ok_or_else(|| {
        let shown: String = text.chars().filter(|c| !c.is_control()).take(30).collect();
        let (least, most) = (within.start(), within.end());
        Problem::new(
            format!("{name}: '{shown}' is no range"),
            format!("two numbers from {least} to {most}, such as 2..3"),
        )
        .into()
    })
}
