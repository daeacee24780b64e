//! The widgets by its accessible labels, and a picture of every widget in both themes.

use egui::{Id, Key, Theme, Ui, vec2};
use egui_kittest::{
    Harness, SnapshotResults,
    kittest::{NodeT as _, Queryable as _},
};

use super::icons::Icon;
use super::theme::{self, Palette, regular, semibold};
use super::*;
use crate::ui::testing;

/// The values that the page of all widgets changes.
#[derive(Debug, Clone, PartialEq)]
struct Page {
    screen: u8,
    count: u8,
    sort: u8,
    crossroads: bool,
    symmetric: bool,
    names: bool,
    search: String,
    title: String,
    size: f32,
    border: (i32, i32),
    pressed: Vec<&'static str>,
}

impl Page {
    fn new() -> Self {
        Self {
            screen: 0,
            count: 0,
            sort: 1,
            crossroads: true,
            symmetric: false,
            names: true,
            search: String::new(),
            title: "Scott's board".to_owned(),
            size: 0.4,
            border: (8, 12),
            pressed: Vec::new(),
        }
    }

    fn press(&mut self, response: &egui::Response, name: &'static str) {
        if response.clicked() {
            self.pressed.push(name);
        }
    }

    fn show(&mut self, ui: &mut Ui) {
        let palette = Palette::current(ui);
        egui::Panel::left("left")
            .frame(egui::Frame::new().fill(palette.panel))
            .exact_size(304.0)
            .show(ui, |ui| column(ui, |ui| self.left(ui)));
        egui::Panel::right("right")
            .frame(egui::Frame::new().fill(palette.panel))
            .exact_size(304.0)
            .show(ui, |ui| column(ui, |ui| self.right(ui)));
        egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(palette.panel))
            .show(ui, |ui| column(ui, |ui| self.middle(ui)));
    }

    fn left(&mut self, ui: &mut Ui) {
        panel_head(ui, "Checks", "", |ui| {
            elided(ui, "1 to mend", regular(12.0), Palette::current(ui).text2, 200.0);
        });
        egui::Frame::new().inner_margin(egui::Margin::same(12)).show(ui, |ui| {
            let body = "The board has one site more than the pieces cover. Erase a site, or make one optional.";
            let remedies = [("Make one optional…", true), ("Show extras", true)];
            if let Some(i) = notice(ui, Kind::Alert, "Area 61, pieces 60", body, &remedies) {
                self.pressed.push(["Make one optional", "Show extras"][i]);
            }
            ui.add_space(8.0);
            let body = "With X, I and T pinned only N reaches it.";
            let title = "Site 7, 2 has one placement left and a long title";
            notice(ui, Kind::Warn, title, body, &[("Pin N there", false)]);
        });
        egui::Frame::new().inner_margin(egui::Margin::symmetric(16, 0)).show(ui, |ui| {
            passed(ui, "Every piece has a placement");
            passed(ui, "Every site can be covered");
        });
        ui.add_space(8.0);
        section(ui, |ui| {
            ui.add_space(-12.0);
            separator(ui);
            ui.add_space(11.0);
            section_title(ui, "Puzzle", "bundled");
            fact_row(ui, "Lattice", "square");
            fact_row(ui, "Symmetries of the board", "2");
            fact_row(ui, "Source", "The Art of Computer Programming, volume 4B, page 65");
            fact_row_fixed(ui, "Nodes a second", "1.21 million", 90.0);
            ui.add_space(12.0);
            separator(ui);
            ui.add_space(11.0);
            section_title(ui, "Filter", "563 of 2339");
            check_row(ui, &mut self.crossroads, "No crossroads", "563");
            check_row(ui, &mut self.symmetric, "Symmetric", "0");
            for (i, name) in
                ["Number", "Pieces at the border", "Longest straight line"].iter().enumerate()
            {
                let right = if i == 1 { "most first" } else { "" };
                if radio_row(ui, usize::from(self.sort) == i, name, right).clicked() {
                    self.sort = i as u8;
                }
            }
            fact_row(
                ui,
                "Pieces at the border",
                &format!("{} to {}", self.border.0, self.border.1),
            );
            range_slider(ui, &mut self.border, 2..=12, "Pieces at the border");
            slider(ui, &mut self.size, 0.0..=1.0, "Size");
        });
    }

    fn right(&mut self, ui: &mut Ui) {
        panel_head_large(ui, "Solution 816", "9 of 563 shown", |ui| {
            let next = icon_button(ui, Icon::Next, "Next solution");
            self.press(&next, "next");
            icon_button(ui, Icon::Previous, "Previous solution");
        });
        section(ui, |ui| {
            segmented_wide(ui, &mut self.count, &[(0, "Distinct 2339"), (1, "All 9356")]);
            ui.add_space(8.0);
            section_title(ui, "Speed", "last minute");
            let values: Vec<f32> = (0..60_u16)
                .map(|i| if (3..5).contains(&i) { 40.0 } else { 90.0 + f32::from(i * 7 % 10) })
                .collect();
            sparkline(ui, &values, values.len(), vec2(ui.available_width(), 34.0));
            ui.add_space(8.0);
            heat_legend(ui, "1, hard", "177");
            ui.add_space(8.0);
            let all = [
                Icon::Open,
                Icon::Plus,
                Icon::Search,
                Icon::Play,
                Icon::Pause,
                Icon::Stop,
                Icon::Back,
                Icon::ChevronRight,
                Icon::ChevronDown,
                Icon::Previous,
                Icon::Next,
                Icon::Download,
                Icon::Check,
                Icon::Cross,
                Icon::Warning,
                Icon::Place,
                Icon::Paint,
                Icon::Erase,
                Icon::Fit,
                Icon::Label,
                Icon::Pin,
                Icon::Family,
                Icon::Close,
                Icon::Info,
            ];
            ui.horizontal_wrapped(|ui| {
                for icon in all {
                    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
                    icon.paint(ui.painter(), rect, Palette::current(ui).text);
                }
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                check_mark(ui, &mut self.symmetric, "Show piece V");
            });
            ui.add_space(8.0);
            let width = ui.available_width();
            elided(
                ui,
                "A title that is much too long for the room there is in this panel",
                semibold(15.0),
                Palette::current(ui).text,
                width,
            );
            ui.add_space(8.0);
            stock(ui, &mut self.names, &mut self.size);
        });
    }

    fn middle(&mut self, ui: &mut Ui) {
        panel_head(ui, "Where the search is now", "12 of 19 pieces placed, 42 sites open", |ui| {
            check_box(ui, &mut self.names, "Follow");
        });
        section(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 12.0;
            ui.horizontal(|ui| {
                let open = Button::new("Open file…").icon(Icon::Open).hint("Ctrl+O").show(ui);
                self.press(&open, "open");
                let new =
                    Button::new("New puzzle").icon(Icon::Plus).hint("Ctrl+N").primary().show(ui);
                self.press(&new, "new");
                let solve = Button::new("Solve")
                    .icon(Icon::Play)
                    .hint("F5")
                    .primary()
                    .enabled(false)
                    .tooltip("Piece Y has no placement")
                    .show(ui);
                self.press(&solve, "solve");
                Button::new("Pause").icon(Icon::Pause).hint("Space").show(ui);
                Button::new("Stop").icon(Icon::Stop).hint("Shift+F5").show(ui);
            });
            ui.horizontal(|ui| {
                Button::new("Gallery").icon(Icon::Back).quiet().show(ui);
                Button::new("Place").icon(Icon::Place).hint("P").quiet().selected(true).show(ui);
                Button::new("Paint").icon(Icon::Paint).hint("B").quiet().selected(false).show(ui);
                Button::new("Erase").icon(Icon::Erase).hint("E").quiet().selected(false).show(ui);
                Button::new("Estimate").hint("Ctrl+E").quiet().show(ui);
                Button::new("Copy text").small().show(ui);
                Button::new("SVG").icon(Icon::Download).min_width(120.0).show(ui);
            });
            ui.horizontal(|ui| {
                segmented(
                    ui,
                    &mut self.screen,
                    &[(0, "Design"), (1, "Run"), (2, "Solutions"), (3, "Steps")],
                );
                segmented_small(ui, &mut self.count, &[(0, "Plain"), (1, "Placements left")]);
                Segmented::new()
                    .choice(0, "Collection")
                    .choice(1, "Title")
                    .choice_if(false, 2, "Solutions found", "Nothing solved yet.")
                    .show(ui, &mut self.sort);
            });
            let hint = "Search title, piece, source or number of solutions";
            search_field(ui, &mut self.search, hint, "Ctrl+F", Id::unique("search"));
            text_field(ui, &mut self.title, "Name of the puzzle", Id::unique("title"));
            run_bar(ui, 0.28, Some((0.83, 1.0)));
            run_bar(ui, 0.004, None);
            run_bar(ui, 1.0, None);
            let counts = [
                1, 1, 1, 90, 260, 1800, 13_000, 51_000, 210_000, 700_000, 2_100_000, 4_900_000,
                8_700_000, 14_000_000, 17_000_000, 15_000_000, 8_800_000, 3_400_000, 510_000,
                40_000,
            ];
            bar_chart(ui, "depth", &counts, Some(12), vec2(ui.available_width(), 170.0));
            bar_chart(ui, "depth", &[0; 60], None, vec2(ui.available_width(), 120.0));
        });
    }
}

/// Stock widgets, to see that they fit.
fn stock(ui: &mut Ui, flag: &mut bool, value: &mut f32) {
    ui.spacing_mut().item_spacing.y = 6.0;
    ui.horizontal(|ui| {
        let _ = ui.button("Stock");
        ui.checkbox(flag, "Check");
        ui.add(egui::DragValue::new(value).speed(0.1).prefix("size "));
    });
    egui::ScrollArea::vertical().max_height(70.0).id_salt("scroll").show(ui, |ui| {
        ui.set_width(ui.available_width());
        for line in 1..12 {
            ui.label(format!("Line {line}: x × y · 10\u{a0}000 – 20 °"));
        }
    });
}

fn harness(theme: Theme) -> Harness<'static, Page> {
    crate::ui::testing::builder()
        .with_size(vec2(1400.0, 800.0))
        .with_theme(theme)
        .with_max_steps(16)
        .with_context_setup(theme::install)
        .build_ui_state(|ui, page: &mut Page| page.show(ui), Page::new())
}

#[test]
fn every_widget_looks_as_recorded_in_both_themes() {
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "widgets-light"), (Theme::Dark, "widgets-dark")] {
        let mut harness = harness(theme);
        harness.run();
        results.add(testing::compared(&mut harness, name));
    }
}

#[test]
fn focus_and_hover_look_as_recorded() {
    let mut results = SnapshotResults::new();
    for (theme, name) in
        [(Theme::Light, "widgets-states-light"), (Theme::Dark, "widgets-states-dark")]
    {
        let mut harness = crate::ui::testing::builder()
            .with_size(vec2(420.0, 180.0))
            .with_theme(theme)
            .with_context_setup(theme::install)
            .build_ui_state(
                |ui, (flag, size, text): &mut (bool, f32, String)| {
                    section(ui, |ui| {
                        ui.spacing_mut().item_spacing.y = 10.0;
                        ui.horizontal(|ui| {
                            for name in ["Focus", "Hover", "Rest"] {
                                let button = Button::new(name).icon(Icon::Plus).show(ui);
                                if name == "Focus" {
                                    button.request_focus();
                                }
                            }
                        });
                        check_row(ui, flag, "Check", "12");
                        slider(ui, size, 0.0..=1.0, "Size");
                        text_field(ui, text, "Name", Id::unique("name"));
                    });
                },
                (true, 0.5, String::new()),
            );
        harness.get_by_label("Hover").hover();
        harness.run();
        results.add(testing::compared(&mut harness, name));
    }
}

#[test]
fn a_button_is_pressed_by_click_and_by_key() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("New puzzle").click();
    harness.run();
    harness.get_by_label("Open file…").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().pressed, ["new", "open"]);
}

#[test]
fn a_disabled_button_does_nothing() {
    let mut harness = harness(Theme::Light);
    assert!(harness.get_by_label("Solve").accesskit_node().is_disabled());
    harness.get_by_label("Solve").click();
    harness.get_by_label("Pin N there").click();
    harness.run();
    assert!(harness.state().pressed.is_empty());
}

#[test]
fn a_remedy_of_a_notice_is_told_by_its_index() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Show extras").click();
    harness.run();
    assert_eq!(harness.state().pressed, ["Show extras"]);
}

#[test]
fn an_icon_button_has_a_name() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Next solution").click();
    harness.run();
    assert_eq!(harness.state().pressed, ["next"]);
}

#[test]
fn a_segmented_switch_follows_clicks_and_arrows() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Solutions").click();
    harness.run();
    assert_eq!(harness.state().screen, 2);
    harness.get_by_label("Solutions").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().screen, 3);
    assert!(harness.get_by_label("Steps").is_focused());
    for _ in 0..5 {
        harness.key_press(Key::ArrowLeft);
        harness.run();
    }
    assert_eq!(harness.state().screen, 0);
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().screen, 1, "one press moves by one");
}

#[test]
fn a_disabled_segment_cannot_be_chosen() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Solutions found").click();
    harness.run();
    assert_eq!(harness.state().sort, 1);
    harness.get_by_label("Title").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().sort, 1);
}

#[test]
fn a_check_row_toggles_by_click_and_by_space() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("No crossroads").click();
    harness.run();
    assert!(!harness.state().crossroads);
    harness.get_by_label("Symmetric").focus();
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    assert!(harness.state().symmetric);
}

#[test]
fn a_radio_row_tells_its_click() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Number").click();
    harness.run();
    assert_eq!(harness.state().sort, 0);
}

#[test]
fn sliders_move_by_arrow_keys() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Size").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert!((harness.state().size - 0.45).abs() < 1e-4);
    harness.get_by_label("Pieces at the border, least").focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().border, (9, 12));
}

#[test]
fn a_search_field_takes_text_and_has_its_hint_as_name() {
    let mut harness = harness(Theme::Light);
    let hint = "Search title, piece, source or number of solutions";
    harness.get_by_label(hint).focus();
    harness.run();
    harness.get_by_label(hint).type_text("soma");
    harness.run();
    assert_eq!(harness.state().search, "soma");
}

#[test]
fn the_tooltip_of_a_disabled_button_gives_the_reason() {
    let mut harness = harness(Theme::Light);
    harness.get_by_label("Solve").hover();
    for _ in 0..10 {
        harness.run();
        harness.run_steps(4);
    }
    assert!(harness.query_by_label("Piece Y has no placement").is_some());
}

#[test]
fn a_text_that_does_not_fit_is_told_whole_to_the_accessibility_tree() {
    let harness = harness(Theme::Light);
    let whole = "Source: The Art of Computer Programming, volume 4B, page 65";
    assert!(harness.query_by_label(whole).is_some());
}

#[test]
fn the_axis_of_a_bar_chart_is_labelled_in_words_from_a_million_up() {
    let labels = [0, 2, 4, 6, 8, 10].map(super::charts::power_label);
    let expected = ["1", "100", "10 000", "1 million", "100 million", "10 billion"];
    assert_eq!(labels.map(|label| label.replace('\u{a0}', " ")), expected);
}
