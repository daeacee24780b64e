//! The tables and states of the beam, held against what the words say, on boards filled at random.

use super::layer::{Layer, Widths, has, is_covered};
use super::structure::Ground;
use super::sweep::{Orders, Table};
use super::{FirstSearch, Layout, Learned, RunEnd, Search, Unwatched};
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
