//! Applying actions: the one place where what screens ask for is done.

use super::App;
use crate::ui::action::Action;
use crate::ui::dialogs::{self, Dialog, StoredResults};
use crate::ui::platform::purpose::Purpose;
use crate::ui::replacement::Intent;
use crate::workbench::edit::Edit;
use crate::workbench::sets::SetsAction;
use crate::workbench::variants::VariantAction;

impl App {
    /// Does what was asked for while the frame was drawn.
    pub(super) fn apply(&mut self, ctx: &egui::Context, action: Action) {
        let action = match action {
            Action::Command(command) => match self.edit_of(command) {
                Ok(Some(edit)) => Action::Edit(edit, None),
                Ok(None) => Action::Command(command),
                Err(why) => Action::Say(why),
            },
            action => action,
        };
        #[cfg(test)]
        self.applied.push(action.clone());
        match action {
            Action::Command(command) => self.run_command(ctx, command),
            Action::Edit(edit, gesture) => {
                self.design.skip_gestures(gesture);
                self.edit(&edit, gesture);
            }
            Action::Edits(edits, known) => {
                let now = self.bench.document.as_ref().map(|document| &document.puzzle);
                let same = |known| now.is_some_and(|now| now.is_same_but_for_words(known));
                if known.as_deref().is_none_or(same) {
                    let gesture = Some(self.design.next_gesture());
                    let _ = edits.iter().all(|edit| self.edit(edit, gesture));
                }
            }
            // One that is refused stays in its dialog, so that it can be corrected.
            Action::Submit(edit) => {
                if self.edit(&edit, None) {
                    if let (Edit::DrawPiece(_), Some(document)) = (&edit, &self.bench.document) {
                        let drawn = document.puzzle.pieces.last().map(|piece| piece.name.as_str());
                        self.design.select(drawn);
                    }
                    self.dialog = match (self.dialog.take(), &self.bench.document) {
                        (Some(Dialog::Draw(sketch)), Some(document)) => {
                            sketch.another(&document.puzzle).map(Dialog::Draw)
                        }
                        _ => None,
                    };
                }
            }
            Action::Intend(intent) => self.intend(intent),
            Action::ShowTab(place) => self.show_tab(place),
            Action::CloseTab(place) => {
                self.show_tab(place);
                self.intend(Intent::Close);
            }
            Action::CarryOut(intent) => self.carry_out(intent),
            Action::SaveThen(intent) => self.save_then(intent),
            Action::Ask(question) => self.ask(question),
            Action::Say(text) => self.say(text),
            Action::Complain(text) => self.complain(text),
            Action::UsePath(purpose, path) => self.use_path(purpose, path, true),
            Action::OpenRecent(path) => self.open_recent(path),
            Action::OpenProblem(path, number) => self.files.read(path, Some(number), &self.wake),
            Action::SaveTo(path) => self.save_to(path),
            Action::DiscardDraft(place) => self.bench.drafts.discard(place),
            Action::DeleteResults(digests) => {
                let results = self.bench.results.handle();
                let stored = StoredResults::deleting(results, digests, &self.wake);
                self.dialog = Some(Dialog::StoredResults(stored));
            }
            Action::LimitResults(limit) => {
                self.bench.settings.results_limit = limit;
                self.bench.results.set_limit(limit);
                let stored = StoredResults::shrinking(self.bench.results.handle(), &self.wake);
                self.dialog = Some(Dialog::StoredResults(stored));
            }
            Action::SetUpExport(form) => {
                if let Some(document) = &self.bench.document {
                    let style = self.picture_style(document);
                    self.dialog =
                        Some(dialogs::export_solution(document, style, self.sight(), form));
                }
            }
            Action::ChooseExportPath(path, ending) => {
                self.ask_path(Purpose::Export, path, ending);
            }
            Action::Export(order) => self.write_export(&order),
            Action::CancelFileWork => {
                if let Some(what) = self.files.cancel() {
                    self.say(format!("{what} was cancelled."));
                }
            }
            Action::Engine(engine) => self.bench.set_engine(engine, &self.wake),
            Action::Threads(threads) => self.bench.settings.set_threads(threads),
            Action::Select(solution) => {
                if let Some(document) = &mut self.bench.document {
                    document.select(solution);
                    self.solutions.scroll_to_selected();
                }
            }
            Action::ListAll(all) => {
                if let Some(document) = &mut self.bench.document {
                    document.show_all(all);
                    self.solutions.scroll_to_selected();
                }
            }
            Action::ShowPositions(piece) => {
                if let Some(document) = &mut self.bench.document {
                    document.show_positions(piece);
                }
            }
            Action::CountContacts(pair) => {
                if let Some(document) = &mut self.bench.document {
                    document.count_contacts(pair);
                }
            }
            Action::Mark(solution, mark) => self.bench.set_mark(solution, mark),
            Action::SetList(settings) => {
                if let Some(document) = &mut self.bench.document {
                    let before = document.browser().map(|browser| browser.settings().clone());
                    let is_sorted = before.is_some_and(|before| {
                        (before.sort, &before.like, &before.group)
                            != (settings.sort, &settings.like, &settings.group)
                    });
                    // Where none was selected yet, the first of an order is what it is asked for.
                    let is_at_first = document.selected() == 0;
                    document.set_list(*settings);
                    match is_sorted && is_at_first {
                        true => self.solutions.go_to_top(),
                        false => self.solutions.scroll_to_selected(),
                    }
                }
            }
            Action::Variants(action) => {
                let selects = matches!(action, VariantAction::Select(_));
                let lists = matches!(action, VariantAction::View(_));
                self.bench.change_variants(action);
                self.follow_variants(selects, lists);
            }
            Action::Sets(action) => {
                let selects = matches!(action, SetsAction::Select(_));
                let lists = matches!(action, SetsAction::View(_));
                self.bench.change_sets(action);
                self.follow_variants(selects, lists);
            }
            Action::ChooseMakePath(ending) => self.choose_make_path(Some(ending)),
            Action::ChoosePreset(purpose) => self.choose_preset(purpose),
            Action::ShowReason(position) => self.show_reason(position),
            Action::SaveProof(proof) => self.save_proof(proof),
            Action::SaveReport(text) => self.save_report(text),
            Action::ChooseMovesPath(ending) => self.choose_moves_path(ending),
            Action::Play(action) => self.change_play(action),
            Action::RecordPlay(time, hints) => self.bench.record_play(time, hints),
            Action::SaveRecord(file) => self.save_record(file),
            Action::WriteStepPictures(folder, series) => self.write_step_pictures(folder, *series),
            Action::SetPlay(settings) => self.bench.settings.play = settings,
            Action::TakeApartAll => self.bench.take_apart_all(&self.wake),
            Action::ShowMoment(_)
            | Action::ChoosePushed(_)
            | Action::Push { .. }
            | Action::DiscardPushes
            | Action::MoveSpeed(_)
            | Action::TryMorePositions
            | Action::PauseTakingApart
            | Action::StopTakingApart => self.move_apart(&action),
            Action::WalkSpeed(_)
            | Action::ChooseItemsBy(_)
            | Action::GoToStep(_)
            | Action::GoToBranch(..)
            | Action::ShowAssignments(_) => self.move_stepper(&action),
        }
    }

    /// Brings into view what was selected, or the first of a list with another filter or order.
    fn follow_variants(&mut self, selects: bool, lists: bool) {
        if selects {
            self.variants.follow();
            self.sets.follow();
        } else if lists {
            self.variants.go_to_top();
            self.sets.go_to_top();
        }
    }

    /// Does what was asked of a solution that is taken apart.
    fn move_apart(&mut self, action: &Action) {
        let Some(taking) = &mut self.bench.disassembly else { return };
        match *action {
            Action::ShowMoment(time) => taking.go_to(time),
            Action::ChoosePushed(piece) => taking.choose_pushed(piece),
            Action::Push { way, dragged } => taking.push(way, dragged),
            Action::DiscardPushes => taking.discard_pushes(),
            Action::MoveSpeed(speed) => taking.speed = speed,
            Action::PauseTakingApart => taking.pause_or_resume_all(),
            Action::StopTakingApart => taking.stop_all(),
            _ => taking.raise_limit(),
        }
    }

    /// Does what was asked of the stepper.
    fn move_stepper(&mut self, action: &Action) {
        let Some(stepper) = &mut self.bench.stepper else { return };
        match *action {
            Action::WalkSpeed(speed) => stepper.speed = speed,
            Action::ChooseItemsBy(rule) => stepper.set_rule(rule),
            Action::GoToStep(number) => stepper.to_step(number),
            Action::GoToBranch(level, rank) => stepper.to_branch(level, rank),
            Action::ShowAssignments(count) => stepper.show_assignments(count),
            _ => {}
        }
    }
}
