//! The settings of pages.

use egui::{Id, Ui};

use super::{Layout, PaperState};
use crate::puzzle::making::{BookletSettings, Choice, Given, Look, PaperSettings, PaperSize};
use crate::solution::measures::MeasureId;
use crate::ui::action::{Actions, Model};
use crate::ui::make::form::{self, Form};
use crate::ui::widgets;

/// The looks that pieces may have.
const LOOKS: [(Look, &str); 4] = [
    (Look::Colour, "Colour"),
    (Look::Greyscale, "Grey"),
    (Look::Outlines, "Outlines"),
    (Look::Patterns, "Patterns"),
];
/// The most solutions in a row of a poster that can be chosen.
const MAX_COLUMNS: u32 = 200;
/// The most challenges of a booklet that can be chosen.
const MAX_CHALLENGES: u32 = 100_000;
/// The most challenges on a page.
const MAX_PER_PAGE: u32 = 48;
/// The most placements that can be given.
const MAX_GIVEN: u32 = 250;

/// Shows the settings.
pub(in crate::ui::make) fn show(
    state: &mut PaperState,
    model: Model,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let Some(document) = &model.bench.document else { return };
    let (is_booklet, layout) = (state.is_booklet, &mut state.layout);
    let measures: Vec<MeasureId> =
        document.browser().into_iter().flat_map(|browser| browser.measures()).collect();
    let id = if is_booklet { "booklet settings" } else { "paper settings" };
    form::settings(id, document, &mut state.problem, out, ui, |form, making| match is_booklet {
        true => booklet(form, document.needs_variants(), &mut making.booklet),
        false => paper(form, layout, &measures, &mut making.paper),
    });
}

fn size(form: &mut Form<'_>, size: &mut PaperSize) {
    let own = match *size {
        own @ PaperSize::Own { .. } => own,
        other => {
            let [width, height] = other.upright();
            PaperSize::Own { width, height }
        }
    };
    let choices = [
        (PaperSize::A4, "A4"),
        (PaperSize::A3, "A3"),
        (PaperSize::Letter, "Letter"),
        (own, "Custom"),
    ];
    form.choice("Size", size, &choices, "change the paper");
    if let PaperSize::Own { width, height } = size {
        form.length("Width", width, "change the paper");
        form.length("Height", height, "change the paper");
    }
}

/// Shows the choice of a measure below each solution. A file may have more of them, which stay until
/// another one is chosen.
fn below_solutions(form: &mut Form<'_>, measures: &[MeasureId], chosen: &mut Vec<String>) {
    let named = measures.iter().map(|&measure| (Some(measure), measure.row().name));
    let choices: Vec<(Option<MeasureId>, &str)> =
        std::iter::once((None, "None")).chain(named).collect();
    let before = chosen.first().and_then(|id| MeasureId::by_id(id));
    let mut next = before;
    form.drop_down("Measure below each", &mut next, &choices, "change the captions");
    if next != before {
        *chosen = next.into_iter().map(|measure| measure.row().id.to_owned()).collect();
    }
}

fn paper(
    form: &mut Form<'_>,
    layout: &mut Layout,
    measures: &[MeasureId],
    settings: &mut PaperSettings,
) {
    form.section("What", "", |form| {
        let choices =
            [(Layout::Poster, "Poster of solutions"), (Layout::Pieces, "Pieces to cut out")];
        widgets::segmented_wide(form.ui, layout, &choices);
    });
    form.section("Page", "", |form| {
        size(form, &mut settings.size);
        form.check("Landscape", &mut settings.landscape, "", "turn the paper");
        form.length("Margin", &mut settings.margin, "change the margin");
    });
    match layout {
        Layout::Poster => form.section("Poster", "", |form| {
            let mut columns = u32::from(settings.columns);
            form.number("Columns", &mut columns, 0..=MAX_COLUMNS, "change the columns");
            settings.columns = columns as u16;
            form.note(
                "0 fits all solutions on one page, or on several if they would not stay legible.",
            );
            form.check("Numbers", &mut settings.numbers, "", "change the captions");
            below_solutions(form, measures, &mut settings.measures);
            form.check("Title", &mut settings.title, "", "change the captions");
            form.check("Source", &mut settings.source, "", "change the captions");
            let name = "Number of solutions";
            form.check(name, &mut settings.counts, "", "change the captions");
        }),
        Layout::Pieces => form.section("Pieces", "", |form| {
            form.length("Unit", &mut settings.unit, "change the unit");
            form.length("Gap between pieces", &mut settings.gap, "change the gap");
        }),
    }
    form.section("Look", "", |form| {
        form.choice("Pieces", &mut settings.look, &LOOKS, "change the look");
        form.check("Names on the pieces", &mut settings.names, "", "change the names");
        form.check("Grid inside the pieces", &mut settings.grid, "", "change the grid");
    });
}

fn booklet(form: &mut Form<'_>, has_variants: bool, settings: &mut BookletSettings) {
    form.section("Challenges", "", |form| {
        let name = "At most, 0 for all";
        form.number(name, &mut settings.challenges, 0..=MAX_CHALLENGES, "change the challenges");
        // Without variants the challenge is the puzzle itself.
        if has_variants {
            choice(form, settings);
        }
        let choices = [(false, "As listed"), (true, "Easy first")];
        form.choice("Order", &mut settings.easy_first, &choices, "change the order");
    });
    form.section("Page", "", |form| {
        size(form, &mut settings.size);
        let rows = [
            ("Challenges on a page", &mut settings.on_page),
            ("Solutions on a page", &mut settings.solutions_on_page),
        ];
        for (name, value) in rows {
            let mut number = u32::from(*value);
            form.number(name, &mut number, 1..=MAX_PER_PAGE, "change the pages");
            *value = number as u8;
        }
        form.length("Margin", &mut settings.margin, "change the margin");
    });
    form.section("Beside each board", "", |form| {
        let what = "change what is beside the boards";
        form.check("Pieces to use, as pictures", &mut settings.pictures, "", what);
        form.check("Pieces to use, as names", &mut settings.piece_names, "", what);
        form.check("Number of solutions", &mut settings.counts, "", what);
        given(form, settings);
    });
    form.section("Look", "", |form| {
        form.choice("Pieces", &mut settings.look, &LOOKS, "change the look");
        form.check("Names on the pieces", &mut settings.names, "", "change the names");
        form.check("Title page", &mut settings.title_page, "", "change the title page");
        if settings.title_page {
            title_text(form, settings);
        }
        form.check("Solutions at the end", &mut settings.solutions, "", "change the solutions");
        let tip = "Adds numbered pictures of the moves by which each solution is taken apart, if it \
                   comes apart.";
        let what = "change the moves";
        form.check_with_tip("Moves at the end", tip, &mut settings.moves, "", what);
    });
}

/// Shows the choice of variants.
fn choice(form: &mut Form<'_>, settings: &mut BookletSettings) {
    let between = match settings.choice {
        between @ Choice::Between(..) => between,
        _ => Choice::Between(1, 10),
    };
    let choices = [(Choice::One, "One solution"), (Choice::All, "All"), (between, "A range")];
    form.choice("Variants to include", &mut settings.choice, &choices, "choose the variants");
    if let Choice::Between(least, most) = &mut settings.choice {
        for (name, value) in [("Solutions at least", least), ("Solutions at most", most)] {
            let mut number = u32::try_from(*value).unwrap_or(u32::MAX);
            form.number(name, &mut number, 1..=u32::MAX, "choose the variants");
            *value = u64::from(number);
        }
    }
}

/// Shows the choice of given placements.
fn given(form: &mut Form<'_>, settings: &mut BookletSettings) {
    let at_most = match settings.given {
        at_most @ Given::AtMost(_) => at_most,
        Given::Fewest => Given::AtMost(1),
    };
    let choices = [(Given::Fewest, "For one solution"), (at_most, "At most")];
    form.choice("Placements given", &mut settings.given, &choices, "change what is given");
    if let Given::AtMost(count) = &mut settings.given {
        let mut number = u32::from(*count);
        form.number("Placements at most", &mut number, 0..=MAX_GIVEN, "change what is given");
        *count = number as u8;
    }
}

/// The text of the title page; typed, it is one edit when the field is left.
fn title_text(form: &mut Form<'_>, settings: &mut BookletSettings) {
    let ui = &mut *form.ui;
    let id = Id::unique("booklet text");
    let draft = id.with("draft");
    let typed: Option<String> = ui.data(|data| data.get_temp(draft));
    let mut text = typed.unwrap_or_else(|| settings.text.clone());
    let response = widgets::text_field(ui, &mut text, "Text of the title page", id);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(draft, text));
    } else if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(draft));
        if text != settings.text {
            (settings.text, *form.what) = (text, "change the text of the title page");
        }
    }
}
