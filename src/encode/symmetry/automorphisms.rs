//! The symmetries of a problem without geometry: the permutations of its items that take its options to
//! its options.
//!
//! Items get colours, which are refined until the options of two items of one colour have the same colours
//! all around (McKay, *Practical graph isomorphism*, 1981). Where several items still have one colour,
//! one of them is set apart, and that is tried with each of the others in its place. What is found so
//! is checked option by option. One symmetry for each item in the place of another that was set apart, with
//! those set apart before it at theirs, make all (Sims, *Computational methods in the study of permutation
//! groups*, 1970), and tell how many there are before they are made.

use rustc_hash::FxHashMap;

use crate::exact_cover::{ItemId, ItemKind, Problem};
use crate::random::mixed;

/// A problem with more symmetries than this counts as one that has none.
const MAX_ORDER: usize = 48;
/// So does one that has more items in all options together.
const MAX_CELLS: usize = 200_000;
/// And one for which these are looked at more often than this each, and so often in all.
const VISITS: usize = 1000;
const MIN_VISITS: usize = 100_000;

/// A symmetry: the image of each item and of each option.
pub(super) struct Automorphism {
    pub(super) items: Vec<u32>,
    pub(super) options: Vec<u32>,
}

impl Automorphism {
    /// The symmetry that makes this one of what another has made.
    fn after(&self, other: &Automorphism) -> Automorphism {
        let of = |own: &[u32], first: &[u32]| first.iter().map(|&n| own[n as usize]).collect();
        Automorphism {
            items: of(&self.items, &other.items),
            options: of(&self.options, &other.options),
        }
    }
}

/// The symmetries of a problem, the identity first; that alone where they are too many or take too
/// long to find. The same for the same problem on every machine.
///
/// Cost: at most about [`VISITS`] times the items in all options.
pub(super) fn automorphisms(problem: &Problem) -> Vec<Automorphism> {
    let identity = || Automorphism {
        items: (0..problem.items().len() as u32).collect(),
        options: (0..problem.option_count() as u32).collect(),
    };
    let found = match problem.cell_count() <= MAX_CELLS {
        true => Finder::new(problem).find(),
        false => None,
    };
    let mut found = found.unwrap_or_default();
    let is_identity = |own: &Automorphism| own.options.iter().zip(0..).all(|(&to, n)| to == n);
    found.retain(|own| !is_identity(own));
    found.insert(0, identity());
    found
}

/// The colours of all items.
type Colours = Vec<u64>;

/// An item or an option, and the colour that the item has in the option.
type Incidence = (u32, u32);

/// A problem whose items with the same options are one.
struct Finder {
    /// The items that are one.
    members: Vec<Vec<u32>>,
    first_colours: Colours,
    /// By item, its options; by option, its items, ascending.
    of_item: Vec<Vec<Incidence>>,
    of_option: Vec<Vec<Incidence>>,
    /// The options with the same items.
    same: FxHashMap<Vec<Incidence>, Vec<u32>>,
    /// The number of entries that may still be looked at.
    left: usize,
    /// Items that were set apart one after the other, and the colours before the first and after each.
    base: Vec<u32>,
    path: Vec<Colours>,
}

impl Finder {
    fn new(problem: &Problem) -> Finder {
        let mut options: Vec<Vec<Incidence>> = vec![Vec::new(); problem.items().len()];
        for (option, cells) in problem.options() {
            for cell in cells.iter() {
                options[cell.item.index()].push((option.0, cell.colour));
            }
        }
        let mut numbers: FxHashMap<(ItemKind, Vec<Incidence>), usize> = FxHashMap::default();
        let mut members: Vec<Vec<u32>> = Vec::new();
        let mut of_item: Vec<Vec<Incidence>> = Vec::new();
        for (item, own) in options.into_iter().enumerate() {
            let kind = problem.item(ItemId(item as u32)).kind;
            let number = *numbers.entry((kind, own.clone())).or_insert(members.len());
            if number == members.len() {
                members.push(Vec::new());
                of_item.push(own);
            }
            members[number].push(item as u32);
        }
        let mut of_option: Vec<Vec<Incidence>> = vec![Vec::new(); problem.option_count()];
        for (item, own) in of_item.iter().enumerate() {
            for &(option, colour) in own {
                of_option[option as usize].push((item as u32, colour));
            }
        }
        let mut same: FxHashMap<Vec<Incidence>, Vec<u32>> = FxHashMap::default();
        for (option, own) in of_option.iter().enumerate() {
            same.entry(own.clone()).or_default().push(option as u32);
        }
        let first_colours = members.iter().map(|own| {
            let kind = match problem.item(ItemId(own[0])).kind {
                ItemKind::Primary { min, max } => u64::from(min) << 32 | u64::from(max),
                ItemKind::Secondary => u64::MAX,
            };
            mixed(kind ^ mixed(own.len() as u64))
        });
        Finder {
            first_colours: first_colours.collect(),
            members,
            of_item,
            of_option,
            same,
            left: (problem.cell_count() * VISITS).max(MIN_VISITS),
            base: Vec::new(),
            path: Vec::new(),
        }
    }

    /// All symmetries; `None` where they are too many, or take too long.
    fn find(mut self) -> Option<Vec<Automorphism>> {
        let first = self.refined(self.first_colours.clone())?;
        self.path.push(first);
        loop {
            let colours = self.path.last()?;
            let Some(item) = first_of_smallest_cell(colours) else { break };
            let next = self.apart(colours.clone(), item)?;
            self.base.push(item);
            self.path.push(next);
        }
        let identity = self.checked(self.path.last()?)?;
        let mut all = vec![identity];
        for level in (0..self.base.len()).rev() {
            // Those that leave the items set apart before this one where they are.
            let mut more = Vec::new();
            for other in 0..self.members.len() as u32 {
                let colours = self.path[level].clone();
                if other != self.base[level]
                    && let Some(own) = self.with_image(level, &colours, other)?
                {
                    more.extend(all.iter().map(|inner| own.after(inner)));
                    if all.len() + more.len() > MAX_ORDER {
                        return None;
                    }
                }
            }
            all.extend(more);
        }
        let places: Vec<u32> =
            self.base.iter().map(|&item| self.members[item as usize][0]).collect();
        all.sort_by_cached_key(|own| -> Vec<u32> {
            places.iter().map(|&item| own.items[item as usize]).collect()
        });
        Some(all)
    }

    /// A symmetry that takes the item set apart at a level to another, from colours that are those of the
    /// path up to there but for the places of the items, if there is one; `None` when too much was looked
    /// at.
    fn with_image(
        &mut self,
        level: usize,
        colours: &Colours,
        other: u32,
    ) -> Option<Option<Automorphism>> {
        let item = self.base[level];
        if colours[other as usize] != self.path[level][item as usize] {
            return Some(None);
        }
        let next = self.apart(colours.clone(), other)?;
        if sorted(&next) != sorted(&self.path[level + 1]) {
            return Some(None);
        }
        if level + 1 == self.base.len() {
            return Some(self.checked(&next));
        }
        for image in 0..next.len() as u32 {
            if let Some(found) = self.with_image(level + 1, &next, image)? {
                return Some(Some(found));
            }
        }
        Some(None)
    }

    /// Sets an item apart from the others of its colour.
    fn apart(&mut self, mut colours: Colours, item: u32) -> Option<Colours> {
        let own = &mut colours[item as usize];
        *own = mixed(*own ^ 1);
        self.refined(colours)
    }

    /// Refines colours as far as that goes; `None` when too much was looked at.
    fn refined(&mut self, mut colours: Colours) -> Option<Colours> {
        let cells: usize = self.of_item.iter().map(Vec::len).sum();
        let mut count = distinct(&colours);
        loop {
            self.left = self.left.checked_sub(2 * cells)?;
            let around = |own: &[Incidence], colours: &[u64]| {
                let one = |&(at, colour): &Incidence| {
                    mixed(colours[at as usize] ^ mixed(u64::from(colour)))
                };
                own.iter().map(one).fold(0, u64::wrapping_add)
            };
            let options: Vec<u64> =
                self.of_option.iter().map(|own| mixed(around(own, &colours))).collect();
            let items = self.of_item.iter().zip(&colours);
            colours =
                items.map(|(own, colour)| mixed(colour ^ mixed(around(own, &options)))).collect();
            let now = distinct(&colours);
            if now == count {
                return Some(colours);
            }
            count = now;
        }
    }

    /// The symmetry that takes the item of each colour at the end of the path to that of the same colour
    /// here, if it is one.
    fn checked(&self, colours: &Colours) -> Option<Automorphism> {
        let numbered = |colours: &Colours| {
            let mut items: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
            items.sort_unstable();
            items
        };
        let mut to = vec![0; colours.len()];
        for ((from, item), (own, image)) in
            numbered(self.path.last()?).into_iter().zip(numbered(colours))
        {
            if from != own {
                return None;
            }
            to[item as usize] = image;
        }
        let all: usize = self.members.iter().map(Vec::len).sum();
        let mut items = vec![0; all];
        for (own, &image) in self.members.iter().zip(&to) {
            for (&item, &image) in own.iter().zip(&self.members[image as usize]) {
                items[item as usize] = image;
            }
        }
        let image_of = |(option, own): (usize, &Vec<Incidence>)| {
            let mut moved: Vec<Incidence> =
                own.iter().map(|&(item, colour)| (to[item as usize], colour)).collect();
            moved.sort_unstable();
            let place = self.same.get(own)?.binary_search(&(option as u32)).ok()?;
            self.same.get(&moved)?.get(place).copied()
        };
        let options = self.of_option.iter().enumerate().map(image_of).collect::<Option<_>>()?;
        Some(Automorphism { items, options })
    }
}

fn sorted(colours: &Colours) -> Colours {
    let mut sorted = colours.clone();
    sorted.sort_unstable();
    sorted
}

fn distinct(colours: &Colours) -> usize {
    let mut sorted = sorted(colours);
    sorted.dedup();
    sorted.len()
}

/// The first item of the colour that the fewest items have, but more than one.
fn first_of_smallest_cell(colours: &Colours) -> Option<u32> {
    let sorted = sorted(colours);
    let cells = sorted.chunk_by(|a, b| a == b).filter(|cell| cell.len() > 1);
    let smallest = cells.min_by_key(|cell| cell.len())?[0];
    colours.iter().position(|&colour| colour == smallest).map(|at| at as u32)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::format::dlx;

    fn images(text: &str) -> BTreeSet<Vec<u32>> {
        let problem = dlx::read(text).unwrap();
        let found = automorphisms(&problem);
        assert!(found[0].options.iter().zip(0..).all(|(&to, n)| to == n), "the identity is first");
        for own in &found {
            for (option, cells) in problem.options() {
                let mut moved: Vec<Incidence> =
                    cells.iter().map(|cell| (own.items[cell.item.index()], cell.colour)).collect();
                moved.sort_unstable();
                let to = crate::exact_cover::OptionId(own.options[option.index()]);
                let mut there: Vec<Incidence> =
                    problem.option(to).iter().map(|cell| (cell.item.0, cell.colour)).collect();
                there.sort_unstable();
                assert_eq!(moved, there);
            }
        }
        let all: BTreeSet<Vec<u32>> = found.iter().map(|own| own.options.clone()).collect();
        assert_eq!(all.len(), found.len(), "each is found once");
        all
    }

    fn dominoes(columns: usize, rows: usize) -> String {
        let name = |x: usize, y: usize| format!("c{x}.{y}");
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let names: Vec<String> = cells.clone().map(|(x, y)| name(x, y)).collect();
        let mut text = names.join(" ") + "\n";
        for (x, y) in cells {
            if x + 1 < columns {
                text += &format!("{} {}\n", name(x, y), name(x + 1, y));
            }
            if y + 1 < rows {
                text += &format!("{} {}\n", name(x, y), name(x, y + 1));
            }
        }
        text
    }

    /// Rows and columns, and the two kinds of diagonals.
    fn queens(size: usize) -> String {
        let names = |kind: char, count: usize| {
            (0..count).map(|n| format!("{kind}{n}")).collect::<Vec<_>>().join(" ")
        };
        let (primary, secondary) = (names('r', size) + " " + &names('k', size), 2 * size - 1);
        let mut text = format!("{primary} | {} {}\n", names('u', secondary), names('d', secondary));
        for (r, k) in (0..size).flat_map(|r| (0..size).map(move |k| (r, k))) {
            text += &format!("r{r} k{k} u{} d{}\n", r + k, size - 1 + r - k);
        }
        text
    }

    #[test]
    fn boards_and_queens_have_the_symmetries_of_squares_and_rectangles() {
        for (text, order) in [
            (dominoes(5, 5), 8),
            (dominoes(7, 4), 4),
            (dominoes(1, 6), 2),
            (queens(6), 8),
            ("1 2 3 4 5 6 7 8\n".to_owned(), 1),
            ("a b | x\na x:1\nb x:2\n".to_owned(), 1),
            ("a b | x\na x:1\nb x:1\n".to_owned(), 2),
            ("2|a b\na\na\nb\n".to_owned(), 1),
        ] {
            assert_eq!(images(&text).len(), order, "{text}");
        }
        // Of all pairs of eight items there are 8!, which are too many.
        let pairs = (0..8).flat_map(|a| (0..a).map(move |b| format!("{a} {b}\n")));
        let text = "0 1 2 3 4 5 6 7\n".to_owned() + &pairs.collect::<String>();
        assert_eq!(images(&text).len(), 1);
    }

    #[test]
    fn small_problems_at_random_have_the_symmetries_that_all_permutations_tell() {
        let mut state = 1;
        let mut below = |most: u64| {
            state = mixed(state);
            state % most
        };
        let mut several = 0;
        for _ in 0..300 {
            let items = 3 + below(3) as usize;
            let first_secondary = items - below(2) as usize;
            let names: Vec<String> = (0..items).map(|n| format!("i{n}")).collect();
            let (primary, secondary) = names.split_at(first_secondary);
            let mut text = format!("{} | {}\n", primary.join(" "), secondary.join(" "));
            let mut options: Vec<Vec<usize>> = Vec::new();
            for _ in 0..3 + below(6) {
                let own: Vec<usize> = (0..items).filter(|_| below(2) == 0).collect();
                if own.first().is_some_and(|&n| n < first_secondary) {
                    options.push(own.clone());
                    let cells: Vec<&str> = own.iter().map(|&n| names[n].as_str()).collect();
                    text += &(cells.join(" ") + "\n");
                }
            }
            if options.is_empty() {
                continue;
            }
            // Every permutation of the items that keeps the kinds and takes options to as many of each.
            let mut all = BTreeSet::new();
            let mut permutations = vec![Vec::new()];
            for _ in 0..items {
                let longer = permutations.iter().flat_map(|own: &Vec<usize>| {
                    let more = (0..items).filter(move |n| !own.contains(n));
                    more.map(|n| [&own[..], &[n]].concat())
                });
                permutations = longer.collect();
            }
            for own in permutations {
                if (0..items).any(|n| (own[n] < first_secondary) != (n < first_secondary)) {
                    continue;
                }
                let moved = |option: &Vec<usize>| {
                    let mut moved: Vec<usize> = option.iter().map(|&n| own[n]).collect();
                    moved.sort_unstable();
                    moved
                };
                // The n-th of equal options goes to the n-th.
                let place = |n: usize| options[..n].iter().filter(|o| **o == options[n]).count();
                let image = |(n, option): (usize, &Vec<usize>)| {
                    let to = moved(option);
                    let number = |of: &Vec<usize>| options.iter().filter(|o| *o == of).count();
                    let same = (0..options.len()).filter(|&m| options[m] == to);
                    let to_one = same.map(|m| m as u32).nth(place(n))?;
                    (number(option) == number(&to)).then_some(to_one)
                };
                all.extend(options.iter().enumerate().map(image).collect::<Option<Vec<u32>>>());
            }
            if all.len() > MAX_ORDER {
                all.retain(|own| own.iter().zip(0..).all(|(&to, n)| to == n));
            }
            several += usize::from(all.len() > 1);
            assert_eq!(images(&text), all, "{text}");
        }
        assert!(several >= 40, "{several}");
    }
}
