//! The guide: its pages, with links between them and a search through all of them.

use std::collections::BTreeMap;

use egui::{
    Align, Align2, ColorImage, Frame, Id, Key, Margin, RichText, ScrollArea, Sense, TextStyle,
    TextureHandle, Ui, vec2,
};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::picture::png;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::input::UP_AND_DOWN;
use crate::ui::widgets::theme::{Palette, RADIUS, mono, regular};
use crate::workbench::guide::{self, Hit, PAGES, Page};

/// Width of the sheet, and of the list at its left, in points.
const WIDTH: f32 = 1040.0;
const LIST: f32 = 248.0;
/// The width below which the list stands above the page.
const NARROW: f32 = 640.0;
/// The height of the list where it stands above the page.
const LOW_LIST: f32 = 136.0;
/// The distance by which a key scrolls, in points.
const LINE: f32 = 40.0;
/// The longest line of a page, in points.
const MAX_LINE: f32 = 720.0;
/// The room for the mark of an item, and between it and the text.
const MARK: f32 = 24.0;
const MARK_GAP: f32 = 8.0;
/// The number of sections that a search shows.
const MAX_HITS: usize = 40;

/// The pictures of the pages, by the path that the pages name.
const PICTURES: &[(&str, &[u8])] = &[
    ("pictures/booklet.png", include_bytes!("../../../assets/guide/pictures/booklet.png")),
    ("pictures/design.png", include_bytes!("../../../assets/guide/pictures/design.png")),
    ("pictures/make.png", include_bytes!("../../../assets/guide/pictures/make.png")),
    ("pictures/play.png", include_bytes!("../../../assets/guide/pictures/play.png")),
    ("pictures/print.png", include_bytes!("../../../assets/guide/pictures/print.png")),
    ("pictures/solid.png", include_bytes!("../../../assets/guide/pictures/solid.png")),
    ("pictures/solutions.png", include_bytes!("../../../assets/guide/pictures/solutions.png")),
    ("pictures/steps.png", include_bytes!("../../../assets/guide/pictures/steps.png")),
    ("pictures/variants.png", include_bytes!("../../../assets/guide/pictures/variants.png")),
];

/// The guide as it is open.
#[derive(Default)]
pub(crate) struct Guide {
    /// The index of the page, and the pages that were open before it.
    page: usize,
    earlier: Vec<usize>,
    search: String,
    /// The section to scroll to, once it is drawn.
    sought: Option<usize>,
    /// The link that was clicked.
    followed: Option<&'static str>,
    cache: CommonMarkCache,
    pictures: BTreeMap<&'static str, TextureHandle>,
}

impl Guide {
    /// Opens a page at a section.
    fn go(&mut self, page: usize, section: usize) {
        if page != self.page {
            self.earlier.push(self.page);
        }
        self.page = page;
        self.sought = Some(section);
    }

    /// Opens what a link names: `making.md#laser`, or a place on this page.
    fn follow(&mut self, link: &str) {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let topic = file.strip_suffix(".md").unwrap_or(PAGES[self.page].topic);
        if let Some(page) = PAGES.iter().position(|page| page.topic == topic) {
            self.go(page, PAGES[page].section_of_anchor(anchor).unwrap_or(0));
        }
    }
}

/// Shows the guide; whether it is to be closed.
pub(super) fn show(state: &mut Guide, ui: &Ui) -> bool {
    let (closed, is_over) =
        super::bare_sheet(ui, "Guide", WIDTH, super::ClickBeside::Closes, |ui, room| {
            let closed = widgets::panel_head(ui, "Guide", "", |ui| {
                let back = widgets::icon_button(ui, Icon::Back, "Back");
                if back.clicked()
                    && let Some(page) = state.earlier.pop()
                {
                    (state.page, state.sought) = (page, Some(0));
                }
                widgets::icon_button(ui, Icon::Close, "Close the guide").clicked()
            });
            let height = (room - ui.min_rect().height()).max(0.0);
            if ui.available_width() < NARROW {
                list(state, LOW_LIST, ui);
                page(state, height - LOW_LIST, ui);
            } else {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    ui.vertical(|ui| {
                        ui.set_width(LIST);
                        list(state, height, ui);
                    });
                    ui.vertical(|ui| page(state, height, ui));
                });
            }
            closed.inner
        });
    closed || is_over
}

fn search_id() -> Id {
    Id::unique("search the guide")
}

/// Shows the search field, and below it the pages, or what was found.
fn list(state: &mut Guide, height: f32, ui: &mut Ui) {
    let top = ui.cursor().top();
    let field = Frame::new().inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
        let field =
            widgets::search_field(ui, &mut state.search, "Search the guide", "", search_id());
        super::focus_field(ui, search_id());
        field
    });
    // What was found is reached from the field.
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let sought = match field.inner.has_focus() {
        true => pressed(Key::ArrowDown).then_some(Key::ArrowDown),
        false => (field.inner.lost_focus() && pressed(Key::Enter)).then_some(Key::Enter),
    };
    let height = (height - (ui.cursor().top() - top)).max(40.0);
    ScrollArea::vertical().id_salt("pages of the guide").max_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let frame = Frame::new().inner_margin(Margin::symmetric(16, 0));
        frame.show(ui, |ui| entries(state, sought, ui));
    });
}

/// Shows the pages, or the sections that were found. A key pressed in the field opens the first of them, or
/// goes to it.
fn entries(state: &mut Guide, sought: Option<Key>, ui: &mut Ui) {
    if state.search.trim().is_empty() {
        for (i, page) in PAGES.iter().enumerate() {
            if widgets::radio_row(ui, i == state.page, page.title(), "").clicked() {
                state.go(i, 0);
            }
        }
        return;
    }
    let hits = guide::search(&state.search);
    if hits.is_empty() {
        let words = "No page has all of these words.";
        widgets::paragraph(ui, words, regular(13.0), Palette::current(ui).text2);
    }
    let mut sought = sought;
    for hit in hits.into_iter().take(MAX_HITS) {
        let (Hit { page, section, heading, .. }, tip) = (hit, hit.words());
        let row = widgets::action_row(ui, heading, "");
        let key = sought.take();
        if key == Some(Key::ArrowDown) {
            row.request_focus();
        }
        let ink = Palette::current(ui).text2;
        widgets::elided(ui, &tip, regular(11.0), ink, ui.available_width());
        if row.on_hover_text(tip).clicked() || key == Some(Key::Enter) {
            state.go(page, section);
        }
    }
}

/// Shows the page, a section after the other.
fn page(state: &mut Guide, height: f32, ui: &mut Ui) {
    let area = ScrollArea::vertical().id_salt(("guide", state.page)).auto_shrink(false);
    area.max_height(height).min_scrolled_height(height).show(ui, |ui| {
        // The arrows choose a page, if the list of pages has the focus.
        let focused = ui.memory(|memory| memory.focused());
        let is_free = focused.is_none_or(|id| id == search_id() && state.search.trim().is_empty());
        let keys = if is_free { &UP_AND_DOWN[..4] } else { &UP_AND_DOWN[2..4] };
        widgets::input::scroll_by_keys(ui, keys, LINE);
        Frame::new().inner_margin(Margin { left: 20, right: 24, top: 8, bottom: 24 }).show(
            ui,
            |ui| {
                ui.set_max_width(ui.available_width().min(MAX_LINE));
                ui.spacing_mut().item_spacing.y = 6.0;
                // Links are as high as the words beside them.
                ui.spacing_mut().interact_size.y = ui.text_style_height(&TextStyle::Body);
                let current: &Page = &PAGES[state.page];
                for link in links(current.text) {
                    state.cache.add_link_hook(link);
                }
                for (i, section) in current.sections().iter().enumerate() {
                    let shown =
                        ui.push_id((state.page, i), |ui| self::section(state, section.text, ui));
                    if state.sought == Some(i) {
                        ui.scroll_to_rect(shown.response.rect, Some(Align::TOP));
                        state.sought = None;
                    }
                }
                if let Some(link) = state.followed.take() {
                    state.follow(link);
                    state.cache.link_hooks_clear();
                    ui.ctx().request_repaint();
                }
            },
        );
    });
}

/// A part of a section.
enum Part {
    /// Headings, paragraphs and tables.
    Markdown(&'static str),
    /// An item of a list: its mark, `-` or a number, and its text.
    Item(&'static str, &'static str),
    /// The lines between two fences.
    Code(&'static str),
    /// A line that is a picture: its description and its path.
    Picture(&'static str, &'static str),
}

/// The parts of a section. Code, pictures and lists are shown here, since the font of the buttons that
/// the renderer adds to code is not there, it reads pictures from files, and it breaks a line after the
/// mark of an item.
fn parts(text: &'static str) -> Vec<Part> {
    let mut parts = Vec::new();
    // The start of the part that is being read, whether it is code, and the mark of an item.
    let (mut start, mut at, mut is_code, mut mark) = (0, 0, false, None);
    let part = |mark: Option<&'static str>, text: &'static str| match mark {
        Some(mark) => Part::Item(mark, text),
        None => Part::Markdown(text),
    };
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let picture = line.trim_end().strip_prefix("![").and_then(|rest| rest.split_once("]("));
        let read = &text[start..at];
        if line.starts_with("```") {
            parts.push(if is_code { Part::Code(read) } else { part(mark.take(), read) });
            (start, is_code) = (end, !is_code);
        } else if let (Some((alt, path)), false) = (picture, is_code) {
            parts.push(part(mark.take(), read));
            parts.push(Part::Picture(alt, path.trim_end_matches(')')));
            start = end;
        } else if let Some(own) = item_mark(line).filter(|_| !is_code) {
            parts.push(part(mark.replace(own), read));
            start = at + own.len() + 1;
        } else if mark.is_some() && !line.starts_with(' ') {
            parts.push(part(mark.take(), read));
            start = at;
        }
        at = end;
    }
    parts.push(part(mark, &text[start..]));
    parts
}

/// The mark of an item of a list, if a line begins one: `-`, or a number with its point.
fn item_mark(line: &'static str) -> Option<&'static str> {
    let (mark, _) = line.split_once(' ')?;
    let number = mark.strip_suffix('.').filter(|digits| !digits.is_empty());
    let is_number = number.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    (mark == "-" || is_number).then_some(mark)
}

/// Shows the text of a section.
fn section(state: &mut Guide, text: &'static str, ui: &mut Ui) {
    for (i, part) in parts(text).into_iter().enumerate() {
        ui.push_id(i, |ui| match part {
            Part::Markdown(text) if text.trim().is_empty() => {}
            Part::Markdown(text) => markdown(state, text, ui),
            Part::Item(mark, text) => item(state, mark, text, ui),
            Part::Code(text) => code(text.trim_end(), ui),
            Part::Picture(alt, path) => picture(state, alt, path, ui),
        });
    }
}

/// Shows text with its links, of which each call forgets those of the one before.
fn markdown(state: &mut Guide, text: &'static str, ui: &mut Ui) {
    CommonMarkViewer::new().show(ui, &mut state.cache, text);
    let mut links = links(text);
    let followed = links.find(|link| state.cache.get_link_hook(link) == Some(true));
    state.followed = followed.or(state.followed);
}

/// Shows an item of a list, beside its mark.
fn item(state: &mut Guide, mark: &str, text: &'static str, ui: &mut Ui) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let size = vec2(MARK, ui.text_style_height(&TextStyle::Body));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let mark = if mark == "-" { "•" } else { mark };
        let font = TextStyle::Body.resolve(ui.style());
        let at = rect.right_top() - vec2(MARK_GAP, 0.0);
        ui.painter().text(at, Align2::RIGHT_TOP, mark, font, ui.visuals().text_color());
        ui.vertical(|ui| markdown(state, text.trim_end(), ui));
    });
}

/// Shows lines of code, which can be selected; long ones scroll.
fn code(text: &str, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let frame = Frame::new().fill(palette.canvas).corner_radius(RADIUS).inner_margin(10);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ScrollArea::horizontal().show(ui, |ui| {
            let text = RichText::new(text).font(mono(12.0)).color(palette.text);
            ui.add(egui::Label::new(text).extend().selectable(true));
        });
    });
    ui.add_space(6.0);
}

/// Shows a picture as wide as it is, or as there is room.
fn picture(state: &mut Guide, alt: &str, path: &str, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let Some(&(name, bytes)) = PICTURES.iter().find(|(name, _)| *name == path) else { return };
    let texture = state.pictures.entry(name).or_insert_with(|| {
        let pixels = png::decode(bytes).expect("a picture of the guide");
        let size = [pixels.width, pixels.height];
        let image = ColorImage::from_rgba_premultiplied(size, &pixels.bytes);
        ui.ctx().load_texture(name, image, egui::TextureOptions::LINEAR)
    });
    let size = texture.size_vec2();
    let scale = (ui.available_width() / size.x).min(1.0);
    let image = egui::Image::new((texture.id(), size * scale)).alt_text(alt);
    ui.add_space(4.0);
    ui.add(image.fit_to_exact_size(size * scale));
    ui.label(RichText::new(alt).font(regular(12.0)).color(palette.text2));
    ui.allocate_space(vec2(0.0, 4.0));
}

/// The targets of the links in a page, not those of pictures or of pages elsewhere.
fn links(text: &'static str) -> impl Iterator<Item = &'static str> {
    let targets = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
    let targets = targets.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    targets.filter(|target| target.contains(".md") || target.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::ui::testing::{Window, click, send, shows, type_into, window};
    use crate::workbench::Command;

    fn guide(window: &Window) -> &Guide {
        match &window.state().dialog {
            Some(super::super::Dialog::Guide(guide)) => guide,
            _ => panic!("the guide is not open"),
        }
    }

    #[test]
    fn every_picture_of_a_page_is_there_and_none_is_there_for_no_page() {
        let mut named: Vec<&str> = Vec::new();
        for page in PAGES {
            let pictures = page.text.match_indices("\n![").map(|(at, _)| &page.text[at..]);
            let paths = pictures.filter_map(|rest| rest.split_once("](")?.1.split(')').next());
            named.extend(paths);
        }
        named.sort_unstable();
        named.dedup();
        let mut kept: Vec<&str> = PICTURES.iter().map(|(name, _)| *name).collect();
        kept.sort_unstable();
        assert_eq!(named, kept);
        for (name, bytes) in PICTURES {
            assert!(png::decode(bytes).is_ok(), "{name}");
        }
    }

    #[test]
    fn items_are_parts_of_their_own_and_no_text_is_lost() {
        let read = |text: &'static str| -> Vec<String> {
            let words = |part| match part {
                Part::Markdown(text) => text.trim().to_owned(),
                Part::Item(mark, text) => format!("[{mark}] {}", text.trim()),
                Part::Code(text) => format!("<{}>", text.trim()),
                Part::Picture(alt, _) => format!("({alt})"),
            };
            parts(text).into_iter().map(words).filter(|words| !words.is_empty()).collect()
        };
        let text = "One\n- a\n  b\n- c\n\nTwo - 3\n10. d\n```\n- e\n```\n- f\n![p](q)\n";
        let expected =
            ["One", "[-] a\n  b", "[-] c", "Two - 3", "[10.] d", "<- e>", "[-] f", "(p)"];
        assert_eq!(read(text), expected);
    }

    #[test]
    fn pages_are_opened_by_the_list_by_links_and_by_a_search() {
        let mut window = window();
        send(&mut window, Command::Guide);
        let open = |window: &mut Window, page: &Page| {
            window.get_by_role_and_label(Role::RadioButton, page.title()).click();
            window.run_steps(4);
        };
        for page in PAGES {
            open(&mut window, page);
            assert_eq!(PAGES[guide(&window).page].topic, page.topic);
        }
        open(&mut window, &PAGES[0]);
        window.get_all_by_label("Command line").last().expect("a link").click();
        window.run_steps(4);
        assert_eq!(PAGES[guide(&window).page].topic, "command-line");
        click(&mut window, "Back");
        assert_eq!(PAGES[guide(&window).page].topic, "index");
        // So does a link of a page that has other parts after it.
        let commands = PAGES.iter().find(|page| page.topic == "command-line").expect("a page");
        open(&mut window, commands);
        window.get_by_role_and_label(Role::Link, "parts").click_accesskit();
        window.run_steps(4);
        assert_eq!(PAGES[guide(&window).page].topic, "parts");
        type_into(&mut window, "Search the guide", "kerf");
        let hit = guide::search("kerf")[0];
        window.get_all_by_label_contains(hit.heading).next().expect("a hit").click();
        window.run_steps(4);
        assert_eq!(guide(&window).page, hit.page);
        assert_eq!(guide(&window).sought, None, "the section was scrolled to");
        type_into(&mut window, "Search the guide", "xyzzyx");
        shows(&window, "No page has all of these words.");
    }
}
