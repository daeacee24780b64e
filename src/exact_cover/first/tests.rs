//! The tables and states of the beam, held against what the words say, on boards filled at random.

use std::collections::BTreeSet;

use super::dive::{self, Corners, Dive};
use super::layer::{Layer, Widths, has, is_covered};
use super::structure::Ground;
use super::sweep::{Orders, Table};
use super::{Filled, FirstSearch, Layout, Learned, RunEnd, Search, Unwatched};
use crate::exact_cover::{CoverChecker, ItemId, ItemKind, OptionId, Problem, ProblemBuilder};
use crate::random::Random;

/// The cells of a piece as drawn.
type Cells = &'static [(usize, usize)];

/// Pieces as drawn on a rectangle without some cells.
fn board(
    (width, height): (usize, usize),
    is_hole: impl Fn(usize, usize) -> bool,
    pieces: &[Vec<Cells>],
) -> (Problem, Layout) {
    let mut builder = ProblemBuilder::default();
    let mut layout = Layout { dimension: 2, is_connected: true, ..Layout::default() };
    for n in 0..pieces.len() {
        layout.pieces.push(builder.item(format!("piece {n}"), ItemKind::ONCE));
    }
    let mut at = vec![None; width * height];
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        if !is_hole(x, y) {
            at[y * width + x] = Some(layout.sites.len());
            layout.sites.push(builder.item(format!("{x}, {y}"), ItemKind::ONCE));
            layout.places.push([x as i32, y as i32, 0]);
        }
    }
    let site = |x: usize, y: usize| (x < width && y < height).then(|| at[y * width + x])?;
    for place in &layout.places {
        let (x, y) = (place[0] as usize, place[1] as usize);
        let around =
            [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)].into_iter();
        let near = around.filter_map(|(x, y)| site(x, y)).map(|near| near as u32).collect();
        layout.neighbours.push(near);
        layout.degrees.push(4);
    }
    for (piece, shapes) in layout.pieces.iter().zip(pieces) {
        for shape in shapes {
            for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                let own = shape.iter().map(|(dx, dy)| site(x + dx, y + dy));
                if let Some(own) = own.collect::<Option<Vec<usize>>>() {
                    let own = own.into_iter().map(|site| layout.sites[site]);
                    builder.option(own.chain([*piece]));
                }
            }
        }
    }
    (builder.build().unwrap(), layout)
}

const BAR: Cells = &[(0, 0), (1, 0), (2, 0)];
const POST: Cells = &[(0, 0), (0, 1), (0, 2)];
const CORNER: Cells = &[(0, 0), (1, 0), (0, 1)];
const TIE: Cells = &[(0, 0), (1, 0)];

/// The ranks of an option, and its piece.
fn parts(ground: &Ground<'_>, table: &Table, option: OptionId) -> (Vec<usize>, usize) {
    let ranks = ground.bits(option).iter().map(|&bit| usize::from(table.ranks[usize::from(bit)]));
    (ranks.collect(), ground.piece(option) as usize)
}

#[test]
fn what_states_know_of_their_sites_is_what_a_count_would_give() {
    let pieces = [vec![BAR, POST], vec![CORNER], vec![TIE], vec![BAR], vec![CORNER], vec![POST]];
    let (problem, layout) = board((6, 4), |x, y| (x, y) == (3, 1), &pieces);
    let ground = Ground::new(&problem, &layout).unwrap();
    let orders = Orders::new(&ground, 6);
    let (mut dead, mut placeless) = (0, 0);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let table = Table::new(&ground, orders.draw(&mut random)).unwrap();
        let mut layer = Layer::root(&ground, &table);
        loop {
            let (sites, full) = (layer.sites(0).to_vec(), layer.full(0).to_vec());
            let is_free = |rank: usize| !is_covered(sites[rank]);
            for (rank, site) in sites.iter().enumerate() {
                let near = table.neighbours.get(rank).iter();
                let open = near.filter(|&&near| is_free(near as usize)).count();
                assert_eq!(usize::from(site & 0x7F), open);
            }
            let first = layer.first[0] as usize;
            assert!((0..first).all(|rank| !is_free(rank)));
            let fitting: Vec<(Vec<usize>, usize)> = (problem.options())
                .map(|(option, _)| parts(&ground, &table, option))
                .filter(|(ranks, _)| ranks.iter().all(|&rank| is_free(rank)))
                .collect();
            for piece in 0..pieces.len() {
                let expected = fitting.iter().any(|(_, other)| *other == piece);
                assert_eq!(table.has_place(piece, is_free), expected);
                placeless += usize::from(!expected);
            }
            let is_left = |option| !has(&full, ground.piece(option) as usize);
            for rank in (0..sites.len()).filter(|&rank| is_free(rank)) {
                let covers = |(ranks, piece): &(Vec<usize>, usize)| {
                    ranks.contains(&rank) && !has(&full, *piece)
                };
                let expected = fitting.iter().any(covers);
                assert_eq!(table.has_fitting((rank, first), is_free, is_left), expected);
                dead += usize::from(!expected);
            }
            let entries: Vec<usize> = (table.at(first.min(layout.sites.len() - 1)))
                .filter(|&entry| {
                    let mut ranks = table.cells(entry).iter();
                    ranks.all(|&rank| is_free(usize::from(rank))) && is_left(table.options[entry])
                })
                .collect();
            if entries.is_empty() {
                break;
            }
            let entry = entries[random.below(entries.len())];
            let piece = ground.piece(table.options[entry]) as usize;
            let mut next = Layer::new(Widths::new(&ground));
            next.push_child(&layer, 0, (piece, 1), (&table, entry));
            next.hash[0] = layer.hash[0];
            layer = next;
        }
    }
    assert!(dead > 0 && placeless > 0);
}

#[test]
fn a_piece_with_one_place_gets_it() {
    // A ring around the only hole, in a board of corners and bars that would else cover its place
    // long before the end.
    const RING: Cells = &[(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    let mut pieces = vec![vec![RING]];
    pieces.extend((0..45).map(|n| match n % 3 {
        0 => vec![BAR],
        1 => vec![POST],
        _ => vec![BAR, POST, CORNER],
    }));
    let (problem, layout) = board((12, 12), |x, y| (x, y) == (5, 4), &pieces);
    assert_eq!(layout.sites.len(), 8 + 3 * 45);
    let finder = FirstSearch::new(&problem, Some(&layout));
    assert!(finder.has_beam());
    for seed in 0..5 {
        let mut search = Search::new(&finder, seed);
        let learned = Learned::default();
        let end = (0..20).map(|_| search.run(&learned, &mut Unwatched));
        let found = end.into_iter().find_map(|end| match end {
            RunEnd::Found(options) => Some(options),
            _ => None,
        });
        let options = found.expect("there are very many");
        assert!(CoverChecker::new(&problem).is_solution(&options));
        let item: ItemId = layout.pieces[0];
        assert!(options.iter().any(|option| problem.option(*option).items().contains(&item)));
    }
}

/// The solutions of a problem, each ascending.
fn solutions(problem: &Problem) -> BTreeSet<Vec<OptionId>> {
    let mut found = BTreeSet::new();
    let mut options: Vec<OptionId> = Vec::new();
    let mut checker = CoverChecker::new(problem);
    fn choose(
        problem: &Problem,
        from: u32,
        taken: &mut Vec<u32>,
        options: &mut Vec<OptionId>,
        found: &mut dyn FnMut(&[OptionId]),
    ) {
        found(options);
        for option in (from..problem.option_count() as u32).map(OptionId) {
            let fits = |item: &ItemId| match problem.item(*item).kind {
                ItemKind::Primary { max, .. } => taken[item.index()] < max,
                ItemKind::Secondary => taken[item.index()] == 0,
            };
            let items = problem.option(option).items();
            if items.iter().all(fits) {
                items.iter().for_each(|item| taken[item.index()] += 1);
                options.push(option);
                choose(problem, option.0 + 1, taken, options, found);
                options.pop();
                items.iter().for_each(|item| taken[item.index()] -= 1);
            }
        }
    }
    let mut taken = vec![0; problem.items().len()];
    choose(problem, 0, &mut taken, &mut options, &mut |options| {
        if checker.is_solution(options) {
            found.insert(options.to_vec());
        }
    });
    found
}

#[test]
fn a_problem_with_a_filler_has_the_same_solutions() {
    let mut random = Random::new(7);
    let (mut some, mut none) = (0, 0);
    for _ in 0..60 {
        let all = [vec![BAR, POST], vec![CORNER], vec![TIE], vec![CORNER, BAR]];
        let pieces: Vec<Vec<Cells>> =
            (0..1 + random.below(3)).map(|_| all[random.below(all.len())].clone()).collect();
        let hole = random.below(9);
        let (closed, layout) = board((3, 3), |x, y| 3 * y + x == hole, &pieces);
        // All but two sites may stay open.
        let must: Vec<ItemId> = layout.sites[..2].to_vec();
        let mut items: Vec<(ItemId, ItemKind)> = Vec::new();
        let kinds = |item: ItemId| match layout.sites.contains(&item) && !must.contains(&item) {
            true => ItemKind::Secondary,
            false => closed.item(item).kind,
        };
        let all_items = || (0..closed.items().len() as u32).map(ItemId);
        items.extend(all_items().map(|item| (item, kinds(item))));
        items.sort_by_key(|(_, kind)| *kind == ItemKind::Secondary);
        let (problem, new) = closed.arranged(&items);
        let moved = |own: &[ItemId]| own.iter().map(|item| new[item.index()]).collect();
        let layout =
            Layout { sites: moved(&layout.sites), pieces: moved(&layout.pieces), ..layout };
        let wanted = solutions(&problem);
        let Some(filled) = Filled::new(&problem, &layout) else {
            assert!(wanted.is_empty());
            none += 1;
            continue;
        };
        let found = solutions(&filled.problem);
        let found: Vec<_> = found.into_iter().map(|own| filled.without_fillers(own)).collect();
        assert_eq!(found.len(), wanted.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted);
        some += usize::from(!wanted.is_empty());
    }
    assert!(some > 10 && none + some < 60, "{some} with solutions, {none} too small");
}

#[test]
fn dives_find_what_there_is_and_end_where_there_is_nothing() {
    const SQUARE: Cells = &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    const UNIT: Cells = &[(0, 0)];
    let mut random = Random::new(3);
    let (mut found, mut none) = (0, 0);
    for _ in 0..200 {
        let all = [vec![BAR, POST], vec![CORNER], vec![TIE], vec![SQUARE], vec![UNIT]];
        let mut pieces: Vec<Vec<Cells>> = vec![vec![SQUARE], vec![UNIT]];
        pieces.extend((0..2 + random.below(3)).map(|_| all[random.below(all.len())].clone()));
        let (width, height) = (4 + random.below(2), 4);
        let (problem, layout) = board((width, height), |x, y| (x, y) == (3, 3), &pieces);
        let wanted = solutions(&problem);
        let ground = Ground::new(&problem, &layout).unwrap();
        assert!(dive::is_worth(&ground));
        let orders = Orders::new(&ground, ground.required);
        let corners = Corners::new(&ground, orders.draw(&mut random)).unwrap();
        match Dive::new(&ground, &corners, &mut random).run(0, &mut Unwatched) {
            RunEnd::Found(options) => {
                assert!(wanted.contains(&options));
                found += 1;
            }
            RunEnd::Exhausted => {
                assert!(wanted.is_empty());
                none += 1;
            }
            end => panic!("{end:?}"),
        }
    }
    assert!(found > 5 && none > 5, "{found} {none}");
}
