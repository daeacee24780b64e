//! Texts, groups and variants of a puzzle, edited and undone.

use std::sync::Arc;

use super::*;
use crate::format::puzzle_file;
use crate::puzzle::variants::ChoiceForm;
use crate::puzzle::{Description, GroupForm};
use crate::workbench::session::Workbench;
use crate::workbench::task::Wake;

fn wake() -> Wake {
    Arc::new(|| {})
}

/// A square of 3 with four dominoes.
fn bench() -> Workbench {
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 2, copies: 4)], \
                board: Rectangle(3, 3))";
    let description = puzzle_file::read(text.into()).expect("a puzzle").description;
    let mut bench = Workbench::default();
    bench.new_document(description, &wake()).expect("it is one");
    bench
}

fn description(bench: &Workbench) -> &Description {
    bench.document.as_ref().expect("it is open").description()
}

fn sites(bench: &Workbench) -> Vec<Point> {
    let puzzle = &bench.document.as_ref().expect("it is open").puzzle;
    puzzle.board.sites().iter().map(|site| site.site).collect()
}

fn edit(bench: &mut Workbench, edit: Edit) -> Result<(), String> {
    bench.edit(&edit, None, &wake()).map(drop).map_err(|refusal| refusal.to_string())
}

#[test]
fn sites_get_texts_and_groups_which_variants_leave_open_and_all_of_it_is_undone() {
    let mut bench = bench();
    let before = description(&bench).clone();
    let places = sites(&bench);
    let texts = places.iter().copied().zip(series("1", 9).into_iter().map(Some)).collect();
    edit(&mut bench, Edit::SiteTexts(texts)).unwrap();
    edit(&mut bench, Edit::SiteGroup("any".to_owned(), Some(places.clone()))).unwrap();
    edit(&mut bench, Edit::SiteGroup("row".to_owned(), Some(places[..3].to_vec()))).unwrap();
    let corners = [0, 2].map(|n| places[n]).to_vec();
    edit(&mut bench, Edit::SiteGroup("ends".to_owned(), Some(corners))).unwrap();
    let groups = &description(&bench).site_groups;
    assert_eq!(groups["any"], GroupForm::All);
    assert_eq!(groups["row"], GroupForm::Numbers(1, 3));
    assert_eq!(groups["ends"], GroupForm::Texts(vec!["1".to_owned(), "3".to_owned()]));
    edit(&mut bench, Edit::LeaveOpen("row".to_owned(), 1)).unwrap();
    let puzzle = &bench.document.as_ref().unwrap().puzzle;
    assert_eq!(puzzle.variants.as_ref().unwrap().combinations(), 3);
    edit(&mut bench, Edit::LeaveOpen("row".to_owned(), 2)).unwrap();
    edit(&mut bench, Edit::RenameSiteGroup("row".to_owned(), "top".to_owned())).unwrap();
    let of = description(&bench).variants.as_ref().unwrap().of.clone();
    assert_eq!(of, [ChoiceForm::OpenSome(2, "top".to_owned())]);
    // A text that has another name is followed by the group.
    edit(&mut bench, Edit::SiteTexts(vec![(places[2], Some("C".to_owned()))])).unwrap();
    let groups = &description(&bench).site_groups;
    assert_eq!(groups["ends"], GroupForm::Texts(vec!["1".to_owned(), "C".to_owned()]));
    assert_eq!(groups["top"], GroupForm::Texts(["1", "2", "C"].map(str::to_owned).to_vec()));
    edit(&mut bench, Edit::SiteGroup("top".to_owned(), None)).unwrap();
    assert!(description(&bench).variants.is_none());
    let document = bench.document.as_mut().unwrap();
    let mut names = Vec::new();
    while let Some(name) = document.undo(&wake()) {
        names.push(name);
    }
    assert_eq!(names.len(), 9);
    assert_eq!(names[8], "set text of 9 sites");
    assert_eq!(**document.description(), before);
}

#[test]
fn what_is_no_text_or_group_is_refused() {
    let mut bench = bench();
    let places = sites(&bench);
    let two_words = Edit::SiteTexts(vec![(places[0], Some("two words".to_owned()))]);
    assert!(edit(&mut bench, two_words).unwrap_err().contains("cannot be the text of a site"));
    let nameless = Edit::SiteGroup(" ".to_owned(), Some(places.clone()));
    assert!(edit(&mut bench, nameless).unwrap_err().starts_with("Type a name"));
    let empty = Edit::SiteGroup("a".to_owned(), Some(Vec::new()));
    assert!(edit(&mut bench, empty).unwrap_err().starts_with("Choose the sites"));
    // A group that there is not cannot be left open.
    edit(&mut bench, Edit::LeaveOpen("a".to_owned(), 1)).unwrap();
    assert!(description(&bench).variants.is_none());
}

#[test]
fn a_series_goes_on_from_numbers_letters_months_and_days() {
    assert_eq!(series("9", 3), ["9", "10", "11"]);
    assert_eq!(series("A1", 3), ["A1", "A2", "A3"]);
    assert_eq!(series("Y", 3), ["Y", "Z", "AA"]);
    assert_eq!(series("a", 3), ["a", "b", "c"]);
    assert_eq!(series("Nov", 3), ["Nov", "Dec", "Jan"]);
    assert_eq!(series("Sat", 3), ["Sat", "Sun", "Mon"]);
    // Anything else is the same everywhere.
    assert_eq!(series("start", 2), ["start", "start"]);
    // A word of as many letters is spelled; names of months and numbers are not.
    assert_eq!(series("MAKER", 5), ["M", "A", "K", "E", "R"]);
    assert_eq!(series("été", 3), ["é", "t", "é"]);
    assert_eq!(series("Jan", 3), ["Jan", "Feb", "Mar"]);
    assert_eq!(series("10", 2), ["10", "11"]);
    assert_eq!(series("MAKER", 4), ["MAKER"; 4]);
}
