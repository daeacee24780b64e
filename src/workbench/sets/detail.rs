//! The details of the selected set: the solutions of each variant on a map, and one of the hardest.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::job::lower_priority;
use crate::job::sets::SetsPlan;
use crate::job::variants::{
    Question, Summary, VariantList, VariantPlan, VariantResult, VariantRun, VariantSettings,
    solutions_of,
};
use crate::workbench::task::CancelToken;
use crate::workbench::variants::VariantMap;

/// The facts known about a set.
#[derive(Debug)]
pub struct SetDetail {
    /// Its index.
    pub set: u32,
    /// Its variants.
    pub list: Arc<VariantList>,
    /// The encoding of the puzzle with its pieces.
    pub encoding: Arc<Encoding>,
    /// The result of each variant.
    pub results: Vec<VariantResult>,
    /// Where the variants lie on a map, if they make one.
    pub map: Option<VariantMap>,
    /// The results in a few numbers.
    pub summary: Summary,
    /// A solution of the hardest variant that has one, and the variant.
    pub hardest: Option<(usize, Vec<OptionId>)>,
}

impl SetDetail {
    pub(super) fn new(plan: &SetsPlan, set: u32, token: &CancelToken) -> Result<SetDetail, String> {
        lower_priority();
        let list = plan.list_of(set as usize);
        let encoding = Encoding::new(&list.puzzle).map_err(|error| error.to_string())?;
        let encoding = Arc::new(encoding);
        let map = VariantMap::new(&list, plan.group());
        let question = if plan.only_exists() { Question::Exists } else { Question::Count };
        let planned = VariantPlan::new(list, Arc::clone(&encoding), question, None);
        let planned = Arc::new(planned.map_err(|error| error.to_string())?);
        let list = Arc::clone(planned.list());
        let settings =
            VariantSettings { threads: 1, background: true, ..VariantSettings::default() };
        let run = VariantRun::start(planned, settings);
        while !run.snapshot().phase.is_over() {
            if token.is_lost() {
                return Err("no longer wanted".to_owned());
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let results = run.with_results(<[VariantResult]>::to_vec);
        let check = || match token.is_lost() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let solvable = results.iter().enumerate().filter(|(_, result)| result.counts.total > 0);
        let hardest = solvable.min_by_key(|(n, result)| (result.counts.distinct, *n));
        let hardest = hardest.and_then(|(n, _)| {
            let found = solutions_of(&list, n, &encoding, 1, &check).ok()??;
            Some((n, found.solutions.into_iter().next()?))
        });
        let summary = Summary::new(&results);
        Ok(SetDetail { set, list, encoding, results, map, summary, hardest })
    }
}
