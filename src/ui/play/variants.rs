//! The head of the screen where a puzzle has variants: which one is played, and the ways to others.

use egui::{Key, Modifiers, Ui};
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::PlayState;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::recent;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Document;
use crate::workbench::play::calendar::{Calendar, CalendarDay};
use crate::workbench::play::grade::Grade;
use crate::workbench::play::{PlayAction, PlayList};

/// Height of the head, in points.
const HEIGHT: f32 = 44.0;
/// The width below which the buttons to the neighbours are icons.
const NARROW: f32 = 900.0;
/// Width of the list of grades, in points.
const GRADES: f32 = 96.0;
/// Days that are tried before a calendar is taken for one of a single day.
const MAX_STEPS: usize = 366;
/// Years in which a date is looked for: after so many each weekday has come to each date.
const MAX_YEARS: i16 = 40;

/// Shows the head and takes its keys. Nothing without variants.
pub(super) fn head(state: &mut PlayState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    if document.has_variants().is_err() {
        return;
    }
    let today = recent::now().date();
    let play = &model.bench.play;
    let fill = Palette::current(ui).panel;
    widgets::bar(ui, "variant", HEIGHT, fill, |ui| {
        let Some(list) = play.list() else {
            let words = play.failure().map_or("Listing the variants…".to_owned(), |why| {
                format!("{}.", text::capitalised(why))
            });
            let (ink, room) = (Palette::current(ui).text2, ui.available_width());
            widgets::elided(ui, &words, regular(13.0), ink, room);
            return;
        };
        let head = Head { list, shown: play.played().and_then(|played| played.variant), today };
        if !play.is_chosen() && play.awaited().is_none() {
            head.first(document).into_iter().for_each(|action| out.push(Action::Play(action)));
        }
        head.keys(state, model, out, ui);
        let (whole, id) = (ui.max_rect(), ui.scope_id().with("ways to other variants"));
        let buttons = widgets::at_right(ui, id, whole, |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            head.buttons(state, whole.width() < NARROW, document, out, ui);
        });
        let room = (buttons.response.rect.left() - whole.left() - 16.0).max(0.0);
        // A date in full takes some 200 points.
        let date_format = if room < 220.0 { "%a %-d %b" } else { "%A %-d %B" };
        let title = match play.played() {
            Some(played) => head.title(state, &played.name, date_format),
            None => "Whole board".to_owned(),
        };
        widgets::elided(ui, &title, semibold(15.0), Palette::current(ui).text, room);
    });
}

/// Says how far the variants are solved, while a grade is waited for.
pub(super) fn waiting_words(model: Model) -> Option<String> {
    let document = model.bench.document.as_ref()?;
    model.bench.play.awaited()?;
    let done = document.variants().snapshot().map_or(String::new(), |snapshot| {
        let (solved, all) = (snapshot.solved as u64, snapshot.variants as u64);
        format!(" · {} of {}", text::grouped(solved), text::grouped(all))
    });
    Some(format!("Solving the variants to grade them{done}"))
}

/// The date of a day of a calendar that is nearest after the first of this year.
fn date_of(day: CalendarDay, today: Date) -> Option<Date> {
    let mut dates = (0..MAX_YEARS)
        .filter_map(|years| Date::new(today.year() + years, day.month as i8, day.day as i8).ok());
    let is_weekday = |date: &Date| day.weekday.is_none_or(|own| own == weekday(*date));
    dates.find(is_weekday)
}

/// The number of a weekday from 1, Monday.
fn weekday(date: Date) -> u8 {
    date.weekday().to_monday_one_offset() as u8
}

/// The variant of a date.
fn variant_of(calendar: &Calendar, date: Date) -> Option<u32> {
    let weekday = calendar.has_weekdays().then(|| weekday(date));
    calendar.variant(CalendarDay { month: date.month() as u8, day: date.day() as u8, weekday })
}

/// The variants, and which one is played.
struct Head<'a> {
    list: &'a PlayList,
    shown: Option<u32>,
    today: Date,
}

impl Head<'_> {
    /// The choice of what is played at first: today's variant of a calendar, the puzzle itself
    /// where its pieces can fill the board, else the first variant. `None` while that is not known.
    fn first(&self, document: &Document) -> Option<PlayAction> {
        if let Some(calendar) = &self.list.calendar {
            let today = variant_of(calendar, self.today).unwrap_or(0);
            return Some(PlayAction::Variant(today));
        }
        document.analysis().get()?;
        let needed = document.needs_variants();
        Some(if needed { PlayAction::Variant(0) } else { PlayAction::Whole })
    }

    /// The date that is played: the one that was chosen, or one of this year.
    fn date(&self, state: &PlayState) -> Option<Date> {
        let calendar = self.list.calendar.as_ref()?;
        let shown = self.shown?;
        let chosen = state.date.filter(|date| variant_of(calendar, *date) == Some(shown));
        if variant_of(calendar, self.today) == Some(shown) && chosen.is_none() {
            return Some(self.today);
        }
        chosen.or_else(|| date_of(calendar.day(shown)?, self.today))
    }

    fn title(&self, state: &PlayState, name: &str, date_format: &str) -> String {
        match self.date(state) {
            Some(date) => date.strftime(date_format).to_string(),
            None => name.to_owned(),
        }
    }

    /// The variant before or after the one that is played; of a calendar that of the next day.
    fn neighbour(&self, state: &mut PlayState, forward: bool) -> Option<u32> {
        if let (Some(calendar), Some(mut date)) = (&self.list.calendar, self.date(state)) {
            for _ in 0..MAX_STEPS {
                let step = if forward { 1.day() } else { -1.day() };
                date = date.checked_add(step).ok()?;
                if let Some(found) = variant_of(calendar, date) {
                    state.date = Some(date);
                    return Some(found);
                }
            }
            return None;
        }
        let count = self.list.list.len() as u32;
        let from = self.shown.unwrap_or(if forward { count - 1 } else { 0 });
        Some((if forward { from + 1 } else { from + count - 1 }) % count)
    }

    fn step(&self, state: &mut PlayState, forward: bool, out: &mut Actions) {
        if let Some(next) = self.neighbour(state, forward) {
            out.push(Action::Play(PlayAction::Variant(next)));
        }
    }

    /// Chooses any variant, of a grade if one is chosen.
    fn random(&self, state: &PlayState, out: &mut Actions, ui: &Ui) {
        let seed = ui.input(|input| input.time).to_bits();
        out.push(Action::Play(match state.grade {
            Some(grade) => PlayAction::Graded(grade, seed),
            None => {
                let count = self.list.list.len() as u64;
                PlayAction::Variant((crate::random::mixed(seed) % count) as u32)
            }
        }));
    }

    fn keys(&self, state: &mut PlayState, model: Model, out: &mut Actions, ui: &Ui) {
        if model.modal || ui.ctx().text_edit_focused() {
            return;
        }
        for (key, forward) in [(Key::ArrowLeft, false), (Key::ArrowRight, true)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)) {
                self.step(state, forward, out);
            }
        }
    }

    /// The buttons, from left to right; those to the neighbours are icons where there is little room.
    fn buttons(
        &self,
        state: &mut PlayState,
        is_narrow: bool,
        document: &Document,
        out: &mut Actions,
        ui: &mut Ui,
    ) {
        let day = if self.list.calendar.is_some() { " day" } else { "" };
        let previous = (format!("Previous{day}"), Icon::Previous, "Ctrl+Left", false);
        let next = (format!("Next{day}"), Icon::Next, "Ctrl+Right", true);
        for (label, icon, keys, forward) in [previous, next] {
            if forward {
                self.home(state, document, out, ui);
            }
            let clicked = match is_narrow {
                true => widgets::icon_button(ui, icon, &label).clicked(),
                false => widgets::Button::new(&label).hint(keys).show(ui).clicked(),
            };
            if clicked {
                self.step(state, forward, out);
            }
        }
        self.grades(state, out, ui);
        let tip = "Play any variant, of the grade that is chosen.";
        if widgets::Button::new("Random").tooltip(tip).show(ui).clicked() {
            self.random(state, out, ui);
        }
    }

    /// The button for today, or for the puzzle itself.
    fn home(&self, state: &mut PlayState, document: &Document, out: &mut Actions, ui: &mut Ui) {
        if let Some(calendar) = &self.list.calendar {
            let today = variant_of(calendar, self.today);
            let button = widgets::Button::new("Today").enabled(today.is_some());
            let button = button.selected(today.is_some() && today == self.shown);
            let clicked = button.show(ui).clicked();
            if let Some(today) = today.filter(|_| clicked) {
                state.date = Some(self.today);
                out.push(Action::Play(PlayAction::Variant(today)));
            }
        } else if !document.needs_variants() {
            let button = widgets::Button::new("Whole board").selected(self.shown.is_none());
            let tip = "Play the puzzle itself, without a variant.";
            if button.tooltip(tip).show(ui).clicked() {
                out.push(Action::Play(PlayAction::Whole));
            }
        }
    }

    /// The list of grades; one that is chosen is played at once.
    fn grades(&self, state: &mut PlayState, out: &mut Actions, ui: &mut Ui) {
        let named = |grade: Grade| (Some(grade), grade.name());
        let choices: Vec<(Option<Grade>, &str)> =
            [(None, "Any grade")].into_iter().chain(Grade::ALL.map(named)).collect();
        let mut grade = state.grade;
        widgets::drop_down(ui, "Grade", GRADES, &mut grade, &choices)
            .on_hover_text("Easy variants have the most solutions, hard ones the fewest.");
        if grade != state.grade {
            state.grade = grade;
            match grade {
                Some(_) => self.random(state, out, ui),
                None => out.push(Action::Play(PlayAction::AnyGrade)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_a_date_of_this_year_or_of_the_next_that_has_it() {
        let today = jiff::civil::date(2026, 11, 28);
        let day = |month, day, weekday| CalendarDay { month, day, weekday };
        let date = |year, month, day| Some(jiff::civil::date(year, month, day));
        assert_eq!(date_of(day(11, 26, None), today), date(2026, 11, 26));
        assert_eq!(date_of(day(2, 29, None), today), date(2028, 2, 29));
        assert_eq!(date_of(day(11, 28, Some(6)), today), date(2026, 11, 28));
        assert_eq!(date_of(day(2, 29, Some(6)), today), date(2048, 2, 29));
        assert_eq!(weekday(today), 6);
    }
}
