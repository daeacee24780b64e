//! Solving by hand without a window.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::*;
use crate::encode::Placed;
use crate::format::bundled;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::workbench::edit::Edit;
use crate::workbench::{Document, Screen, Start, Workbench};

fn wake() -> Wake {
    Arc::new(|| ())
}

/// A workbench with a bundled puzzle on the Design screen.
fn opened(path: &str) -> Workbench {
    let mut bench = Workbench::default();
    let puzzle = bundled::ALL.iter().find(|b| b.path == path).expect("a bundled puzzle");
    bench.open_bundled(puzzle, &wake());
    poll_until(&mut bench, |bench| document(bench).can_hint().is_ok());
    bench
}

fn document(bench: &Workbench) -> &Document {
    bench.document.as_ref().expect("a document")
}

fn document_mut(bench: &mut Workbench) -> &mut Document {
    bench.document.as_mut().expect("a document")
}

fn poll_until(bench: &mut Workbench, done: impl Fn(&Workbench) -> bool) {
    let began = Instant::now();
    loop {
        bench.poll(&wake()).expect("nothing fails");
        if done(bench) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "waited in vain");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the status once nothing is being counted any more.
fn settled(bench: &mut Workbench) -> ByHandStatus {
    poll_until(bench, |bench| {
        let status = document(bench).by_hand_status(bench.settings.play);
        let counts = bench.settings.play.count || bench.settings.play.warn;
        let is_counted = !counts || document(bench).by_hand.count().is_some();
        status.is_some() && is_counted
    });
    document(bench).by_hand_status(bench.settings.play).expect("waited for")
}

/// The placed pieces of some solution.
fn solution(bench: &Workbench) -> Placed {
    let encoding = document(bench).encoding().expect("analysed");
    let found = first_solution(encoding, NODE_LIMIT, &AtomicBool::new(false)).expect("a solution");
    encoding.decode(&found)
}

fn lay(bench: &mut Workbench, piece: PieceId, sites: &[Point]) {
    let piece = document(bench).puzzle.piece(piece).name.clone();
    let edit = Edit::Lay { piece, sites: sites.to_vec(), from: None };
    bench.edit(&edit, None, &wake()).expect("it fits");
}

fn left(status: ByHandStatus) -> u64 {
    match status {
        ByHandStatus::Left(SolutionsLeft::Exactly(n)) => n,
        other => panic!("{other:?} is no number"),
    }
}

fn solve(bench: &mut Workbench) {
    bench.solve(Start::Over, &wake()).expect("it can be solved");
    poll_until(bench, |bench| {
        document(bench).run().is_some_and(|run| run.phase().is_over())
            && !document(bench).is_starting()
    });
    bench.screen = Screen::Design;
}

/// Takes back all edits since there were some number.
fn undo_to(bench: &mut Workbench, edits: usize) {
    while document(bench).history().len() > edits {
        document_mut(bench).undo(&wake());
    }
}

#[test]
fn placed_pieces_leave_ever_fewer_solutions_by_search_and_by_list() {
    for path in ["square/pentominoes-6x10.ron", "square-edges/tetrasticks-5x5-without-h.ron"] {
        let mut bench = opened(path);
        let placed = solution(&bench);
        let from = placed.len() / 2;
        for (piece, sites) in &placed[..from] {
            lay(&mut bench, *piece, sites);
        }
        let mut searched = Vec::new();
        for (piece, sites) in &placed[from..] {
            searched.push(left(settled(&mut bench)));
            lay(&mut bench, *piece, sites);
        }
        assert_eq!(settled(&mut bench), ByHandStatus::Solved(None), "{path}");
        assert!(searched.is_sorted_by(|a, b| a >= b), "{path}: {searched:?}");
        assert!(*searched.last().unwrap() >= 1);

        solve(&mut bench);
        let (counts, _) = document(&bench).counts().expect("it was solved");
        let Some(ByHandStatus::Solved(Some((number, distinct)))) = Some(settled(&mut bench)) else {
            panic!("the solution is listed");
        };
        assert_eq!(distinct, counts.distinct);
        document_mut(&mut bench).select_solved();
        let now = document(&bench);
        assert_eq!(now.number(now.selected()), Some(number));
        let own: Vec<OptionId> = now.by_hand.position().unwrap().chosen.clone().unwrap();
        let listed = now.solution(now.selected()).expect("it is in the list");
        let is_copy = now.basis().unwrap().group.elements.iter().any(|element| {
            let mut image: Vec<OptionId> = listed.iter().map(|&o| element.image(o)).collect();
            image.sort_unstable();
            image == own
        });
        assert!(is_copy, "{path}: solution {number} is another");
        let mut by_list = Vec::new();
        for _ in &placed[from..] {
            document_mut(&mut bench).undo(&wake());
            by_list.push(left(settled(&mut bench)));
            assert!(document(&bench).by_hand.count().unwrap().is_listed);
        }
        by_list.reverse();
        assert_eq!(by_list, searched, "{path}");
        undo_to(&mut bench, 0);
        let known = ByHandStatus::Distinct(counts.distinct);
        assert_eq!(document(&bench).by_hand_status(bench.settings.play), Some(known));
    }
}

#[test]
fn the_ladder_leads_to_a_placement_and_starts_again_after_it() {
    let mut bench = opened("square/pentominoes-6x10.ron");
    let placed = solution(&bench);
    for (piece, sites) in &placed[..5] {
        lay(&mut bench, *piece, sites);
    }
    let helps = bench.settings.play;
    while !matches!(settled(&mut bench), ByHandStatus::Solved(_)) {
        let before = left(settled(&mut bench));
        assert_eq!(document(&bench).hint_count(), 0);
        assert!(document(&bench).hints(helps).iter().all(|step| step.text.is_none()));
        for step in 1..=3 {
            assert!(document(&bench).hinted_placement(helps).is_none());
            document_mut(&mut bench).next_hint(helps);
            let shown = document(&bench).hints(helps).into_iter().filter(|h| h.text.is_some());
            assert_eq!(shown.count(), step);
        }
        let texts = document(&bench).hints(helps);
        let text = |n: usize| texts[n].text.clone().unwrap();
        assert!(text(0).starts_with(&crate::text::count(before, "solution")), "{}", text(0));
        let (piece, sites) = document(&bench).hinted_placement(helps).expect("a hint");
        let name = document(&bench).puzzle.piece(piece).name.clone();
        assert!(text(1).starts_with(&format!("Place {name} next")), "{}", text(1));
        // No placement keeps more solutions, and no piece has a smaller share that leads on.
        let now = &document(&bench).by_hand;
        let (position, count) = (now.position().unwrap().clone(), now.count().unwrap());
        let residual = position.residual.as_ref().unwrap();
        let of_piece = |id: PieceId| {
            let own = residual.options.iter().copied();
            own.filter(|&o| position.encoding().placement(o).piece == id)
                .map(|o| count.tally.uses[o.index()])
                .collect::<Vec<u64>>()
        };
        let share =
            |uses: &[u64]| uses.iter().filter(|&&n| n > 0).count() as f64 / uses.len() as f64;
        let own = of_piece(piece);
        let keeps = *own.iter().max().unwrap();
        assert!(text(2).contains(&format!("keeps {keeps} of ")), "{}", text(2));
        for (id, _) in document(&bench).puzzle.pieces() {
            let uses = of_piece(id);
            if !uses.is_empty() && !document(&bench).puzzle.placed.iter().any(|l| l.piece == id) {
                assert!(share(&uses) >= share(&own));
            }
        }
        lay(&mut bench, piece, &sites);
        match settled(&mut bench) {
            ByHandStatus::Solved(_) => assert_eq!(keeps, 1),
            status => assert_eq!(left(status), keeps),
        }
    }
    assert_eq!(document(&bench).puzzle.placed.len(), 12, "the ladder leads to a solution");
}

#[test]
fn a_random_solution_keeps_the_placed_pieces_and_is_undone_at_once() {
    let mut bench = opened("triangle/hexiamonds-6x6.ron");
    let placed = solution(&bench);
    for (piece, sites) in &placed[..2] {
        lay(&mut bench, *piece, sites);
    }
    let before = document(&bench).puzzle.placed.clone();
    let mut met = std::collections::BTreeSet::new();
    for _ in 0..3 {
        document_mut(&mut bench).fill();
        poll_until(&mut bench, |bench| document(bench).by_hand.count().is_some());
        let edit = document_mut(&mut bench).take_fill().expect("it is known").expect("a solution");
        bench.edit(&edit, None, &wake()).expect("it fits");
        let puzzle = Arc::clone(&document(&bench).puzzle);
        assert_eq!(puzzle.placed[..2], before);
        let all: Placed = puzzle.placed.iter().map(|l| (l.piece, l.sites.clone())).collect();
        assert_eq!(crate::solution::verify::verify(&puzzle, &all), Ok(()));
        met.insert(document(&bench).puzzle_text());
        assert!(document_mut(&mut bench).take_fill().is_none(), "once is enough");
        document_mut(&mut bench).undo(&wake());
        assert_eq!(document(&bench).puzzle.placed, before);
    }
    assert!(met.len() > 1, "not always the same one");
}

#[test]
fn a_dead_end_has_its_reason() {
    let mut bench = opened("square/pentominoes-6x10.ron");
    // X beside the corner leaves a single site.
    let sites: Vec<Point> = [(2, 1), (1, 2), (2, 2), (3, 2), (2, 3)]
        .map(|(x, y)| document(&bench).puzzle.lattice.site_at(&[x, y]).expect("a site"))
        .to_vec();
    let piece = document(&bench).puzzle.pieces().find(|(_, p)| p.name == "X").unwrap().0;
    poll_until(&mut bench, |bench| document(bench).by_hand.position().is_some());
    assert_eq!(document(&bench).leads_on(piece, &sites), None, "nothing is counted yet");
    lay(&mut bench, piece, &sites);
    assert_eq!(left(settled(&mut bench)), 0);
    let reason = "Site 1, 1: no placement of the remaining pieces covers it.".to_owned();
    assert_eq!(document(&bench).dead_ends(3), (vec![reason], 0));
    assert_eq!(document(&bench).dead_ends(0), (Vec::new(), 1));
    assert_eq!(document(&bench).dead_sites().len(), 1);
}

#[test]
fn nothing_is_searched_for_before_a_piece_is_placed_or_a_hint_is_asked_for() {
    let mut bench = opened("square/pentominoes-6x10.ron");
    poll_until(&mut bench, |bench| document(bench).by_hand.position().is_some());
    for _ in 0..20 {
        bench.poll(&wake()).expect("nothing fails");
    }
    assert!(document(&bench).by_hand.count.is_none());
    let status = |bench: &Workbench| document(bench).by_hand_status(bench.settings.play);
    assert_eq!(status(&bench), Some(ByHandStatus::NotCounted));
    let helps = bench.settings.play;
    document_mut(&mut bench).next_hint(helps);
    assert_eq!(left(settled(&mut bench)), 9356);
    // A player who wants no help sees none.
    document_mut(&mut bench).hide_hints();
    let settings = &mut bench.settings.play;
    (settings.count, settings.warn) = (false, false);
    assert_eq!(status(&bench), None);
    let placed = solution(&bench);
    lay(&mut bench, placed[0].0, &placed[0].1);
    poll_until(&mut bench, |bench| document(bench).by_hand.position().is_some());
    bench.poll(&wake()).expect("nothing fails");
    assert!(document(&bench).by_hand.count.is_none());
    assert_eq!(status(&bench), None);
}

#[test]
fn a_piece_on_the_board_that_is_not_pinned_changes_no_analysis() {
    let mut bench = opened("square/pentominoes-6x10.ron");
    let placed = solution(&bench);
    let encoding = |bench: &Workbench| document(bench).encoding().map(Arc::as_ptr);
    let before = encoding(&bench);
    lay(&mut bench, placed[0].0, &placed[0].1);
    assert_eq!(encoding(&bench), before);
    bench.edit(&Edit::Pin(vec![0], true), None, &wake()).expect("it is pinned");
    assert_eq!(encoding(&bench), None, "a pin changes what is searched");
    poll_until(&mut bench, |bench| encoding(bench).is_some());
    let pinned = left(settled(&mut bench));
    undo_to(&mut bench, 1);
    poll_until(&mut bench, |bench| encoding(bench).is_some());
    assert_eq!(left(settled(&mut bench)), pinned);
}
