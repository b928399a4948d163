//! Holds JSON against `docs/schema/rootward.schema.json`. It knows the keywords that the schema uses and refuses any other, so
//! that no part of the schema is silently without effect.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

use serde_json::{Map, Value};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/rootward.schema.json");

/// The schema of the project.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let text = std::fs::read_to_string(PATH).unwrap_or_else(|error| panic!("{PATH}: {error}"));
    Schema::new(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{PATH}: {error}"))).unwrap()
});

/// Annotations, which say nothing about what is valid.
const ANNOTATIONS: [&str; 5] = ["$schema", "$id", "title", "description", "$defs"];

const KEYWORDS: [&str; 13] = [
    "$ref",
    "anyOf",
    "type",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "enum",
    "const",
    "minimum",
    "maximum",
];

/// A JSON schema.
pub struct Schema {
    root: Value,
    /// The definitions that something has fitted, and for those with alternatives, which.
    used: Mutex<BTreeSet<String>>,
}

impl Schema {
    /// Refuses a schema with a keyword that is not understood, or one that leaves an object open.
    pub fn new(root: Value) -> Result<Schema, String> {
        let schema = Schema { root, used: Mutex::default() };
        schema.understood(&schema.root, "#")?;
        let definitions = schema.root["$defs"].as_object().ok_or("no $defs")?;
        definitions.iter().try_for_each(|(name, definition)| schema.understood(definition, name))?;
        Ok(schema)
    }

    fn understood(&self, schema: &Value, at: &str) -> Result<(), String> {
        let object = schema.as_object().ok_or_else(|| format!("{at}: not a schema: {schema}"))?;
        if object.get("type") == Some(&"object".into()) && !object.contains_key("additionalProperties") {
            return Err(format!("{at}: an object that does not say what else it may hold"));
        }
        for (key, value) in object {
            let below = format!("{at}/{key}");
            match key.as_str() {
                "properties" => {
                    let all = value.as_object().ok_or_else(|| format!("{below}: not an object"))?;
                    all.iter().try_for_each(|(name, one)| self.understood(one, &format!("{below}/{name}")))?;
                }
                "items" => self.understood(value, &below)?,
                "additionalProperties" if !value.is_boolean() => self.understood(value, &below)?,
                "anyOf" => list(value).iter().try_for_each(|one| self.understood(one, &below))?,
                "$ref" => self.definition(value.as_str().unwrap_or_default()).map(|_| ())?,
                key if KEYWORDS.contains(&key) || ANNOTATIONS.contains(&key) => {}
                _ => return Err(format!("{below}: an unknown keyword")),
            }
        }
        Ok(())
    }

    fn definition(&self, reference: &str) -> Result<(String, &Value), String> {
        let name = reference.strip_prefix("#/$defs/").ok_or_else(|| format!("'{reference}' is not in $defs"))?;
        let name = name.replace("%20", " ").replace("~1", "/");
        let found = self.root["$defs"].get(&name).ok_or_else(|| format!("'{reference}' is not there"))?;
        Ok((name, found))
    }

    /// What is wrong with a value that should fit the definition `name`; nothing if it fits.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        let definition = self.root["$defs"].get(name).ok_or_else(|| format!("there is no definition '{name}'"))?;
        let mut used = BTreeSet::from([name.to_owned()]);
        self.fits(definition, value, name, &mut used)?;
        self.used.lock().unwrap().extend(used);
        Ok(())
    }

    /// Definitions of commands and of the lab, and their alternatives, that nothing has fitted yet.
    pub fn unused(&self, prefix: &str) -> Vec<String> {
        let used = self.used.lock().unwrap();
        let mut unused = Vec::new();
        for (name, definition) in self.root["$defs"].as_object().unwrap().iter().filter(|(n, _)| n.starts_with(prefix))
        {
            let alternatives = definition.get("anyOf").map_or(0, |all| list(all).len());
            let places = (0..alternatives).map(|place| format!("{name}#{place}"));
            let all = std::iter::once(name.clone()).filter(|_| alternatives == 0).chain(places);
            unused.extend(all.filter(|place| !used.contains(place)));
        }
        unused
    }

    fn fits(&self, schema: &Value, value: &Value, at: &str, used: &mut BTreeSet<String>) -> Result<(), String> {
        let schema = schema.as_object().ok_or("not a schema")?;
        let wrong = |what: &str| Err(format!("{at}: {what}: {}", shown(value)));
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let (_, definition) = self.definition(reference)?;
            self.fits(definition, value, at, used)?;
        }
        if let Some(alternatives) = schema.get("anyOf") {
            self.fits_one(list(alternatives), value, at, used)?;
        }
        if let Some(types) = schema.get("type") {
            let names = if types.is_array() { list(types) } else { std::slice::from_ref(types) };
            if !names.iter().any(|name| is_of_type(value, name.as_str().unwrap_or_default())) {
                return wrong(&format!("not of type {types}"));
            }
        }
        if schema.get("const").is_some_and(|only| only != value) {
            return wrong(&format!("not {}", schema["const"]));
        }
        if schema.get("enum").is_some_and(|all| !list(all).contains(value)) {
            return wrong(&format!("none of {}", schema["enum"]));
        }
        let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
        let is_out = |number: f64| {
            bound("minimum").is_some_and(|least| number < least) || bound("maximum").is_some_and(|most| number > most)
        };
        if value.as_f64().is_some_and(is_out) {
            return wrong("out of range");
        }
        if let Some(items) = value.as_array() {
            let count = items.len() as f64;
            if bound("minItems").is_some_and(|least| count < least)
                || bound("maxItems").is_some_and(|most| count > most)
            {
                return wrong("too many items or too few");
            }
            if let Some(one) = schema.get("items") {
                let mut places = items.iter().enumerate();
                places.try_for_each(|(place, item)| self.fits(one, item, &format!("{at}[{place}]"), used))?;
            }
        }
        value.as_object().map_or(Ok(()), |object| self.fits_object(schema, object, at, used))
    }

    fn fits_object(
        &self,
        schema: &Map<String, Value>,
        object: &Map<String, Value>,
        at: &str,
        used: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        for name in schema.get("required").map_or(&[][..], list).iter().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("{at}: '{name}' is missing"));
            }
        }
        for (name, value) in object {
            let below = format!("{at}.{name}");
            match (schema.get("properties").and_then(|all| all.get(name)), schema.get("additionalProperties")) {
                (Some(one), _) => self.fits(one, value, &below, used)?,
                (None, Some(Value::Bool(false))) => {
                    return Err(format!("{below}: not in the schema: {}", shown(value)));
                }
                (None, Some(one @ Value::Object(_))) => self.fits(one, value, &below, used)?,
                (None, _) => {}
            }
        }
        Ok(())
    }

    /// If none fits, the alternative that is meant is the one that got furthest.
    fn fits_one(&self, all: &[Value], value: &Value, at: &str, used: &mut BTreeSet<String>) -> Result<(), String> {
        let mut errors = Vec::new();
        for (place, one) in all.iter().enumerate() {
            let mut here = BTreeSet::new();
            match self.fits(one, value, at, &mut here) {
                Ok(()) => {
                    used.extend(here);
                    // The alternatives of a definition itself, not those of its parts.
                    used.insert(format!("{at}#{place}"));
                    return Ok(());
                }
                Err(error) => errors.push(error),
            }
        }
        let event = |error: &&String| !error.starts_with(&format!("{at}.event: "));
        let depth = |error: &&String| error.split(": ").next().map_or(0, |path| path.matches(['.', '[']).count());
        let problem = errors.iter().filter(event).max_by_key(depth);
        Err(problem.or(errors.first()).cloned().unwrap_or_else(|| format!("{at}: nothing is allowed")))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        _ => false,
    }
}

fn shown(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema(definition: Value) -> Result<Schema, String> {
        Schema::new(json!({ "$defs": { "x": definition } }))
    }

    #[test]
    fn every_keyword_has_its_effect() {
        let cases = [
            (json!({ "type": "integer", "minimum": 0, "maximum": 3 }), json!(3), json!(4)),
            (json!({ "type": "integer" }), json!(-3), json!(0.5)),
            (json!({ "type": ["string", "null"] }), json!(null), json!(1)),
            (json!({ "const": true }), json!(true), json!(false)),
            (json!({ "enum": ["a", null] }), json!("a"), json!("b")),
            (json!({ "type": "array", "items": { "type": "string" }, "maxItems": 1 }), json!(["a"]), json!(["a", "b"])),
            (json!({ "type": "array", "items": { "type": "string" } }), json!([]), json!([1])),
            (json!({ "type": "array", "minItems": 1 }), json!([1]), json!([])),
            (json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }), json!("a"), json!(1)),
        ];
        for (definition, right, wrong) in cases {
            let schema = schema(definition.clone()).unwrap();
            assert_eq!(schema.check("x", &right), Ok(()), "{definition}");
            assert!(schema.check("x", &wrong).is_err(), "{definition}");
        }
        let object = json!({ "type": "object", "required": ["a"], "properties": { "a": { "$ref": "#/$defs/x" }, "b": {} },
            "additionalProperties": false });
        let schema = Schema::new(json!({ "$defs": { "x": { "type": "number" }, "o": object } })).unwrap();
        assert_eq!(schema.check("o", &json!({ "a": 1, "b": [] })), Ok(()));
        for wrong in [json!({}), json!({ "a": "1" }), json!({ "a": 1, "c": 1 })] {
            assert!(schema.check("o", &wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for definition in [
            json!({ "pattern": "x" }),
            json!({ "type": "object", "properties": {} }),
            json!({ "anyOf": [{ "oneOf": [] }] }),
            json!({ "$ref": "#/$defs/y" }),
            json!({ "items": { "uniqueItems": true } }),
            json!(true),
        ] {
            assert!(schema(definition.clone()).is_err(), "{definition}");
        }
    }
}
