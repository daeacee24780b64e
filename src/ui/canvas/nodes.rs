//! The board for those who do not see it or do not point at it: its sites by name, what screen
//! readers ask of them, and the keyboard's cursor among them.

use egui::accesskit::Action;
use egui::{Id, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo};

use crate::lattice::Point;
use crate::picture::{Page, Xy};
use crate::puzzle::{BoardSite, Puzzle};
use crate::text;
use crate::ui::canvas::cursor::{Cursor, CursorKeys, CursorStep, SeenSite};
use crate::ui::canvas::sites::{CanvasSites, around};
use crate::ui::drawing::figure_cache::BoardFigures;
use crate::ui::drawing::paint::{self, Projection};

/// Every site up to this number is told to screen readers by itself; of more, the one at the cursor.
const MAX_NODES: usize = 2000;

/// Describes a site: whether it must be covered, or what stands there from the beginning.
pub(crate) fn site_kind(puzzle: &Puzzle, site: &BoardSite) -> String {
    match (puzzle.text(site.site), &puzzle.cover) {
        (Some(text), _) => format!("holds {text}"),
        (None, Some(_)) => "empty".to_owned(),
        (None, None) if site.required => "required".to_owned(),
        (None, None) => "optional".to_owned(),
    }
}

/// The sites that the canvas shows.
#[derive(Clone, Copy)]
pub(crate) enum Sites<'a> {
    /// Those of the board.
    Board(&'a Puzzle, &'a BoardFigures),
    /// Those that can be painted, holes among them.
    Ground(&'a CanvasSites),
}

impl<'a> Sites<'a> {
    fn count(self) -> usize {
        match self {
            Sites::Board(puzzle, _) => puzzle.board.sites().len(),
            Sites::Ground(ground) => ground.sites.len(),
        }
    }

    /// The n-th, in reading order.
    fn site(self, n: usize) -> Point {
        match self {
            Sites::Board(puzzle, _) => puzzle.board.sites()[n].site,
            Sites::Ground(ground) => ground.sites[n],
        }
    }

    fn page(self) -> &'a Page<'static> {
        match self {
            Sites::Board(_, figures) => &figures.page,
            Sites::Ground(ground) => &ground.page,
        }
    }

    fn nth_corners(self, n: usize) -> &'a [Xy] {
        match self {
            Sites::Board(_, figures) => &figures.sites[n],
            Sites::Ground(ground) => &ground.corners[n],
        }
    }

    fn position(self, site: Point) -> Option<usize> {
        match self {
            Sites::Board(puzzle, _) => puzzle.board.position(site),
            Sites::Ground(ground) => ground.sites.binary_search(&site).ok(),
        }
    }

    /// The corners of a site; `None` for one that there is not.
    pub(crate) fn corners(self, site: Point) -> Option<&'a [Xy]> {
        self.position(site).map(|n| self.nth_corners(n))
    }
}

/// The requests of keys and screen readers.
#[derive(Clone, Copy, Default)]
pub(crate) struct BoardStep {
    /// By the cursor.
    pub(crate) by_keys: Option<CursorStep>,
    /// The site that was pressed by its name.
    pub(crate) touched: Option<Point>,
}

/// The board as it is told to screen readers.
pub(crate) struct AccessibleBoard<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) sites: Sites<'a>,
    /// The number of placements that cover each site of the board, as far as known.
    pub(crate) coverage: Option<&'a [Option<u32>]>,
    pub(crate) projection: Projection,
    /// The part of the screen where it is seen.
    pub(crate) visible: Rect,
    /// True if something can be written into cells.
    pub(crate) writable: bool,
}

impl AccessibleBoard<'_> {
    /// Follows the keys while the board has the focus, and what is asked of sites by name.
    pub(crate) fn follow_keys(
        &self,
        cursor: &mut Cursor,
        board: &Response,
        paints: bool,
        ui: &mut Ui,
    ) -> BoardStep {
        if let Some(first) = self.puzzle.board.sites().first() {
            cursor.begin_at(first.site);
        }
        let keys = CursorKeys { draws: paints, enter: true };
        // Not to the ends of the ground around it, on which it can grow.
        let inside = |site| self.puzzle.board.position(site).is_some();
        let by_keys = cursor.follow(ui, board, self.sites.page(), keys, || self.seen(), inside);
        let touched = self.nodes(cursor, board, paints, ui);
        BoardStep { by_keys, touched }
    }

    /// The sites, and where their middles are seen.
    fn seen(&self) -> Vec<SeenSite> {
        let seen = |n: usize| -> (Point, Pos2) {
            let middle = paint::middle(self.sites.nth_corners(n));
            (self.sites.site(n), self.projection.at(middle))
        };
        (0..self.sites.count()).map(seen).collect()
    }

    /// Describes a site in words.
    fn name(&self, site: Point) -> String {
        let puzzle = self.puzzle;
        let (one, _) = puzzle.lattice.site_words;
        let label = puzzle.lattice.site_label(site);
        let Some(i) = puzzle.board.position(site) else {
            return format!("{one} {label}, hole");
        };
        let kind = site_kind(puzzle, &puzzle.board.sites()[i]);
        let counts = puzzle.counts_placements() && puzzle.text(site).is_none();
        let placements = self.coverage.filter(|_| counts).and_then(|coverage| coverage[i]);
        let placements = placements
            .map_or_else(String::new, |n| format!(", {}", text::count(u64::from(n), "placement")));
        let colour = puzzle.board.label(i).map_or(String::new(), |l| format!(", label {l}"));
        let laid = puzzle.placed.iter().find(|laid| laid.sites.binary_search(&site).is_ok());
        let piece = laid.map_or(String::new(), |laid| {
            let pinned = if laid.pinned { ", pinned" } else { "" };
            format!(", piece {}{pinned}", puzzle.piece(laid.piece).name)
        });
        let text = puzzle.site_texts.get(&site);
        let text = text.map_or(String::new(), |text| format!(", text {text}"));
        format!("{one} {label}, {kind}{placements}{colour}{text}{piece}")
    }

    /// Gives every site a name, as long as there are not too many, and the one at the cursor in any
    /// case. The site that was pressed by its name; one that was given the focus gets the cursor.
    fn nodes(
        &self,
        cursor: &mut Cursor,
        board: &Response,
        paints: bool,
        ui: &mut Ui,
    ) -> Option<Point> {
        let id = ui.scope_id().with("site");
        let mut touched = None;
        let few = self.sites.count() <= MAX_NODES;
        let at_cursor = cursor.shown().and_then(|site| self.sites.position(site));
        let told = if few { 0..self.sites.count() } else { 0..0 };
        for n in told.chain(at_cursor.filter(|_| !few)) {
            let site = self.sites.site(n);
            let rect = around(self.projection, self.sites.nth_corners(n));
            if !self.visible.intersects(rect) && at_cursor != Some(n) {
                continue;
            }
            let place = rect.expand(0.5).intersect(self.visible);
            let node = ui.interact(place, id.with(site), Sense::hover());
            node.widget_info(|| {
                let role = if paints || self.writable { Role::Button } else { Role::Label };
                WidgetInfo::labeled(role, true, self.name(site))
            });
            let asked = asked_of(ui, node.id);
            if asked.pressed {
                touched = Some(site);
            }
            if asked.focused {
                cursor.show_at(site);
                board.request_focus();
            }
        }
        self.tell(cursor, board, id, ui);
        touched
    }

    /// Tells where the cursor is on the board.
    fn tell(&self, cursor: &Cursor, board: &Response, nodes: Id, ui: &Ui) {
        let Some(site) = cursor.shown() else { return };
        tell_cursor(ui, board.id, nodes.with(site), self.name(site));
    }
}

/// The request of a screen reader to a node.
#[derive(Clone, Copy)]
pub(crate) struct NodeRequest {
    /// True if it presses the node.
    pub(crate) pressed: bool,
    /// True if it gives the node the focus.
    pub(crate) focused: bool,
}

/// Lets a node be pressed and given the focus by screen readers; what they ask.
pub(crate) fn asked_of(ui: &Ui, id: Id) -> NodeRequest {
    ui.ctx().accesskit_node_builder(id, |node| {
        node.add_action(Action::Click);
        node.add_action(Action::Focus);
    });
    let asks = |action| ui.input(|input| input.has_accesskit_action_request(id, action));
    NodeRequest { pressed: asks(Action::Click), focused: asks(Action::Focus) }
}

/// Tells screen readers at which node of a board the cursor is.
pub(crate) fn tell_cursor(ui: &Ui, board: Id, node: Id, name: String) {
    ui.ctx().accesskit_node_builder(board, |board| {
        board.set_value(name);
        board.set_active_descendant(node.accesskit_id());
    });
}
