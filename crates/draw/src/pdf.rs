//! Pictures as PDF, one page each. Text stays text: it can be searched for and copied.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::font::{FILES, font};
use crate::ink::Ink;
use crate::options::Theme;
use crate::picture::{Paint, Picture, Point, Shape, Stroke, Text};
use crate::png::{Stride, beginning, outline, rounded_outline};
use crate::svg::diamond;

/// The fonts by the names that pages use.
const FONTS: [Name<'static>; 2] = [Name(b"F0"), Name(b"F1")];
const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
/// PDF knows no page larger than this.
const LARGEST: f32 = 14_400.0;

/// The pictures as the pages of a PDF file.
pub(crate) fn pdf(pages: &[Picture], theme: Theme) -> Vec<u8> {
    pdf_in("en", pages, theme)
}

/// The same with texts in another language, which the file names.
pub(crate) fn pdf_in(language: &str, pages: &[Picture], theme: Theme) -> Vec<u8> {
    let mut file = Pdf::new();
    let mut next = 1;
    let mut new = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, info) = (new(), new(), new());
    let fonts = [new(), new()];
    let mut used = [BTreeMap::new(), BTreeMap::new()];
    let kids: Vec<(Ref, Ref)> = pages.iter().map(|_| (new(), new())).collect();
    file.catalog(catalog).pages(tree).lang(TextStr(language));
    file.document_info(info).title(TextStr(pages.first().map_or("", |page| page.title.as_str())));
    file.pages(tree).kids(kids.iter().map(|kid| kid.0)).count(pages.len() as i32);
    for (page, &(id, contents)) in pages.iter().zip(&kids) {
        let scale = (LARGEST / page.width.max(page.height)).min(1.0);
        let mut written = file.page(id);
        written.parent(tree).contents(contents);
        written.media_box(Rect::new(0.0, 0.0, page.width * scale, page.height * scale));
        let mut resources = written.resources();
        let mut dictionary = resources.fonts();
        FONTS.iter().zip(fonts).for_each(|(name, font)| _ = dictionary.pair(*name, font));
        dictionary.finish();
        resources.finish();
        written.finish();
        let content = content(page, theme, scale, &mut used);
        file.stream(contents, &packed(&content)).filter(Filter::FlateDecode);
    }
    for (which, id) in fonts.into_iter().enumerate() {
        write_font(&mut file, which, id, &used[which], &mut new);
    }
    file.finish()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 8)
}

type Used = [BTreeMap<u16, char>; 2];

/// The shapes of a page.
fn content(page: &Picture, theme: Theme, scale: f32, used: &mut Used) -> Vec<u8> {
    let mut content = Content::new();
    // From here on y grows downwards, as in the picture.
    content.transform([scale, 0.0, 0.0, -scale, 0.0, page.height * scale]);
    fill_ink(&mut content, Ink::Paper, theme);
    content.rect(0.0, 0.0, page.width, page.height).fill_nonzero();
    for shape in page.parts.iter().flat_map(|part| &part.shapes) {
        push_shape(&mut content, shape, theme, used);
    }
    content.finish().into_vec()
}

fn push_shape(content: &mut Content, shape: &Shape, theme: Theme, used: &mut Used) {
    match shape {
        Shape::Rectangle { at, half, round, paint } => {
            push_outline(content, outline(*at, *half, *round));
            push_paint(content, paint, theme);
        }
        Shape::Ellipse { at, half, paint } => {
            push_outline(content, rounded_outline(*at, *half, *half));
            push_paint(content, paint, theme);
        }
        Shape::Diamond { at, half, paint } => {
            for (nth, Point { x, y }) in diamond(*at, *half).into_iter().enumerate() {
                if nth == 0 {
                    content.move_to(x, y)
                } else {
                    content.line_to(x, y)
                };
            }
            content.close_path();
            push_paint(content, paint, theme);
        }
        Shape::Line { from, to, stroke } => {
            content.move_to(from.x, from.y).line_to(to.x, to.y);
            push_paint(content, &Paint { fill: None, stroke: Some(*stroke) }, theme);
        }
        Shape::Text(text) => push_text(content, text, theme, used),
    }
}

fn push_outline(content: &mut Content, strides: Vec<Stride>) {
    for stride in strides {
        match stride {
            Stride::Move(p) => content.move_to(p.x, p.y),
            Stride::Line(p) => content.line_to(p.x, p.y),
            Stride::Curve(a, b, p) => content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
        };
    }
    content.close_path();
}

fn shares(ink: Ink, theme: Theme) -> [f32; 3] {
    ink.colour(theme).map(|value| f32::from(value) / 255.0)
}

fn fill_ink(content: &mut Content, ink: Ink, theme: Theme) {
    let [red, green, blue] = shares(ink, theme);
    content.set_fill_rgb(red, green, blue);
}

fn push_paint(content: &mut Content, paint: &Paint, theme: Theme) {
    if let Some(ink) = paint.fill {
        fill_ink(content, ink, theme);
    }
    if let Some(Stroke { ink, width, dashed }) = paint.stroke {
        let [red, green, blue] = shares(ink, theme);
        content.set_stroke_rgb(red, green, blue).set_line_width(width);
        content.set_dash_pattern(if dashed { [5.0, 4.0].to_vec() } else { Vec::new() }, 0.0);
    }
    match (paint.fill.is_some(), paint.stroke.is_some()) {
        (true, true) => content.fill_nonzero_and_stroke(),
        (true, false) => content.fill_nonzero(),
        (false, true) => content.stroke(),
        (false, false) => content.end_path(),
    };
}

fn push_text(content: &mut Content, text: &Text, theme: Theme, used: &mut Used) {
    let which = usize::from(text.bold);
    let face = &font(text.bold).face;
    let mut codes = Vec::with_capacity(2 * text.text.len());
    for c in text.text.chars() {
        let glyph = face.glyph_index(c).map_or(0, |glyph| glyph.0);
        used[which].entry(glyph).or_insert(c);
        codes.extend(glyph.to_be_bytes());
    }
    fill_ink(content, text.ink, theme);
    content.begin_text().set_font(FONTS[which], text.size);
    // The page is upside down, so text has to be turned back.
    content.set_text_matrix([1.0, 0.0, 0.0, -1.0, beginning(text), text.at.y]);
    content.show(Str(&codes)).end_text();
}

fn write_font(file: &mut Pdf, which: usize, id: Ref, used: &BTreeMap<u16, char>, new: &mut dyn FnMut() -> Ref) {
    let (descendant, descriptor, data, unicode) = (new(), new(), new(), new());
    let names: [&[u8]; 2] = [b"ROOTWD+DejaVuSans", b"ROOTWD+DejaVuSans-Bold"];
    let name = Name(names[which]);
    let face = &font(which == 1).face;
    let per_mille = |units: f32| units * 1000.0 / f32::from(face.units_per_em());
    file.type0_font(id)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(unicode);
    let mut cid = file.cid_font(descendant);
    cid.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
    cid.default_width(600.0).cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for &glyph in used.keys() {
        let advance = face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        widths.consecutive(glyph, [per_mille(f32::from(advance))]);
    }
    widths.finish();
    cid.finish();
    let bounds = face.global_bounding_box();
    let corner = |x: i16, y: i16| (per_mille(f32::from(x)), per_mille(f32::from(y)));
    let ((x0, y0), (x1, y1)) = (corner(bounds.x_min, bounds.y_min), corner(bounds.x_max, bounds.y_max));
    file.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(x0, y0, x1, y1))
        .italic_angle(0.0)
        .ascent(per_mille(f32::from(face.ascender())))
        .descent(per_mille(f32::from(face.descender())))
        .cap_height(729.0)
        .stem_v(if which == 1 { 140.0 } else { 80.0 })
        .font_file2(data);
    file.stream(data, &packed(FILES[which])).filter(Filter::FlateDecode);
    let mut map = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    used.iter().for_each(|(&glyph, &c)| map.pair(glyph, c));
    let map = map.finish();
    file.stream(unicode, &map);
}
