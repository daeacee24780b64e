//! Variants stated in the window, by the labels of its fields and buttons.

use egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::polyform::symmetric::FormSymmetry;
use crate::puzzle::variants::{ChoiceForm, NumberRange, SiteName, VariantsForm};
use crate::ui::testing::{Window, document, opened, send, settle, shows, type_into, wait};
use crate::workbench::{Command, Screen};

fn edit(window: &mut Window) {
    send(window, Command::EditVariants);
    window.run_steps(3);
}

fn press(window: &mut Window, label: &str) {
    let button = window.query_all_by_role_and_label(egui::accesskit::Role::Button, label);
    // Where a row reads as its button does, the button comes last.
    button.last().unwrap_or_else(|| panic!("no button {label}")).click();
    window.run_steps(3);
}

fn choose(window: &mut Window, label: &str) {
    // The screen below may have the same words.
    window.query_all_by_label(label).last().unwrap_or_else(|| panic!("no {label}")).click();
    window.run_steps(3);
}

fn set_number(window: &mut Window, field: &str, number: &str) {
    type_into(window, field, number);
    window.key_press(Key::Tab);
    window.run_steps(2);
}

/// Waits for the number of variants, and sets them.
fn set(window: &mut Window, number: &str) {
    wait(window, number, |w| w.query_by_label(number).is_some());
    press(window, "Set variants");
    settle(window);
    assert!(window.state().dialog.is_none());
}

fn variants(window: &Window) -> Option<VariantsForm> {
    document(window).description().variants.clone()
}

#[test]
fn sets_of_pieces_are_chosen_and_solved() {
    let mut window = opened("square/pentominoes-6x10.ron");
    assert!(variants(&window).is_none());
    edit(&mut window);
    shows(&window, "No choice yet.");
    choose(&mut window, "Sizes");
    for (field, number) in [
        ("Columns, at most", "20"),
        ("Columns, at least", "3"),
        ("Rows, at most", "20"),
        ("Rows, at least", "3"),
    ] {
        set_number(&mut window, field, number);
    }
    press(&mut window, "Add choice");
    shows(&window, "Rectangle 3 to 20 × 3 to 20, where the area fits");
    // As in the bundled file of the four rectangles: all 18 × 18 of which the area is no larger.
    wait(&mut window, "the number", |w| w.query_by_label_contains(" combinations.").is_some());
    press(&mut window, "Set variants");
    settle(&mut window);
    let range = NumberRange { least: 3, most: 20 };
    let of = vec![ChoiceForm::Sizes("Rectangle".to_owned(), vec![range; 2])];
    assert_eq!(variants(&window).unwrap().of, of);
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| {
        document(w).variants().table().is_some_and(|table| table.results.len() == 4)
    });
    assert!(window.query_by_label_contains("4 variants, of 8: the others").is_some());
    // From there to five of the pieces on another board.
    press(&mut window, "Change variants…");
    press(&mut window, "Remove choice 1");
    choose(&mut window, "Pieces");
    set_number(&mut window, "Pieces used, at least", "11");
    set_number(&mut window, "Pieces used, at most", "12");
    press(&mut window, "Add choice");
    shows(&window, "Any 11 to 12 of the 12 pieces are used");
    set(&mut window, "13 variants.");
    send(&mut window, Command::Undo);
    assert_eq!(variants(&window).unwrap().of, of, "one step");
    send(&mut window, Command::Undo);
    assert!(variants(&window).is_none());
}

#[test]
fn sites_are_left_open_less_what_is_excepted_and_names_are_made_of_groups() {
    let mut window = opened("square/a-puzzle-a-day.ron");
    edit(&mut window);
    shows(&window, "1 site of month is left open");
    shows(&window, "1 site of day is left open");
    // Not on a button that removes one.
    assert!(window.get_by_label("Open sites").accesskit_node().is_focused());
    wait(&mut window, "the number", |w| {
        w.query_by_label("366 variants, of 372 combinations.").is_some()
    });
    let field = "Texts of sites, such as Feb, 30";
    type_into(&mut window, field, "Jan 32");
    press(&mut window, "Add exception");
    assert!(window.query_by_label_contains("No site has the text 32.").is_some());
    type_into(&mut window, field, "Jan, Jan");
    press(&mut window, "Add exception");
    shows(&window, "Jan is named twice.");
    type_into(&mut window, field, "Jan, 31");
    // Enter adds what is typed, and does not set the variants.
    window.key_press(Key::Enter);
    window.run_steps(3);
    shows(&window, "Jan, 31");
    set(&mut window, "365 variants, of 372 combinations.");
    let own = variants(&window).unwrap();
    let names = ["Jan", "31"].map(|text| SiteName::Text(text.to_owned())).to_vec();
    assert!(own.except.contains(&names) && own.expect.variants.is_none());
    send(&mut window, Command::Show(Screen::Variants));
    wait(&mut window, "the list", |w| {
        document(w).variants().table().is_some_and(|table| table.results.len() == 365)
    });
    edit(&mut window);
    press(&mut window, "Remove the exception Jan, 31");
    set(&mut window, "366 variants, of 372 combinations.");
    wait(&mut window, "the list", |w| {
        document(w).variants().table().is_some_and(|table| table.results.len() == 366)
    });
}

#[test]
fn boards_positions_and_cards_are_added_from_what_is_drawn() {
    let mut window = opened("square/pentominoes-3x20.ron");
    edit(&mut window);
    choose(&mut window, "Boards");
    press(&mut window, "Add this board");
    shows(&window, "1 board");
    // The same board is listed once.
    press(&mut window, "Add this board");
    shows(&window, "1 board");
    choose(&mut window, "Given pieces");
    press(&mut window, "Add position");
    assert!(window.query_by_label_contains("No piece is on the board").is_some());
    set(&mut window, "1 variant.");
    assert!(
        matches!(&variants(&window).unwrap().of[..], [ChoiceForm::Boards(all)] if all.len() == 1)
    );

    edit(&mut window);
    press(&mut window, "Remove choice 1");
    choose(&mut window, "Cards");
    type_into(&mut window, "Name; empty for its number", "easy");
    press(&mut window, "Add card");
    shows(&window, "1 card");
    set(&mut window, "1 variant.");
    let ChoiceForm::Cards(cards) = &variants(&window).unwrap().of[0] else { panic!("no cards") };
    assert_eq!((cards[0].name.as_str(), cards[0].pieces.len()), ("easy", 12));

    edit(&mut window);
    press(&mut window, "Remove choice 1");
    choose(&mut window, "Boards");
    choose(&mut window, "Quarter turn");
    set_number(&mut window, "Sites of a board", "5");
    press(&mut window, "Add all");
    shows(&window, "Any board of 5 sites, symmetric by quarter turn and mirrors");
    set(&mut window, "1 variant.");
    let of = vec![ChoiceForm::Symmetric(5, FormSymmetry::Mirrors(4))];
    assert_eq!(variants(&window).unwrap().of, of);

    // Without a choice there are no variants.
    edit(&mut window);
    press(&mut window, "Remove choice 1");
    shows(&window, "Without a choice the puzzle has no variants.");
    press(&mut window, "Remove variants");
    settle(&mut window);
    assert!(variants(&window).is_none());
}

#[test]
fn what_is_wrong_is_said_before_it_is_set() {
    let mut window = opened("square/pentominoes-3x20.ron");
    edit(&mut window);
    choose(&mut window, "Pieces");
    choose(&mut window, "Use exactly these pieces");
    press(&mut window, "Add set");
    shows(&window, "Type the names of the pieces of the set.");
    type_into(&mut window, "Names, such as F, I, L", "F, Q");
    press(&mut window, "Add set");
    shows(&window, "No piece is called Q.");
    choose(&mut window, "Leave out a number of pieces");
    let field = "Names, such as F, I, L; empty for all pieces";
    type_into(&mut window, field, "F I");
    set_number(&mut window, "Pieces left out", "2");
    press(&mut window, "Add choice");
    let wrong = "Choice 1: 2 of 2 pieces cannot be left out; some must be used.";
    wait(&mut window, "the reason", |w| w.query_by_label(wrong).is_some());
    let button = window.query_all_by_label("Set variants").last().unwrap();
    assert!(button.accesskit_node().is_disabled());
}
