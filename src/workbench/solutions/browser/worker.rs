//! The thread that works for a [`Browser`](super::Browser): lists, spreads and positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{ContactCounts, ContactsKey, SharedColumns, Spread, begun};
use crate::job::lower_priority;
use crate::puzzle::PieceId;
use crate::solution::Store;
use crate::solution::columns::{Columns, Progress};
use crate::solution::filter::ColumnSource;
use crate::solution::measures::{MeasureId, Measurer};
use crate::threads::lock;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::MarkMap;
use crate::workbench::solutions::listing::{
    Conditions, Contact, ContactCondition, ListMaterial, ListSettings, Listing, Stage, passing,
};
use crate::workbench::solutions::piece_positions::Positions;

/// The result of a thread.
pub(super) enum Product {
    Measurer(Arc<Measurer>),
    Listing(Box<Listing>),
    Spread(MeasureId, Spread),
    Left(BTreeMap<MeasureId, Spread>),
    Positions(Box<Positions>),
    Contacts(Box<ContactsKey>, ContactCounts),
    /// It was cancelled; what was measured stays.
    Nothing,
}

/// The task of a thread.
pub(super) enum Wish {
    Measurer,
    Listing(Box<ListSettings>),
    Spread(MeasureId),
    Left(Arc<Listing>),
    Positions(PieceId, Option<Arc<Listing>>),
    Contacts(Box<ContactsKey>),
}

/// The data that a thread needs for its work.
pub(super) struct Worker {
    pub(super) analysis: Arc<Analysis>,
    pub(super) store: Store,
    pub(super) marks: Arc<MarkMap>,
    pub(super) stage: Stage,
    pub(super) measurer: Option<Arc<Measurer>>,
    pub(super) columns: SharedColumns,
    pub(super) progress: Arc<Progress>,
}

impl Worker {
    /// Works out what is asked for.
    ///
    /// # Errors
    /// Why the filter cannot be applied.
    pub(super) fn work(self, wish: Wish) -> Result<Product, String> {
        // The threads that it starts inherit the priority.
        lower_priority();
        let Analysis { puzzle, encoding, group, .. } = &*self.analysis;
        let Some(measurer) = self.measurer.clone() else {
            return Ok(Product::Measurer(Arc::new(Measurer::new(puzzle, encoding, group))));
        };
        let mut guard = lock(&self.columns);
        let columns = begun(&mut guard, &measurer);
        match wish {
            Wish::Measurer => Ok(Product::Nothing),
            Wish::Positions(piece, listing) => {
                let positions = self.positions(piece, listing.as_deref());
                Ok(Product::Positions(Box::new(positions)))
            }
            Wish::Contacts(key) => Ok(match self.contacts(columns, &measurer, &key)? {
                Some(counts) => Product::Contacts(key, counts),
                None => Product::Nothing,
            }),
            Wish::Spread(measure) => {
                if !self.measure(columns, &[ColumnSource::measure(measure)]) {
                    return Ok(Product::Nothing);
                }
                Ok(Product::Spread(measure, Spread { values: columns.histogram(measure, None) }))
            }
            Wish::Left(listing) => {
                let spread = |measure| {
                    let values = columns.histogram(measure, Some(listing.distinct()));
                    (measure, Spread { values })
                };
                let measures = measurer.measures().chain(measurer.costly_measures());
                Ok(Product::Left(measures.map(spread).collect()))
            }
            Wish::Listing(settings) => {
                let Worker { analysis, stage, store, marks, .. } = &self;
                let conditions = Conditions::new(&settings, stage.all, analysis, &measurer)
                    .map_err(|error| error.to_string())?;
                if !self.measure(columns, &conditions.sources()) {
                    return Ok(Product::Nothing);
                }
                let material = ListMaterial { analysis, store, marks, stage: *stage, columns };
                let listing = Listing::new(material, &conditions, *settings, &self.progress);
                Ok(listing.map_or(Product::Nothing, |own| Product::Listing(Box::new(own))))
            }
        }
    }

    /// Counts the solutions that each contact of two pieces leaves; `None` if it was cancelled.
    fn contacts(
        &self,
        columns: &mut Columns,
        measurer: &Measurer,
        key: &ContactsKey,
    ) -> Result<Option<ContactCounts>, String> {
        let Worker { analysis, stage, store, marks, .. } = self;
        let mut count = |settings: &ListSettings| {
            let conditions = Conditions::new(settings, stage.all, analysis, measurer)
                .map_err(|error| error.to_string())?;
            if !self.measure(columns, &conditions.sources()) {
                return Ok(None);
            }
            let material = ListMaterial { analysis, store, marks, stage: *stage, columns };
            Ok::<_, String>(Some(passing(material, &conditions, settings).len() as u64))
        };
        let mut counts = ContactCounts::default();
        for contact in Contact::ALL {
            let Some(pieces) = key.pieces else { break };
            let mut settings = key.settings.clone();
            settings.contacts.push(ContactCondition { pieces, contact });
            let Some(left) = count(&settings)? else { return Ok(None) };
            counts.left.push(left);
        }
        for &condition in &key.settings.contacts {
            let alone = ListSettings { contacts: vec![condition], ..ListSettings::default() };
            let Some(alone) = count(&alone)? else { return Ok(None) };
            counts.alone.push(alone);
        }
        Ok(Some(counts))
    }

    /// Where a piece lies in the listed solutions.
    fn positions(&self, piece: PieceId, listing: Option<&Listing>) -> Positions {
        let Analysis { puzzle, encoding, group, .. } = &*self.analysis;
        let store = &self.store;
        match listing {
            Some(listing) if self.stage.all && listing.settings().filters() => {
                let places = listing.places().iter().copied();
                Positions::of_all(piece, puzzle, encoding, group, store, places)
            }
            Some(listing) => {
                let solutions = listing.distinct().iter().map(|&n| n as usize);
                Positions::of_distinct(piece, puzzle, encoding, group, store, solutions)
            }
            None => {
                let solutions = 0..self.stage.len;
                Positions::of_distinct(piece, puzzle, encoding, group, store, solutions)
            }
        }
    }

    /// Measures all solutions; whether that was not cancelled.
    fn measure(&self, columns: &mut Columns, sources: &[ColumnSource]) -> bool {
        columns.extend(&self.store, self.stage.len, sources, &self.progress)
    }
}
