//! The chart is well-formed and shows every method.

use rootward_draw::{Theme, cost_chart};
use rootward_studies::compare::{CompareRow, CompareSettings, Method, compare};

fn rows(depths: std::ops::RangeInclusive<u32>) -> Vec<CompareRow> {
    let session = rootward_session::open("connect-four", None).unwrap();
    let settings = CompareSettings { depths, table_bytes: 1 << 20, max_nodes: 100_000, ..CompareSettings::default() };
    compare(&*session, &settings, &mut |_| {})
}

fn chart(rows: &[CompareRow], title: &str) -> String {
    cost_chart(rows, title, Theme::default())
}

/// Every tag that is opened is closed, in turn.
fn check_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{tag}");
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty());
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn the_chart_has_a_labelled_line_for_each_method_and_the_minimum() {
    let svg = chart(&rows(1..=6), "Connect Four");
    check_well_formed(&svg);
    for method in Method::WITHOUT_CHANCE {
        assert!(svg.contains(&format!(">{}</text>", method.name())), "{}", method.name());
    }
    assert!(svg.contains("Knuth–Moore, b = 7") && svg.contains("stroke-dasharray"));
    assert_eq!(svg.matches("<g class=\"curve\">").count(), Method::WITHOUT_CHANCE.len() + 1);
}

#[test]
fn one_depth_or_none_still_makes_a_chart() {
    for rows in [rows(3..=3), Vec::new()] {
        check_well_formed(&chart(&rows, "Few"));
    }
}

#[test]
fn a_title_may_contain_anything() {
    let svg = chart(&rows(1..=2), "a < b & \"c\" > d");
    check_well_formed(&svg);
    assert!(svg.contains("<title>a &lt; b &amp; &quot;c&quot; &gt; d: boards"));
}
