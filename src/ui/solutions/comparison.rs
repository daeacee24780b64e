//! The canvas on which two solutions in space stand side by side, turned together.

use egui::{Rect, Response, Ui, UiBuilder};

use super::detail::Compared;
use super::{Scene, SolutionsState};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::space::view::{self, Setting};
use crate::ui::space::{Part, SpaceState, parts};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::workbench::Command;
use crate::workbench::command::SolutionAction;

/// The degree to which a piece is still seen that lies in the same place in both.
const SAME: f64 = 0.3;

/// Shows the chosen solution beside the one that it is compared with; both follow
/// the view of either. `None` where there is no such solution, and nothing is shown.
pub(super) fn show(
    state: &mut SolutionsState,
    scene: Scene,
    setting: &Setting,
    out: &mut Actions,
    ui: &mut Ui,
) -> Option<Response> {
    let document = scene.document;
    let chosen = state.chosen.as_ref()?;
    let compared = Compared::new(document.compared()?, chosen, document);
    let (puzzle, encoding) = (document.solved_puzzle(), document.solved_encoding()?);
    let [mut first, mut other] =
        [&chosen.options, &compared.options].map(|options| parts(puzzle, encoding, options));
    fade_what_is_in(&first, &mut other);
    fade_what_is_in(&other, &mut first);
    let whole = ui.available_rect_before_wrap();
    let (left, right) = whole.split_left_right_at_fraction(0.5);
    let half = |ui: &mut Ui, rect: Rect| ui.new_child(UiBuilder::new().max_rect(rect));

    let mut ui_left = half(ui, left);
    widgets::panel_head(&mut ui_left, "This solution", "", |_| ());
    let response = view::show(&mut ui_left, &mut state.space, setting, &first);

    let number = compared.number.map_or_else(String::new, |n| format!(" {}", text::grouped(n)));
    let title = format!("Solution{number}");
    let pieces = text::grouped(first.len() as u64);
    let caption = format!("{} of {pieces} pieces in the same place", compared.shared);
    let mut ui_right = half(ui, right);
    widgets::panel_head(&mut ui_right, &title, &caption, |ui| {
        if widgets::icon_button(ui, Icon::Close, "Stop comparing").clicked() {
            out.send(Command::Solution(SolutionAction::Compare));
        }
    });
    let label = format!("Board of the compared solution{number}, {caption}");
    let setting = Setting { label: &label, ..*setting };
    let SolutionsState { space, beside, .. } = state;
    beside.follow(space);
    view::show(&mut ui_right, beside, &setting, &other);
    space.follow(beside);
    ui.advance_cursor_after_rect(whole);
    Some(response)
}

/// Fades the parts that lie in the same place in another solution.
fn fade_what_is_in(other: &[Part], parts: &mut [Part]) {
    let is_there =
        |part: &Part| other.iter().any(|one| one.key.0 == part.key.0 && one.sites == part.sites);
    parts.iter_mut().filter(|part| is_there(part)).for_each(|part| part.presence = SAME);
}

impl SpaceState {
    /// Looks at its own parts as another view looks at others.
    fn follow(&mut self, other: &SpaceState) {
        let SpaceState { view, viewport, apart, layers, second_layers, hovered, .. } = *other;
        (self.view, self.viewport, self.apart) = (view, viewport, apart);
        (self.layers, self.second_layers, self.hovered) = (layers, second_layers, hovered);
        self.hidden.clone_from(&other.hidden);
    }
}
