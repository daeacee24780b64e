//! A list of solutions: those that pass a filter, in the order of a measure.
//!
//! [`ListSettings`] is what the user chose; a [`Listing`] is what comes of it, made from columns of
//! measures. Leans on [`crate::solution`]. Read next: [`super::browser`], which makes lists on a
//! thread and follows a run.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::grouping::{Grouped, Grouping, ListGroup};
use super::likeness::Likeness;
use super::marks::MarkFilter;
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::columns::{Columns, Progress};
use crate::solution::filter::{
    ColumnSource, Comparison, CompileError, Context, Expression, Filter, Relation,
};
use crate::solution::measures::{MeasureId, Measurer};
use crate::solution::{Store, View};
use crate::text;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::MarkMap;

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The measure that the solutions are sorted by; equal ones by their numbers.
    pub measure: MeasureId,
    /// True if the greatest comes first.
    pub descending: bool,
}

/// A placement that every listed solution has, or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementCondition {
    /// The placement. Of distinct solutions some turned or flipped copy has it, or none has.
    pub option: OptionId,
    /// True if the placement must be present.
    pub present: bool,
}

/// Two pieces that lie in some way to each other in every listed solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactCondition {
    /// The pieces.
    pub pieces: [PieceId; 2],
    /// The contact between them.
    pub contact: Contact,
}

impl ContactCondition {
    /// The same as an expression.
    fn expression(self, puzzle: &Puzzle) -> Expression {
        let names = self.pieces.map(|piece| puzzle.piece(piece).name.clone());
        match self.contact {
            Contact::Touching => Expression::Related(Relation::Touch, names),
            Contact::NotTouching => {
                Expression::Not(Box::new(Expression::Related(Relation::Touch, names)))
            }
            Contact::Apart => Expression::Related(Relation::Apart, names),
        }
    }

    /// The condition that an expression is, if it is one.
    fn of(expression: &Expression, puzzle: &Puzzle) -> Option<ContactCondition> {
        let (contact, names) = match expression {
            Expression::Related(Relation::Touch, names) => (Contact::Touching, names),
            Expression::Related(Relation::Apart, names) => (Contact::Apart, names),
            Expression::Not(inner) => match &**inner {
                Expression::Related(Relation::Touch, names) => (Contact::NotTouching, names),
                _ => return None,
            },
            _ => return None,
        };
        let piece = |name: &str| puzzle.pieces().find(|(_, own)| own.name == name);
        let [(a, _), (b, _)] = [piece(&names[0])?, piece(&names[1])?];
        Some(ContactCondition { pieces: [a, b], contact })
    }
}

/// A possible contact between two pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contact {
    /// They have a side in common; sticks, a junction.
    #[default]
    Touching,
    /// They have no side in common.
    NotTouching,
    /// They have no corner in common either.
    Apart,
}

impl Contact {
    /// All of them.
    pub const ALL: [Contact; 3] = [Contact::Touching, Contact::NotTouching, Contact::Apart];

    /// The words between the names of two pieces, such as `"touches"`.
    pub fn words(self) -> &'static str {
        match self {
            Contact::Touching => "touches",
            Contact::NotTouching => "does not touch",
            Contact::Apart => "is apart from",
        }
    }
}

/// The filter and the order of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListSettings {
    /// Properties that all listed solutions have.
    pub properties: Vec<MeasureId>,
    /// The least and the greatest value of measures.
    pub ranges: BTreeMap<MeasureId, (u64, u64)>,
    /// The ids of the classes that they belong to.
    pub classes: BTreeMap<MeasureId, String>,
    /// Placements that they have, or have not.
    pub placements: Vec<PlacementCondition>,
    /// The contacts between pairs of pieces.
    pub contacts: Vec<ContactCondition>,
    /// A further condition, as it was typed.
    pub expression: Option<Expression>,
    /// Marks that they have.
    pub marks: MarkFilter,
    /// The least and the greatest number of the distinct solution.
    pub numbers: Option<(u64, u64)>,
    /// The order; by their numbers if `None`.
    pub sort: Option<Sort>,
    /// The property that the solutions of a group have in common, if they are listed in groups;
    /// each group follows the order.
    pub group: Option<Grouping>,
    /// A distinct solution whose placements they share, those that share most first; comes before
    /// `sort`.
    pub like: Option<Vec<OptionId>>,
}

impl ListSettings {
    /// Returns whether any solution may be left out.
    pub fn filters(&self) -> bool {
        !self.properties.is_empty()
            || !self.ranges.is_empty()
            || !self.classes.is_empty()
            || !self.placements.is_empty()
            || !self.contacts.is_empty()
            || self.expression.is_some()
            || self.marks.filters()
            || self.numbers.is_some()
    }

    /// The filter as a condition that can be saved under a name; `None` where it has parts that
    /// none expresses: marks, and ranges of numbers.
    pub fn condition(&self, puzzle: &Puzzle, encoding: &Encoding) -> Option<Expression> {
        let is_whole = self.filters() && !self.marks.filters() && self.numbers.is_none();
        is_whole.then(|| match self.filter(puzzle, encoding, true) {
            Expression::And(parts) if parts.len() == 1 => parts.into_iter().next(),
            all => Some(all),
        })?
    }

    /// This order with the filter that a condition says: what the panel has rows for as such, the
    /// rest as typed.
    pub fn with_condition(
        &self,
        condition: &Expression,
        puzzle: &Puzzle,
        encoding: &Encoding,
    ) -> ListSettings {
        let mut settings = self.without_filter();
        let parts = match condition {
            Expression::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut rest = Vec::new();
        for part in parts {
            if let Some(contact) = ContactCondition::of(part, puzzle) {
                settings.contacts.push(contact);
                continue;
            }
            let (inner, present) = match part {
                Expression::Not(inner) => (&**inner, false),
                other => (other, true),
            };
            match (part, placement(inner, puzzle, encoding)) {
                (_, Some(option)) => {
                    settings.placements.push(PlacementCondition { option, present });
                }
                (&Expression::Property(measure), _) => settings.properties.push(measure),
                (&Expression::Number(measure, Comparison::Within(least, most)), _)
                    if !settings.ranges.contains_key(&measure) =>
                {
                    settings.ranges.insert(measure, (least, most));
                }
                (Expression::Class { measure, is: true, class }, _)
                    if measure.row().id == "disassembles"
                        && !settings.classes.contains_key(measure) =>
                {
                    settings.classes.insert(*measure, class.clone());
                }
                _ => rest.push(part.clone()),
            }
        }
        settings.expression = match rest.len() {
            0 => None,
            1 => rest.pop(),
            _ => Some(Expression::And(rest)),
        };
        settings
    }

    /// The filter in words; empty if there is none.
    pub fn filter_words(&self, puzzle: &Puzzle, encoding: &Encoding) -> String {
        let mut words = vec![self.filter(puzzle, encoding, true).words()];
        if self.marks.starred {
            words.push("starred".to_owned());
        }
        if self.marks.noted {
            words.push("with a note".to_owned());
        }
        words.extend(self.marks.tags.iter().cloned());
        if let Some((from, to)) = self.numbers {
            words.push(format!("numbers {} to {}", text::grouped(from), text::grouped(to)));
        }
        words.retain(|own| !own.is_empty());
        words.join(", ")
    }

    /// The same order without a filter.
    pub fn without_filter(&self) -> ListSettings {
        let ListSettings { sort, like, group, .. } = self.clone();
        ListSettings { sort, like, group, ..ListSettings::default() }
    }

    /// Returns whether the list is in an order other than that of the numbers.
    fn is_sorted(&self) -> bool {
        self.sort.is_some() || self.like.is_some() || self.group.is_some()
    }

    /// The placements that distinct solutions must have in no turned or flipped copy.
    fn absent(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.placements.iter().filter(|condition| !condition.present).map(|own| own.option)
    }

    /// Returns whether it asks for a measure that may take long.
    pub fn is_costly(&self) -> bool {
        let group = self.group.and_then(|grouping| match grouping {
            Grouping::Measure(measure) => Some(measure),
            _ => None,
        });
        let named = self.ranges.keys().chain(self.classes.keys()).copied();
        let named = named.chain(self.sort.map(|sort| sort.measure));
        let is_costly = |measure: MeasureId| measure.row().is_costly;
        named.chain(group).any(is_costly)
            || self.expression.as_ref().is_some_and(|own| own.names(&is_costly))
    }

    /// Returns whether every solution is listed in the order of the numbers.
    pub fn is_plain(&self) -> bool {
        !self.filters() && !self.is_sorted()
    }

    /// Asks for a property, or no longer.
    pub fn toggle(&mut self, property: MeasureId) {
        match self.properties.iter().position(|&own| own == property) {
            Some(at) => drop(self.properties.remove(at)),
            None => self.properties.push(property),
        }
    }

    /// The filter as one expression, less the placements that distinct solutions must have in no
    /// turned or flipped copy, which no expression says; see [`ListSettings::absent`].
    fn filter(&self, puzzle: &Puzzle, encoding: &Encoding, all: bool) -> Expression {
        let properties = self.properties.iter().map(|&measure| Expression::Property(measure));
        let ranges = self.ranges.iter().map(|(&measure, &(least, most))| {
            Expression::Number(measure, Comparison::Within(least, most))
        });
        let classes = self.classes.iter().map(|(&measure, class)| Expression::Class {
            measure,
            is: true,
            class: class.clone(),
        });
        let own = self.placements.iter().filter(|condition| condition.present || all);
        let placements = own.map(|condition| {
            let placed = placed(puzzle, encoding, condition.option);
            if condition.present { placed } else { Expression::Not(Box::new(placed)) }
        });
        let contacts = self.contacts.iter().map(|contact| contact.expression(puzzle));
        let all = properties.chain(ranges).chain(classes).chain(placements).chain(contacts);
        Expression::And(all.chain(self.expression.clone()).collect())
    }
}

/// The placement that a condition asks for, if it asks for just that.
fn placement(part: &Expression, puzzle: &Puzzle, encoding: &Encoding) -> Option<OptionId> {
    let Expression::Placed { piece, sites } = part else { return None };
    let (id, _) = puzzle.pieces().find(|(_, own)| own.name == *piece)?;
    let site = |address: &Vec<i32>| puzzle.lattice.site_at(address);
    let mut sites: Vec<Point> = sites.iter().map(site).collect::<Option<_>>()?;
    sites.sort_unstable();
    encoding.find(puzzle, id, &sites)
}

/// That a placement is there.
fn placed(puzzle: &Puzzle, encoding: &Encoding, option: OptionId) -> Expression {
    Expression::Placed {
        piece: puzzle.piece(encoding.placement(option).piece).name.clone(),
        sites: encoding.sites(option).map(puzzle.lattice.address.of_site).collect(),
    }
}

/// The state of the solutions that a list was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::workbench) struct Stage {
    /// Their number.
    pub(in crate::workbench) len: usize,
    /// True if no more will come, and they are in the order of their numbers.
    pub(in crate::workbench) final_order: bool,
    /// True if turned and flipped copies are listed too.
    pub(in crate::workbench) all: bool,
}

/// A list of solutions.
#[derive(Clone, Debug)]
pub struct Listing {
    settings: ListSettings,
    stage: Stage,
    /// The listed solutions as indices of the view.
    places: Vec<u64>,
    /// The distinct ones that they are, or are copies of.
    distinct: Vec<u32>,
    /// The solution that they are compared with.
    likeness: Option<Arc<Likeness>>,
    /// The marks that the filter looked at.
    marks: Option<Arc<MarkMap>>,
    groups: Vec<ListGroup>,
    /// The records of marked solutions that are not listed.
    unlisted: FxHashSet<Vec<u8>>,
}

impl Listing {
    /// The number of listed solutions.
    pub fn len(&self) -> u64 {
        self.places.len() as u64
    }

    /// Returns whether a marked solution was left out when the list was made.
    pub(in crate::workbench) fn leaves_out(&self, record: &[u8]) -> bool {
        self.unlisted.contains(record)
    }

    /// Returns whether no solution passes.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The indices in the store of the distinct solutions that are listed, or copies of which are,
    /// in the order of the list.
    pub fn distinct(&self) -> &[u32] {
        &self.distinct
    }

    /// The index of the view of the n-th listed solution.
    pub fn place(&self, n: u64) -> Option<u64> {
        self.places.get(usize::try_from(n).ok()?).copied()
    }

    /// The filter that they pass, in words; empty if there is none.
    pub fn filter_words(&self, puzzle: &Puzzle, encoding: &Encoding) -> String {
        self.settings.filter_words(puzzle, encoding)
    }

    /// Returns whether any solution may be left out.
    pub fn filters(&self) -> bool {
        self.settings.filters()
    }

    /// Returns whether turned and flipped copies are listed too.
    pub fn lists_all(&self) -> bool {
        self.stage.all
    }

    /// The groups of the list, one after the other; none where it is not divided.
    pub fn groups(&self) -> &[ListGroup] {
        &self.groups
    }

    /// Returns what the solutions of each group have in common.
    pub fn grouping(&self) -> Option<Grouping> {
        self.settings.group
    }

    /// Where the list has a solution of the view. Linear in the list where it is sorted.
    pub fn position(&self, place: u64) -> Option<u64> {
        let found = match self.settings.is_sorted() {
            false => self.places.binary_search(&place).ok(),
            true => self.places.iter().position(|&own| own == place),
        };
        found.map(|n| n as u64)
    }

    /// Returns the solution that the listed ones are compared with, where they are sorted by that.
    pub fn likeness(&self) -> Option<&Likeness> {
        self.likeness.as_deref()
    }

    /// Where the list has a solution of the view, or else the next one by number, or the first
    /// where it is sorted otherwise.
    pub fn nearest(&self, place: u64) -> u64 {
        match self.settings.is_sorted() {
            false => self.places.partition_point(|&own| own < place) as u64,
            true => self.position(place).unwrap_or(0),
        }
    }

    /// The filter and the order that it was made for.
    pub(in crate::workbench) fn settings(&self) -> &ListSettings {
        &self.settings
    }

    /// The state of the solutions that it was made of.
    pub(in crate::workbench) fn stage(&self) -> Stage {
        self.stage
    }

    /// The listed solutions as indices of the view.
    pub(in crate::workbench) fn places(&self) -> &[u64] {
        &self.places
    }

    /// Returns whether it is still the list for these settings, at this stage and with these marks.
    pub(in crate::workbench) fn is_of(
        &self,
        settings: &ListSettings,
        stage: Stage,
        marks: &Arc<MarkMap>,
    ) -> bool {
        self.settings == *settings
            && self.stage == stage
            && self.marks.as_ref().is_none_or(|known| Arc::ptr_eq(known, marks))
    }

    /// Makes the list of what passes a filter, once its columns are measured. Linear in the measured
    /// solutions, and in the placements of those that pass where they are sorted by likeness or in
    /// groups. `None` when it was cancelled.
    pub(in crate::workbench) fn new(
        material: ListMaterial<'_>,
        conditions: &Conditions,
        settings: ListSettings,
        progress: &Progress,
    ) -> Option<Listing> {
        let ListMaterial { analysis, store, marks, stage, columns } = material;
        let mut distinct = passing(material, conditions, &settings);
        let unlisted = unlisted(material, &distinct);
        let marks = settings.marks.filters().then(|| Arc::clone(marks));
        let likeness = settings.like.as_ref().map(|solution| {
            let likeness = Arc::new(Likeness::new(solution, &analysis.group));
            likeness.sort(store, &mut distinct);
            likeness
        });
        if let (None, Some(Sort { measure, descending })) = (&likeness, settings.sort) {
            columns.sort(&mut distinct, measure, descending);
        }
        let mut places = match stage.all {
            true => copies(material, &conditions.filter, &distinct),
            false => distinct.iter().map(|&n| u64::from(n)).collect(),
        };
        let mut groups = Vec::new();
        if let Some(grouping) = settings.group {
            let is_reversed = settings.sort.is_some_and(|sort| sort.descending);
            let grouped = divide(material, grouping, is_reversed, &places, progress)?;
            grouped.arrange(&mut places);
            if !stage.all {
                grouped.arrange(&mut distinct);
            }
            groups = grouped.groups;
        }
        Some(Listing { settings, stage, places, distinct, likeness, marks, groups, unlisted })
    }
}

/// The records of marked solutions that are not among those that pass.
fn unlisted(material: ListMaterial<'_>, distinct: &[u32]) -> FxHashSet<Vec<u8>> {
    let ListMaterial { store, marks, .. } = material;
    if marks.is_empty() {
        return FxHashSet::default();
    }
    let records = distinct.iter().map(|&n| store.record(n as usize));
    let listed: FxHashSet<&[u8]> = records.filter(|record| marks.contains_key(*record)).collect();
    marks.keys().filter(|record| !listed.contains(record.as_slice())).cloned().collect()
}

/// The distinct solutions that pass, or some copy of which does, ascending.
pub(in crate::workbench) fn passing(
    material: ListMaterial<'_>,
    conditions: &Conditions,
    settings: &ListSettings,
) -> Vec<u32> {
    let ListMaterial { store, marks, stage, columns, .. } = material;
    let mut distinct = columns.apply(&conditions.filter);
    for filter in &conditions.absent {
        let passing = columns.apply(filter);
        distinct.retain(|n| passing.binary_search(n).is_err());
    }
    // More may be measured than there were when the list was asked for.
    distinct.retain(|&n| (n as usize) < stage.len);
    if let Some((least, most)) = settings.numbers {
        distinct.retain(|&n| (least..=most).contains(&store.number(n as usize)));
    }
    if settings.marks.filters() {
        let passing = marks.iter().filter(|(_, mark)| settings.marks.passes(mark));
        let records: FxHashSet<&[u8]> = passing.map(|(record, _)| record.as_slice()).collect();
        distinct.retain(|&n| records.contains(store.record(n as usize)));
    }
    distinct
}

/// The input for a list.
#[derive(Clone, Copy)]
pub(in crate::workbench) struct ListMaterial<'a> {
    /// The puzzle that was solved.
    pub(in crate::workbench) analysis: &'a Analysis,
    /// Its distinct solutions.
    pub(in crate::workbench) store: &'a Store,
    /// The user's marks on them.
    pub(in crate::workbench) marks: &'a Arc<MarkMap>,
    /// The choice of those that are listed.
    pub(in crate::workbench) stage: Stage,
    /// Their measures.
    pub(in crate::workbench) columns: &'a Columns,
}

/// The settings of a list, compiled for a puzzle.
pub(in crate::workbench) struct Conditions {
    filter: Filter,
    /// Conditions that hold for no turned or flipped copy of a listed solution.
    absent: Vec<Filter>,
    sort: Option<MeasureId>,
    /// The measure that they are grouped by, if it is one.
    group: Option<MeasureId>,
}

impl Conditions {
    /// Compiles settings; `all` says whether turned and flipped copies are listed too.
    ///
    /// # Errors
    /// The first thing in the filter that says nothing of the puzzle.
    pub(in crate::workbench) fn new(
        settings: &ListSettings,
        all: bool,
        analysis: &Analysis,
        measurer: &Measurer,
    ) -> Result<Conditions, CompileError> {
        let Analysis { puzzle, encoding, group, .. } = analysis;
        let context = Context { puzzle, encoding, group, measurer };
        let filter = Filter::new(&settings.filter(puzzle, encoding, all), context)?;
        let absent = settings.absent().filter(|_| !all);
        let absent = absent.map(|option| Filter::new(&placed(puzzle, encoding, option), context));
        let absent = absent.collect::<Result<_, CompileError>>()?;
        let group = settings.group.and_then(|grouping| match grouping {
            Grouping::Measure(measure) => Some(measure),
            _ => None,
        });
        Ok(Conditions { filter, absent, sort: settings.sort.map(|sort| sort.measure), group })
    }

    /// The columns that the list needs.
    pub(in crate::workbench) fn sources(&self) -> Vec<ColumnSource> {
        let filters = std::iter::once(&self.filter).chain(&self.absent);
        let sources = filters.flat_map(|filter| filter.sources().to_vec());
        sources.chain(self.sort.into_iter().chain(self.group).map(ColumnSource::measure)).collect()
    }
}

/// Divides listed solutions, given as indices of the view, into groups; those of a measure with the
/// greatest value first if `is_reversed`.
fn divide(
    material: ListMaterial<'_>,
    grouping: Grouping,
    is_reversed: bool,
    places: &[u64],
    progress: &Progress,
) -> Option<Grouped> {
    let ListMaterial { analysis, store, stage, columns, .. } = material;
    let group = &analysis.group;
    let (len, all) = (places.len(), stage.all);
    if let Grouping::Measure(measure) = grouping {
        let view = all.then(|| View::all(store, group));
        let distinct = |&place: &u64| match &view {
            Some(view) => view.distinct_of(group, store, place) as u32,
            None => place as u32,
        };
        let value = |place| columns.value(measure, distinct(place)).unwrap_or_default();
        return Some(Grouped::by_values(places.iter().map(value), is_reversed));
    }
    if !all {
        let solution = |n: usize, options: &mut Vec<OptionId>| {
            store.read(places[n] as usize, options);
            store.stabiliser(places[n] as usize)
        };
        return Grouped::new(grouping, all, analysis, len, solution, progress);
    }
    let view = View::all(store, group);
    let solution = |n: usize, options: &mut Vec<OptionId>| {
        *options = view.solution(group, store, places[n]);
        store.stabiliser(view.entry(group, store, places[n]).distinct)
    };
    Grouped::new(grouping, all, analysis, len, solution, progress)
}

/// The turned and flipped copies that pass a filter, of each of these distinct solutions in turn, as
/// indices of the view of all.
fn copies(material: ListMaterial<'_>, filter: &Filter, distinct: &[u32]) -> Vec<u64> {
    let ListMaterial { analysis: Analysis { group, .. }, store, columns, .. } = material;
    let view = View::all(store, group);
    let passing = columns.apply_to_all(filter, store, group);
    // The members of each orbit that pass follow each other; the orbits come in their order.
    let mut places = Vec::with_capacity(passing.len());
    for &n in distinct {
        let from = view.position(group, store, n as usize);
        let size = group.order() as u64 / u64::from(store.stabiliser(n as usize).len());
        let start = passing.partition_point(|&place| place < from);
        let own = passing[start..].iter().take_while(|&&place| place < from + size);
        places.extend(own);
    }
    places
}
