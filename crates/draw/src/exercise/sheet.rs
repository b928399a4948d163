//! Exercises on paper.

use std::str::FromStr;

use rootward_session::Problem;
use serde::{Deserialize, Serialize};

use super::data;
use super::make::Exercise;
use super::page::pages;
use super::wording::Wording;
use crate::options::Theme;
use crate::picture::{Picture, Point};
use crate::svg::{Escaped, Number};

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// The worksheet or its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The worksheet, with blanks.
    Sheet,
    /// The solutions.
    Key,
}

/// A format of worksheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SheetFormat {
    /// Pages with real text.
    Pdf,
    /// One picture with the pages below each other.
    Svg,
    /// A page for the browser that prints well.
    Html,
    /// A LaTeX document.
    Tex,
    /// A Typst document.
    Typ,
    /// The trees and the answers as data.
    Json,
}

impl Paper {
    /// Width and height in points.
    pub(crate) fn size(self) -> Point {
        match self {
            Paper::A4 => Point::new(595.3, 841.9),
            Paper::Letter => Point::new(612.0, 792.0),
        }
    }
}

impl FromStr for Paper {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Paper, Problem> {
        match text {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(Problem::new(format!("'{text}' is not a paper"), "a4 or letter")),
        }
    }
}

impl SheetFormat {
    /// The format of files whose names end like this.
    pub fn of_extension(extension: &str) -> Result<SheetFormat, Problem> {
        match extension.to_ascii_lowercase().as_str() {
            "pdf" => Ok(SheetFormat::Pdf),
            "svg" => Ok(SheetFormat::Svg),
            "html" | "htm" => Ok(SheetFormat::Html),
            "tex" => Ok(SheetFormat::Tex),
            "typ" => Ok(SheetFormat::Typ),
            "json" => Ok(SheetFormat::Json),
            _ => Err(Problem::new(
                format!("'{extension}' is not a format of worksheets"),
                "pdf, svg, html, tex, typ or json",
            )),
        }
    }

    /// The media type, as HTTP names it.
    pub fn media_type(self) -> &'static str {
        match self {
            SheetFormat::Pdf => "application/pdf",
            SheetFormat::Svg => "image/svg+xml",
            SheetFormat::Html => "text/html; charset=utf-8",
            SheetFormat::Tex => "application/x-tex",
            SheetFormat::Typ => "text/x-typst",
            SheetFormat::Json => "application/json",
        }
    }
}

/// Sets exercises on pages.
pub fn sheet(exercises: &[Exercise], paper: Paper, format: SheetFormat, part: Part) -> Vec<u8> {
    set(&[(None, exercises)], paper, format, part, &Wording::default())
}

/// Sets several versions of a sheet one after the other; from two on they are called A, B, C and so on.
pub fn sheet_of_versions(versions: &[Vec<Exercise>], paper: Paper, format: SheetFormat, part: Part) -> Vec<u8> {
    sheet_in(&Wording::default(), versions, paper, format, part)
}

/// The same in another language. Data (JSON) has no language.
pub fn sheet_in(
    wording: &Wording,
    versions: &[Vec<Exercise>],
    paper: Paper,
    format: SheetFormat,
    part: Part,
) -> Vec<u8> {
    let letter = |place: usize| (versions.len() > 1).then(|| char::from(b'A' + (place % 26) as u8));
    let named: Vec<(Option<char>, &[Exercise])> =
        versions.iter().enumerate().map(|(place, exercises)| (letter(place), exercises.as_slice())).collect();
    set(&named, paper, format, part, wording)
}

fn set(
    versions: &[(Option<char>, &[Exercise])],
    paper: Paper,
    format: SheetFormat,
    part: Part,
    wording: &Wording,
) -> Vec<u8> {
    let pages = || -> Vec<Picture> {
        versions.iter().flat_map(|(version, exercises)| pages(exercises, paper, part, *version, wording)).collect()
    };
    match format {
        SheetFormat::Json => data::json(versions, part),
        SheetFormat::Pdf => crate::pdf::pdf_in(wording.language(), &pages(), Theme::Print),
        SheetFormat::Svg => stacked(&pages()).into_bytes(),
        SheetFormat::Html => html(&pages(), wording.language()).into_bytes(),
        SheetFormat::Tex => crate::tikz::tikz(&pages(), Theme::Print).into_bytes(),
        SheetFormat::Typ => crate::typst::typst(&pages(), Theme::Print).into_bytes(),
    }
}

/// The pages below each other in one picture.
fn stacked(pages: &[Picture]) -> String {
    let mut all = Picture { width: 0.0, height: 0.0, title: String::new(), parts: Vec::new() };
    for page in pages {
        let below = Point::new(0.0, all.height);
        all.width = all.width.max(page.width);
        all.height += page.height;
        all.title.clone_from(&page.title);
        all.parts.extend(page.clone().moved(below).parts);
    }
    crate::svg::svg(&all, Theme::Print)
}

/// A page for the browser in which every picture is a page of paper.
fn html(pages: &[Picture], language: &str) -> String {
    let size = pages.first().map_or(Point::default(), |page| Point::new(page.width, page.height));
    let title = pages.first().map_or("", |page| page.title.as_str());
    let pictures: String = pages.iter().map(|page| crate::svg::svg(page, Theme::Print)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>\
         @page {{ size: {width}pt {height}pt; margin: 0 }} body {{ margin: 0; background: #ccc }} \
         svg {{ display: block; width: {width}pt; height: {height}pt; margin: 0 auto 12pt; background: #fff }} \
         @media print {{ body {{ background: none }} svg {{ margin: 0; break-after: page }} }}</style></head>\n\
         <body>{pictures}</body></html>\n",
        Escaped(language),
        Escaped(title),
        width = Number(size.x),
        height = Number(size.y)
    )
}
