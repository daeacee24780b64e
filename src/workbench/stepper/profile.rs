//! The whole search by each rule of choosing items, walked through in the background: how many
//! steps it has, where its solutions are, and what each level takes.

use std::sync::{Arc, Mutex, Weak};

use super::Stepper;
use crate::exact_cover::{ItemRule, OptionId, Step, Steps};
use crate::job::Subject;
use crate::threads::lock;

/// The most steps that are walked through of each rule's search; fewer in tests, which open many
/// puzzles.
const MAX_STEPS: u64 = if cfg!(test) { 100_000 } else { 2_000_000 };
/// The most solutions whose steps are remembered.
const MAX_SOLUTIONS: usize = 5000;
/// The most steps whose levels are remembered.
const MAX_LEVELS: usize = 500;
/// Steps between two looks at whether anybody still waits.
const STEPS_UNWATCHED: u64 = 4096;

/// A search from its start, as far as it was walked through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The number of steps.
    pub steps: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// The number of updates.
    pub updates: u64,
    /// The nodes of each level.
    pub nodes_by_level: Vec<u64>,
    /// The updates of each level.
    pub updates_by_level: Vec<u64>,
    /// The number of solutions.
    pub solutions: u64,
    /// The numbers of the steps that met them, ascending; of very many only one of each 2, 4, 8 and
    /// so on.
    pub solutions_at: Vec<u64>,
    /// The level of the search before the first step and after each, of some steps.
    pub levels: Vec<u32>,
    /// True if this is the whole search.
    pub complete: bool,
}

impl Profile {
    /// Walks through a search, until `give_up` says so or a number of steps is reached.
    pub fn of_search(
        subject: &Subject,
        rule: ItemRule,
        given: &[OptionId],
        most: u64,
        give_up: &dyn Fn() -> bool,
    ) -> Profile {
        let mut steps = Steps::with(subject.problem(), rule, given);
        let mut profile = Profile { levels: vec![0], ..Profile::default() };
        let mut apart = 1;
        let mut level = 0;
        while profile.steps < most {
            if profile.steps.is_multiple_of(STEPS_UNWATCHED) && give_up() {
                break;
            }
            let Some(taken) = steps.step() else {
                profile.complete = true;
                break;
            };
            profile.steps += 1;
            match taken.step {
                Step::Try { .. } => level += 1,
                Step::Leave { .. } => level -= 1,
                _ => {}
            }
            if profile.levels.len() <= MAX_LEVELS {
                profile.levels.push(level);
            }
            if taken.step == Step::Solution {
                if profile.solutions.is_multiple_of(apart) {
                    profile.solutions_at.push(profile.steps);
                }
                profile.solutions += 1;
                if profile.solutions_at.len() > MAX_SOLUTIONS {
                    let mut is_odd = true;
                    profile.solutions_at.retain(|_| {
                        is_odd = !is_odd;
                        !is_odd
                    });
                    apart *= 2;
                }
            }
        }
        let effort = steps.effort();
        profile.complete |= steps.is_over();
        profile.nodes = effort.nodes;
        profile.updates = effort.updates;
        profile.nodes_by_level = effort.by_level;
        profile.updates_by_level = steps.updates_by_level().to_vec();
        profile
    }
}

/// The profiles of all rules, each there when it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Profiles(Option<Arc<Mutex<Known>>>);

type Known = [Option<Profile>; ItemRule::ALL.len()];

fn place(rule: ItemRule) -> usize {
    ItemRule::ALL.iter().position(|&other| other == rule).unwrap_or_default()
}

impl Stepper {
    /// Begins to walk through the whole search in the background, if that was not begun yet: first
    /// by the rule in use, then by the others. `wake` is called when one of them is known.
    pub fn start_profiles(&mut self, wake: impl Fn() + Send + 'static) {
        if self.profiles.0.is_some() {
            return;
        }
        let known = Arc::new(Mutex::new(Known::default()));
        let shared = Arc::downgrade(&known);
        self.profiles = Profiles(Some(known));
        let (subject, given, first) = (self.subject.clone(), self.given.clone(), self.rule());
        let others = ItemRule::ALL.into_iter().filter(move |&rule| rule != first);
        let work = move || {
            let lost = |shared: &Weak<Mutex<Known>>| shared.strong_count() == 0;
            for rule in std::iter::once(first).chain(others) {
                let profile =
                    Profile::of_search(&subject, rule, &given, MAX_STEPS, &|| lost(&shared));
                let Some(known) = shared.upgrade() else { return };
                lock(&known)[place(rule)] = Some(profile);
                drop(known);
                wake();
            }
        };
        // Without a thread no profile becomes known.
        let _ = crate::threads::start(work);
    }

    /// The profile of a rule's search, once it is known.
    pub fn profile(&self, rule: ItemRule) -> Option<Profile> {
        lock(self.profiles.0.as_ref()?)[place(rule)].clone()
    }

    /// The number of steps of the whole search, once it is known.
    pub fn total_steps(&self) -> Option<u64> {
        if self.can_step().is_err() {
            return Some(self.taken);
        }
        let known = lock(self.profiles.0.as_ref()?);
        let profile = known[place(self.rule())].as_ref()?;
        profile.complete.then_some(profile.steps)
    }
}
