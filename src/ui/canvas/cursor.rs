//! The keyboard's cursor on a board or a canvas of sites: arrow keys move it to the nearest site
//! that way, Space and Enter do there what a click would, Shift with an arrow draws on.
//!
//! It knows sites and where each is seen, and nothing of what is done to them, so that every board
//! has the same one. It appears when the keyboard is used, and goes when the pointer is.

use std::collections::VecDeque;

use egui::{Event, Key, Modifiers, Pos2, Response, Ui, Vec2, vec2};

use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::Page;
use crate::ui::widgets::focus;

/// A site, and where its middle is seen.
pub(crate) type SeenSite = (Point, Pos2);

/// The keys that a board keeps to itself while it has the focus, the one that it may leave last.
const KEYS: [Key; 10] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Space,
    Key::Enter,
];

/// The effects of the keys on a board.
#[derive(Clone, Copy)]
pub(crate) struct CursorKeys {
    /// True if Shift with an arrow draws.
    pub(crate) draws: bool,
    /// True if Enter does what Space does; otherwise it is the default button's.
    pub(crate) enter: bool,
}

impl CursorKeys {
    /// The keys that the board keeps to itself.
    fn kept(self) -> &'static [Key] {
        if self.enter { &KEYS } else { &KEYS[..KEYS.len() - 1] }
    }
}

/// The keyboard's cursor.
#[derive(Default)]
pub(crate) struct Cursor {
    site: Option<Point>,
    /// The offset from the cursor to the line along which it moves: it returns to that line after
    /// sites that do not lie on it.
    drift: Vec2,
    is_shown: bool,
    /// True if the board has the focus; true if the cursor is shown all that time, where something
    /// can be typed.
    is_focused: bool,
    stays: bool,
    /// True if the keyboard was used last, and not the pointer's button.
    is_by_keys: bool,
    /// True if it was moved in this frame.
    has_moved: bool,
    /// The presses that have not been followed yet.
    presses: VecDeque<(Key, Modifiers)>,
}

/// A request by the keys other than a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CursorStep {
    /// The effect of a click on the site.
    Use(Point),
    /// The effect of a drag from one site to another.
    Drag(Point, Point),
}

impl Cursor {
    /// The site where it is, while it is shown.
    pub(crate) fn shown(&self) -> Option<Point> {
        self.site.filter(|_| self.is_shown || self.stays && self.is_focused)
    }

    /// Lets it be shown as long as the board has the focus, whether by keyboard or pointer.
    pub(crate) fn stay(&mut self, stays: bool) {
        self.stays = stays;
    }

    /// Returns whether the board got the focus by the keyboard, or is used with it.
    pub(crate) fn is_by_keys(&self) -> bool {
        self.is_by_keys
    }

    /// Returns whether it was moved in this frame, so that it must be brought into view.
    pub(crate) fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// Is at a site unless it has been at one already.
    pub(crate) fn begin_at(&mut self, site: Point) {
        self.site.get_or_insert(site);
    }

    /// Goes to a site without being shown, as when that was clicked.
    pub(crate) fn put(&mut self, site: Point) {
        (self.site, self.drift, self.is_shown) = (Some(site), Vec2::ZERO, false);
    }

    /// Goes to a site and is shown there.
    pub(crate) fn show_at(&mut self, site: Point) {
        self.put(site);
        (self.is_shown, self.is_by_keys) = (true, true);
    }

    /// Follows a board that was moved by some shift.
    pub(crate) fn follow_shift(&mut self, shift: Point) {
        self.site = self.site.map(|site| site + shift);
    }

    /// Follows the keys while the board has the focus, up to the first that asks for more than a
    /// move: what comes after that belongs to the board as it is then. `seen` gives the sites in
    /// reading order, as they lie on the page; keys that lead to an end stay on those that are
    /// `inside`, if any are.
    pub(crate) fn follow(
        &mut self,
        ui: &Ui,
        board: &Response,
        page: &Page,
        keys: CursorKeys,
        seen: impl FnOnce() -> Vec<SeenSite>,
        inside: impl Fn(Point) -> bool,
    ) -> Option<CursorStep> {
        self.has_moved = false;
        self.is_focused = board.has_focus();
        if !self.is_focused {
            self.is_shown = false;
            self.presses.clear();
            return None;
        }
        focus::keep_keys(ui, board.id, keys.kept(), keys.draws);
        let (pressed, moved) =
            ui.input(|i| (i.pointer.any_pressed(), i.pointer.delta() != Vec2::ZERO));
        if board.gained_focus() && !pressed {
            (self.is_shown, self.is_by_keys) = (true, true);
        }
        self.is_by_keys &= !pressed;
        self.is_shown &= !(pressed || moved && board.contains_pointer());
        self.presses.extend(take_presses(ui, keys));
        if !self.presses.is_empty() {
            (self.is_shown, self.is_by_keys) = (true, true);
        }
        if !self.is_shown {
            return None;
        }
        let seen = seen();
        self.keep_to(&seen);
        let is_bare = !seen.iter().any(|(site, _)| inside(*site));
        let mut step = None;
        while step.is_none()
            && let Some((key, modifiers)) = self.presses.pop_front()
        {
            step = self.press(page, &seen, |site| is_bare || inside(site), key, modifiers);
        }
        if !self.presses.is_empty() {
            ui.ctx().request_repaint();
        }
        step
    }

    /// Stays on the sites that there are: on the nearest one if its own is gone.
    fn keep_to(&mut self, seen: &[SeenSite]) {
        let far = |site: Point| {
            let from = self.site.unwrap_or(site);
            let d = site - from;
            d.coordinates().iter().map(|&n| i64::from(n) * i64::from(n)).sum::<i64>()
        };
        let nearest = seen.iter().map(|(site, _)| *site).min_by_key(|&site| far(site));
        if nearest != self.site {
            (self.site, self.drift) = (nearest, Vec2::ZERO);
            self.has_moved = true;
        }
    }

    fn press(
        &mut self,
        page: &Page,
        seen: &[SeenSite],
        inside: impl Fn(Point) -> bool,
        key: Key,
        modifiers: Modifiers,
    ) -> Option<CursorStep> {
        let (from, lattice) = (self.site?, page.lattice());
        let at = seen.iter().position(|(site, _)| *site == from)?;
        let way = way_of(key);
        let to = match (key, modifiers.command) {
            (Key::Space | Key::Enter, _) => return Some(CursorStep::Use(from)),
            (Key::Home, true) => seen.iter().position(|(site, _)| inside(*site)),
            (Key::End, true) => seen.iter().rposition(|(site, _)| inside(*site)),
            (Key::PageUp | Key::PageDown, _) if lattice.is_solid() => {
                let up = if key == Key::PageUp { 1 } else { -1 };
                above(page, seen, from, up)
            }
            (Key::Home | Key::End | Key::PageUp | Key::PageDown, _) => {
                last_in_line(page, seen, inside, at, way)
            }
            _ => next(lattice, seen, at, way, self.drift, modifiers.shift),
        }?;
        let (site, place) = seen[to];
        let line = seen[at].1 + self.drift - place;
        // Only what lies beside the way counts.
        self.drift = match is_arrow(key) {
            true => line - way * line.dot(way),
            false => Vec2::ZERO,
        };
        self.site = Some(site);
        self.has_moved = true;
        (modifiers.shift && is_arrow(key)).then_some(CursorStep::Drag(from, site))
    }
}

fn is_arrow(key: Key) -> bool {
    matches!(key, Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown)
}

/// The way in which a key moves the cursor, as a vector of length 1.
fn way_of(key: Key) -> Vec2 {
    match key {
        Key::ArrowLeft | Key::Home => vec2(-1.0, 0.0),
        Key::ArrowRight | Key::End => vec2(1.0, 0.0),
        Key::ArrowUp | Key::PageUp => vec2(0.0, -1.0),
        _ => vec2(0.0, 1.0),
    }
}

/// Takes the presses that move or use the cursor out of the input.
fn take_presses(ui: &Ui, keys: CursorKeys) -> Vec<(Key, Modifiers)> {
    let mut presses = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let to_end = matches!(key, Key::Home | Key::End) && modifiers.command_only();
            let draws = keys.draws && is_arrow(*key) && modifiers.shift_only();
            let is_own = keys.kept().contains(key) && (modifiers.is_none() || to_end || draws);
            if is_own {
                presses.push((*key, *modifiers));
            }
            !is_own
        });
    });
    presses
}

/// The nearest site in a way: one that lies rather that way than beside it, or, where there is none,
/// any that does not lie much farther beside it. Of equally near ones the one nearest to the line
/// that the cursor is moved along.
fn next(
    lattice: &Lattice,
    seen: &[SeenSite],
    at: usize,
    way: Vec2,
    drift: Vec2,
    draws: bool,
) -> Option<usize> {
    /// The greatest offset of a site from the direction, for each step along it. Sites exactly on a
    /// diagonal take two presses; but from an edge the nearest ones lie there, unless the edge's
    /// line is being extended by drawing.
    const STRAIGHT: f32 = 0.98;
    const DIAGONAL: f32 = 1.02;
    const ANY: f32 = 2.5;
    let first = if lattice.form == SiteForm::Edge && !draws { DIAGONAL } else { STRAIGHT };
    let drift = if drift == Vec2::ZERO { leaning(lattice, seen[at].0) } else { drift };
    [first, ANY].into_iter().find_map(|cone| nearest_within(seen, at, way, drift, cone))
}

/// To which side the cursor goes where two sites are equally near: from edges of one direction to the
/// one, from others to the other, so that all are reached.
fn leaning(lattice: &Lattice, site: Point) -> Vec2 {
    const SLIGHTLY: f32 = 0.1;
    match lattice.class_of(site) {
        Some(0) => vec2(-SLIGHTLY, SLIGHTLY),
        _ => vec2(SLIGHTLY, -SLIGHTLY),
    }
}

/// The site of the next layer above or below: straight on by a period if there is one layer to it, else
/// the nearest as seen from above.
fn above(page: &Page, seen: &[SeenSite], from: Point, up: i32) -> Option<usize> {
    let lattice = page.lattice();
    if lattice.layers() == 1 && !page.has_second_layers() {
        let there = from + Point::new(0, 0, up * lattice.period);
        return seen.iter().position(|(site, _)| *site == there);
    }
    let layer = page.layer(from) + up;
    let here = page.flat(from);
    let away = |site: Point| {
        let [x, y] = page.flat(site);
        (x - here[0]).hypot(y - here[1])
    };
    let there = seen.iter().enumerate().filter(|(_, (site, _))| page.layer(*site) == layer);
    there.min_by(|(_, (a, _)), (_, (b, _))| away(*a).total_cmp(&away(*b))).map(|(n, _)| n)
}

/// The last site in a line of those that are `inside`.
fn last_in_line(
    page: &Page,
    seen: &[SeenSite],
    inside: impl Fn(Point) -> bool,
    at: usize,
    way: Vec2,
) -> Option<usize> {
    let layer = page.layer(seen[at].0);
    let line = seen[at].1;
    // Sites that are seen at the same height may differ by a rounding.
    let is_on_line = |(site, place): &SeenSite| {
        let off = *place - line;
        inside(*site) && page.layer(*site) == layer && (off - way * off.dot(way)).length() < 0.5
    };
    let along = |n: &usize| (seen[*n].1 - line).dot(way);
    let on_line = (0..seen.len()).filter(|&n| is_on_line(&seen[n]));
    on_line.max_by(|a, b| along(a).total_cmp(&along(b)))
}

/// The nearest site in a way that lies no farther beside it than `cone` times the step along it.
fn nearest_within(
    seen: &[SeenSite],
    at: usize,
    way: Vec2,
    drift: Vec2,
    cone: f32,
) -> Option<usize> {
    let from = seen[at].1;
    let measured = seen.iter().enumerate().filter_map(|(n, &(_, place))| {
        let off = place - from;
        let along = off.dot(way);
        let beside = (off - way * along).length();
        let line = place - (from + drift);
        let off_line = (line - way * line.dot(way)).length();
        (along > 0.01 && beside <= cone * along).then_some((n, off.length(), off_line))
    });
    // Distances that differ by less than a hundredth are the same but for roundings.
    measured
        .min_by(|a, b| match (a.1 - b.1).abs() < 0.01 * a.1 {
            true => a.2.total_cmp(&b.2),
            false => a.1.total_cmp(&b.1),
        })
        .map(|(n, ..)| n)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::lattice;
    use crate::ui::canvas::sites::CanvasSites;
    use crate::ui::drawing::paint;

    const ARROWS: [Key; 4] = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];

    /// The sites of a box of a lattice, as seen at a scale of 40.
    fn boxed(lattice: &'static Lattice, far: [i32; 3]) -> Vec<SeenSite> {
        boxed_in_layers(lattice, far, false).1
    }

    /// The same in one kind of layers, with their page.
    fn boxed_in_layers(
        lattice: &'static Lattice,
        far: [i32; 3],
        second_layers: bool,
    ) -> (Page<'static>, Vec<SeenSite>) {
        let high = Point::from(far.map(|n| n * lattice.period));
        let site = |corner: Point| corner + Point::from(lattice.classes[0].residue);
        let page = Page::in_layers(lattice, second_layers, [site(Point::ORIGIN), site(high)]);
        let ground = CanvasSites::of_box(&page, lattice, Point::ORIGIN, high);
        let seen = |corners: &Vec<[f64; 2]>| {
            let [x, y] = paint::middle(corners);
            Pos2::new(40.0 * x as f32, 40.0 * y as f32)
        };
        (page, ground.sites.iter().copied().zip(ground.corners.iter().map(seen)).collect())
    }

    /// Where a press leads from a site.
    fn pressed(lattice: &'static Lattice, seen: &[SeenSite], site: Point, key: Key) -> Point {
        let mut cursor = Cursor::default();
        cursor.show_at(site);
        cursor.press(&Page::around(lattice, []), seen, |_| true, key, Modifiers::NONE);
        cursor.shown().expect("a site")
    }

    #[test]
    fn arrows_lead_from_every_site_to_every_other_on_every_lattice() {
        for &lattice in lattice::ALL {
            let depth = if lattice.is_solid() { 2 } else { 0 };
            let seen = boxed(lattice, [3, 3, depth]);
            for &(first, _) in [&seen[0], &seen[seen.len() / 2], &seen[seen.len() - 1]] {
                let (mut reached, mut open) = (BTreeSet::from([first]), vec![first]);
                while let Some(site) = open.pop() {
                    let ways = ARROWS.map(|key| pressed(lattice, &seen, site, key));
                    open.extend(ways.into_iter().filter(|&next| reached.insert(next)));
                }
                assert_eq!(reached.len(), seen.len(), "{} from {first:?}", lattice.name);
            }
        }
    }

    #[test]
    fn an_arrow_goes_its_own_way_and_never_skips_a_nearer_site() {
        for &lattice in lattice::ALL {
            let seen = boxed(lattice, [4, 4, 0]);
            for at in 0..seen.len() {
                for key in ARROWS {
                    let way = way_of(key);
                    let Some(to) = next(lattice, &seen, at, way, Vec2::ZERO, false) else {
                        continue;
                    };
                    let off = seen[to].1 - seen[at].1;
                    assert!(off.dot(way) > 0.0, "{} {key:?}", lattice.name);
                    // None lies straight ahead of it and nearer.
                    let nearer = seen.iter().any(|(_, place)| {
                        let other = *place - seen[at].1;
                        let straight = (other - way * other.dot(way)).length() < 0.5;
                        let along = other.dot(way);
                        straight && along > 0.5 && along < off.length() - 0.5
                    });
                    assert!(!nearer, "{} {key:?} from {:?}", lattice.name, seen[at].0);
                }
            }
        }
    }

    #[test]
    fn along_a_row_the_cursor_keeps_to_its_line() {
        for &lattice in lattice::ALL {
            let seen = boxed(lattice, [6, 6, 0]);
            // From the middle of the lowest layer.
            let is_low = |(site, _): &&SeenSite| lattice.layer(*site) == 0;
            let low: Vec<&SeenSite> = seen.iter().filter(is_low).collect();
            let sum = low.iter().fold(Vec2::ZERO, |sum, (_, place)| sum + place.to_vec2());
            let centre = (sum / low.len() as f32).to_pos2();
            let far = |place: &Pos2| place.distance(centre);
            let middle = seen.iter().min_by(|a, b| far(&a.1).total_cmp(&far(&b.1)));
            let middle = *middle.expect("a site");
            let mut cursor = Cursor::default();
            cursor.show_at(middle.0);
            let height = |cursor: &Cursor| {
                let site = cursor.shown().expect("a site");
                seen.iter().find(|(at, _)| *at == site).expect("a site that is seen").1.y
            };
            for key in [Key::ArrowLeft; 2].into_iter().chain([Key::ArrowRight; 4]) {
                cursor.press(&Page::around(lattice, []), &seen, |_| true, key, Modifiers::NONE);
                // Half a unit, as between the rows of edges across and down; where cells of many
                // kinds lie in no straight rows, less than a unit.
                let in_rows = lattice.classes.len() <= 3 && !lattice.is_solid();
                let most = if in_rows { 20.5 } else { 36.5 };
                let off = (height(&cursor) - middle.1.y).abs();
                assert!(off <= most, "{}: {off} beside the row", lattice.name);
            }
        }
    }

    #[test]
    fn drawing_keeps_to_the_line_of_an_edge() {
        let edges = &lattice::square_edges::LATTICE;
        let page = Page::around(edges, []);
        let seen = boxed(edges, [4, 4, 0]);
        let across = |site: &Point| edges.class_of(*site) == Some(0);
        let mut cursor = Cursor::default();
        let first = seen.iter().map(|(site, _)| *site).find(across).expect("an edge");
        cursor.show_at(first);
        for n in 1..4 {
            cursor.press(&page, &seen, |_| true, Key::ArrowRight, Modifiers::SHIFT);
            assert_eq!(cursor.shown(), Some(first + Point::new(2 * n, 0, 0)));
        }
        // Without Shift, the edges that meet it come first.
        cursor.press(&page, &seen, |_| true, Key::ArrowLeft, Modifiers::NONE);
        assert!(!cursor.shown().is_some_and(|site| across(&site)));
    }

    #[test]
    fn home_and_end_keep_to_the_row_and_page_keys_change_the_layer_of_a_solid() {
        let square = &lattice::square::LATTICE;
        let seen = boxed(square, [4, 2, 0]);
        let at = |n: usize| seen[n].0;
        // Five sites a row.
        assert_eq!(pressed(square, &seen, at(7), Key::Home), at(5));
        assert_eq!(pressed(square, &seen, at(7), Key::End), at(9));
        assert_eq!(pressed(square, &seen, at(7), Key::PageUp), at(2));
        assert_eq!(pressed(square, &seen, at(7), Key::PageDown), at(12));
        let cubic = &lattice::cube::LATTICE;
        let seen = boxed(cubic, [2, 2, 2]);
        let low = seen.iter().map(|(site, _)| *site).find(|site| cubic.layer(*site) == 0);
        let low = low.expect("a site of the lowest layer");
        let up = pressed(cubic, &seen, low, Key::PageUp);
        assert_eq!((up.x, up.y, cubic.layer(up)), (low.x, low.y, 1));
        assert_eq!(pressed(cubic, &seen, up, Key::PageDown), low);
        let end = pressed(cubic, &seen, low, Key::End);
        assert_eq!(cubic.layer(end), 0, "the end of the row in its own layer");
        // Where a cube has several layers each key goes through them one by one.
        let cut = &lattice::rhombic::LATTICE;
        let seen = boxed(cut, [1, 1, 1]);
        let mut at = seen[0].0;
        for (key, layers) in [(Key::PageUp, 1..10), (Key::PageDown, 0..9)] {
            let layers: Vec<i32> = layers.collect();
            let ordered = |n: usize| if key == Key::PageUp { n } else { layers.len() - 1 - n };
            for n in 0..layers.len() {
                at = pressed(cut, &seen, at, key);
                assert_eq!(cut.layer(at), layers[ordered(n)], "{key:?}");
            }
        }
    }

    #[test]
    fn keys_go_through_the_triangular_layers_of_spheres() {
        let spheres = &lattice::sphere::LATTICE;
        let (page, seen) = boxed_in_layers(spheres, [3, 3, 3], true);
        let pressed = |site: Point, key: Key| {
            let mut cursor = Cursor::default();
            cursor.show_at(site);
            cursor.press(&page, &seen, |_| true, key, Modifiers::NONE);
            cursor.shown().expect("a site")
        };
        let first = seen[0].0;
        let (mut reached, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(site) = open.pop() {
            let ways = ARROWS.map(|key| pressed(site, key));
            open.extend(ways.into_iter().filter(|&next| reached.insert(next)));
        }
        assert_eq!(reached.len(), seen.len());
        let mut at = first;
        for (key, layers) in
            [(Key::PageUp, [1, 2, 3, 4, 5, 6]), (Key::PageDown, [5, 4, 3, 2, 1, 0])]
        {
            for layer in layers {
                at = pressed(at, key);
                assert_eq!(page.layer(at), layer, "{key:?}");
            }
        }
        let end = pressed(at, Key::End);
        assert_eq!((page.layer(end), end.x), (0, 12), "the end of the row in its own layer");
    }

    #[test]
    fn space_uses_and_shift_draws() {
        let square = &lattice::square::LATTICE;
        let seen = boxed(square, [4, 2, 0]);
        let mut cursor = Cursor::default();
        cursor.show_at(seen[0].0);
        let page = Page::around(square, []);
        let used = cursor.press(&page, &seen, |_| true, Key::Space, Modifiers::NONE);
        assert_eq!(used, Some(CursorStep::Use(seen[0].0)));
        let drawn = cursor.press(&page, &seen, |_| true, Key::ArrowRight, Modifiers::SHIFT);
        assert_eq!(drawn, Some(CursorStep::Drag(seen[0].0, seen[1].0)));
        assert_eq!(cursor.shown(), Some(seen[1].0));
        // At the end of the row nothing is drawn.
        cursor.show_at(seen[4].0);
        assert_eq!(cursor.press(&page, &seen, |_| true, Key::ArrowRight, Modifiers::SHIFT), None);
    }
}
