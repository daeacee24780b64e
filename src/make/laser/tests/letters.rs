//! Tests of the forms of engraved letters.

use super::*;
use crate::picture::pdf;
use crate::puzzle::making::LetterForm;

/// A board with the texts of `week.ron`, and pieces of its kind.
const WEEK: &str = r#"(
    format: 1,
    title: "Week by week",
    lattice: Square,
    pieces: [
        Family(free: 5, without: ["F", "I", "X"]),
        Family(free: 2, colours: 0),
    ],
    board: Rectangle(7, 7),
    site_texts: [
        "Mon Tue Wed Thu Fri Sat Sun",
        "W1 W2 W3 W4 W5 . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ],
    site_groups: {
        "Day": Texts(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
        "Week": Texts(["W1", "W2", "W3", "W4", "W5"]),
    },
    variants: (
        of: [OpenOne("Week"), OpenOne("Day")],
    ),
)"#;

fn with(form: LetterForm) -> LaserSettings {
    let mut settings = LaserSettings::default();
    settings.parts.letter_form = form;
    settings
}

#[test]
fn a_series_has_one_height_and_baseline_in_every_form_of_letters() {
    let puzzle = read(WEEK);
    for form in [LetterForm::Lines, LetterForm::Outlines, LetterForm::Filled] {
        let list = part_list(&puzzle, &with(form)).unwrap();
        let base = list.parts.iter().find(|part| part.kind == PartKind::Base).unwrap();
        // The capitals of a day: the first letter, which is the part of a text that is furthest left.
        let capitals = |text: &part::PartText| {
            let first = text.lines.iter().min_by(|a, b| {
                let left = |line: &Contour| path::bounds([line]).unwrap().min[0];
                left(a).total_cmp(&left(b))
            });
            let bounds = path::bounds(first).unwrap();
            [bounds.min[1] + text.at[1], bounds.max[1] + text.at[1]]
        };
        let week: Vec<[f64; 2]> = base.texts[7..12].iter().map(capitals).collect();
        for [top, bottom] in &week {
            assert!((top - week[0][0]).abs() < 1e-6 && (bottom - week[0][1]).abs() < 1e-6);
        }
        let height = week[0][1] - week[0][0];
        assert!((2.0..=6.06).contains(&height), "{form:?} {height}");
        assert!(base.texts.iter().all(|text| {
            text.operation
                == if form == LetterForm::Filled { Operation::Fill } else { Operation::Engrave }
        }));
    }
}

#[test]
fn filled_letters_are_areas_of_a_layer_of_their_own_for_every_reader() {
    let puzzle = read(WEEK);
    let sheets = sheets_of(&puzzle, &with(LetterForm::Filled));
    let drawings = sheets.drawings();
    let base = sheets.list.parts.iter().position(|part| part.kind == PartKind::Base).unwrap();
    let sheet = sheets.layout.places[base].sheet;
    let drawing = &drawings[sheet];

    let text = svg::write(drawing);
    assert!(text.contains("inkscape:label=\"Engrave areas\""));
    let tree = resvg::usvg::Tree::from_str(&text, &resvg::usvg::Options::default()).unwrap();
    let mut paths = Vec::new();
    collect(tree.root(), &mut paths);
    let filled: Vec<_> = paths.iter().filter(|path| path.fill().is_some()).collect();
    assert!(filled.iter().all(|path| path.stroke().is_none()));
    // Letters with counters, such as those of Mon and Wed.
    let is_even_odd = |path: &&&resvg::usvg::Path| {
        path.fill().is_some_and(|fill| fill.rule() == resvg::usvg::FillRule::EvenOdd)
    };
    assert!(filled.iter().filter(is_even_odd).count() >= 6);
    // A letter is an area, and one more for the dot of an i: the texts of the base lie on this sheet.
    assert!(filled.len() >= "MonTueWedThuFriSatSunW1W2W3W4W5".len(), "{}", filled.len());
    // The counters of letters are no areas of their own, so what is filled is less than their outlines.
    let contours = sheets.sheet(sheet).lines;
    let count = contours.iter().filter(|line| line.operation == Operation::Fill).count();
    assert!(count > filled.len(), "{count}");

    let read = ::dxf::Drawing::load(&mut dxf::write(drawing).as_bytes()).unwrap();
    let areas = read.entities().filter(|entity| entity.common.layer == "ENGRAVE_AREAS");
    let mut found = 0;
    for entity in areas {
        let ::dxf::entities::EntityType::Polyline(line) = &entity.specific else { continue };
        assert!(line.is_closed());
        found += 1;
    }
    assert_eq!(found, count);

    // Areas are filled by the even-odd rule.
    let bytes = pdf::write(std::slice::from_ref(drawing)).unwrap();
    let read = lopdf::Document::load_mem(&bytes).unwrap();
    let page = *read.get_pages().values().next().unwrap();
    let content = read.get_and_decode_page_content(page).unwrap();
    let fills = content.operations.iter().filter(|op| op.operator == "f*").count();
    assert_eq!(fills, filled.len());
}

#[test]
fn the_strips_of_filled_letters_cover_them_less_their_counters() {
    let puzzle = read(WEEK);
    let sheets = sheets_of(&puzzle, &with(LetterForm::Filled));
    for (n, &place) in sheets.layout.places.iter().enumerate() {
        let (_, texts) = sheets.laid(n, place);
        // Outlines of a font run one way around, and counters the other.
        let wanted: f64 = texts.iter().map(|line| area(&line.contour)).sum::<f64>().abs();
        let strips: f64 = fill_strips(&texts)
            .iter()
            .map(|[a, b, c, d]| (c[1] - a[1]) * ((b[0] - a[0]) + (c[0] - d[0])) / 2.0)
            .sum();
        assert!((strips - wanted).abs() < 1e-3 * wanted.max(1e-6), "{strips} {wanted}");
    }
}
