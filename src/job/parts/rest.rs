//! The division of what is left of a divided run.

use super::split::{Watch, divided, packed};
use super::{Header, Ledger, PartPlan, Parts, PartsError, batch, sweep};

impl Parts {
    /// Divides what is left of a divided run into so many parts. Their numbers follow those of all
    /// parts so far.
    ///
    /// # Errors
    /// When the plan in the file is not sound, or `watch` ends it.
    pub fn split_rest(
        &self,
        ledger: &Ledger,
        parts: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Parts, PartsError> {
        let plan = self.open()?.plan;
        let left = ledger.left();
        let next = ledger.last_number() + 1;
        let (replaces, parts) = match (plan.search(), &plan) {
            (Some(search), _) if self.is_sweep() => {
                let parts = sweep::shared_out(&self.sized(search, &left), parts, next);
                (left, parts)
            }
            (Some(search), _) => divided(&search.cases, left, (parts, next), watch)?,
            (None, PartPlan::Sets(plan)) => {
                let sized = batch::sets(plan, &left)?;
                (left, packed(sized, parts, next))
            }
            (None, PartPlan::Variants(plan)) => {
                let sized = batch::variants(plan, &left)?;
                (left, packed(sized, parts, next))
            }
            (None, PartPlan::Run(_)) => unreachable!("a run has a search"),
        };
        Ok(Parts { header: Header { replaces, ..self.header.clone() }, parts })
    }
}
