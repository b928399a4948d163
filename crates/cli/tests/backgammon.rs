//! Backgammon on the command line: bear-off tables, a network that learns, rollouts.

use std::fs;
use std::path::Path;

use crate::common::{run, scratch};
use serde_json::{Value, json};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

#[test]
fn a_bear_off_table_is_built_checked_and_asked() {
    let path = scratch("bearoff.table");
    let file = text(&path);
    let built =
        run(&["table", "build", "backgammon-bearoff", "--checkers", "3", "--out", file, "--json"]).fine().json();
    let info = built.last().unwrap();
    assert_eq!((&info["event"], &info["checkers"], &info["alone"]), (&json!("table"), &json!(3), &json!(54_264)));
    run(&["table", "info", file]).fine();
    let asked = |arguments: &[&str]| -> Value {
        run(&[&["table", "show", "--json"], arguments].concat()).fine().json().remove(0)
    };
    let near = |value: &Value, exact: f64| assert!((value.as_f64().unwrap() - exact).abs() < 1e-12, "{value} {exact}");
    near(&asked(&["6"])["mean_rolls"], 5.0 / 4.0);
    near(&asked(&["6,6"])["mean_rolls"], 49213.0 / 23328.0);
    near(&asked(&["1,2,3,4,5,6"])["mean_rolls"], 628_300_727.0 / 181_398_528.0);
    let sixes = asked(&["6,6", "6,6", "--table", file]);
    near(&sixes["win_probability"], 410_592_493.0 / 544_195_584.0);
    near(&asked(&["4,5,6", "1,2,3", "--table", file])["win_probability"], 6785.0 / 15552.0);
    assert_eq!(sixes["exact"], json!(true));
    assert_eq!(asked(&["4,5,6", "1,2,3"])["exact"], json!(false), "without a table of both sides it is an estimate");

    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, bytes).unwrap();
    run(&["table", "info", file]).refused("it is damaged or cut off");
}

#[test]
fn a_rollout_reports_the_equity_with_its_error() {
    let rolled = |arguments: &[&str]| -> Value {
        let command = ["rollout", "backgammon", "--games", "36", "--plies", "2", "--json"];
        run(&[&command[..], arguments].concat()).fine().json().pop().unwrap()
    };
    let start = rolled(&[]);
    let result = &start["results"][0];
    let (equity, error) = (result["equity"].as_f64().unwrap(), result["error"].as_f64().unwrap());
    assert!(equity.abs() < 0.3 && error > 0.0 && error < 0.1, "{start}");
    assert_eq!(result["games"], json!(36));
    assert_eq!(rolled(&["--threads", "1"])["results"], rolled(&["--threads", "2"])["results"]);
    assert_ne!(rolled(&["--seed", "2"])["results"], start["results"]);
    let plays = rolled(&["4HPwATDgc/ABMA 31", "--candidates", "2"]);
    let plays = plays["results"].as_array().unwrap();
    assert_eq!((plays.len(), &plays[0]["move"]), (2, &json!("8/5 6/5")), "the one play that everybody makes");
}

#[test]
fn what_the_network_learned_is_kept_and_continued() {
    let (kept, saved) = (scratch("learned.network"), scratch("packed.network"));
    // An earlier run may have left it.
    let _ = fs::remove_file(&kept);
    let train = |games: &str| -> Value {
        let command = ["tune", "backgammon", "--json", "--out", text(&kept), "--save", text(&saved), "--games", games];
        run(&[&command[..], &["--force"]].concat()).fine().json().pop().unwrap()
    };
    assert_eq!(train("2")["progress"]["games"], json!(2));
    let more = train("3");
    assert_eq!((&more["progress"]["kept"], &more["progress"]["games"]), (&json!(2), &json!(3)));
    let packed = fs::read(&saved).unwrap();
    assert!(packed.starts_with(b"rootward backgammon network 2\n\x03\0\0\0\0\0\0\0"));
    assert!(packed.len() < fs::metadata(&kept).unwrap().len() as usize / 2, "packed, it is smaller");
    let linear = run(&["tune", "backgammon", "--linear", "--games", "2", "--json"]).fine().json().remove(0);
    assert!(linear["weights"].as_str().unwrap().contains("blot-1="));
}

#[test]
fn generations_are_taught_and_continued() {
    let (folder, saved) = (scratch("generations"), scratch("generation.network"));
    let _ = fs::remove_dir_all(&folder);
    let teach = |generations: &str| -> Vec<Value> {
        let command = ["tune", "backgammon", "--network", "--json", "--data", text(&folder), "--save", text(&saved)];
        let size = ["--samples", "100", "--hidden", "64", "--epochs", "1", "--generations", generations, "--force"];
        run(&[&command[..], &size].concat()).fine().json()
    };
    let first = teach("1");
    assert_eq!((first.len(), &first[0]["event"], &first[0]["epoch"]), (2, &json!("epoch"), &json!(1)));
    assert!(first[0]["contact"]["equity_error"].as_f64().unwrap() > 0.0);
    assert_eq!((&first[1]["event"], &first[1]["generations"]), (&json!("taught"), &json!(1)));
    let network = fs::read(folder.join("generation-1.network")).unwrap();
    let second = teach("2");
    assert_eq!((second.len(), &second[0]["generation"]), (2, &json!(2)), "the first already exists");
    assert_eq!(fs::read(folder.join("generation-1.network")).unwrap(), network);
    assert!(fs::read(&saved).unwrap().starts_with(b"rootward backgammon network 2\n"));
    let further = scratch("further-generations");
    let _ = fs::remove_dir_all(&further);
    let start = folder.join("generation-2.network");
    let command = ["tune", "backgammon", "--network", "--json", "--samples", "100", "--hidden", "64", "--epochs", "1"];
    run(&[&command[..], &["--data", text(&further), "--start", text(&start)]].concat()).fine();
    let start = fs::read(start).unwrap();
    let checksum = start.last_chunk::<4>().map(|bytes| u32::from_le_bytes(*bytes)).unwrap();
    let samples = fs::read(further.join("generation-1/00000.samples")).unwrap();
    let title = String::from_utf8_lossy(samples.split(|&byte| byte == b'\n').next().unwrap()).to_string();
    assert!(title.ends_with(&format!("taught by {checksum:08x}")), "{title}");
    let other = [&command[..], &["--data", text(&further), "--start", "Cargo.toml"]].concat();
    run(&other).refused("network 'Cargo.toml': this is not a network of backgammon");

    let refused = run(&["tune", "backgammon", "--network", "--data", text(&folder), "--nodes", "5"]);
    refused.refused("backgammon's network takes neither a position nor --step, --nodes or --opinion");
}
