//! The costs of planning and searching: the constants that the choice of a strategy rests on.

/// Times in nanoseconds and what follows from them. Time is reckoned from counted work, never
/// measured while planning, so that the same puzzle is always searched in the same way.
///
/// What a node of an engine costs is in its row of the table of engines. `cargo bench --bench costs`
/// measures those, and the first two of these. The others are shares and limits, chosen so that the
/// classes of `cargo bench --bench engines` are searched in the way that was fastest.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostModel {
    /// Loading a fixed-order search, for each entry of the problem.
    pub(super) load_ns_per_entry: f64,
    /// One random walk through a fixed-order search.
    pub(super) walk_ns: f64,
    /// A tree that is searched whole in this time is not worth a choice; nor does a sample search
    /// any subtree for less.
    pub(super) moment_ns: f64,
    /// A search along the best fixed order that is forecast to take less than this is followed for twice
    /// its forecast, and is the choice where it comes to its end.
    pub(super) followed_ns: f64,
    /// The best fixed order is followed for this time, where that is a small part of its search: where there
    /// are many solutions it meets one, so that no reason against any need be looked for.
    pub(super) first_look_ns: f64,
    /// The longest search along a fixed order that is worth such a look.
    pub(super) looked_at_ns: f64,
    /// A search below this is not worth a choice that takes samples.
    pub(super) short_search_ns: f64,
    /// Walks may take this part of the search that they forecast, within bounds: with four times as many
    /// no better orders are found.
    pub(super) walks_share: f64,
    /// See [`CostModel::walks_share`].
    pub(super) walks_ns: (f64, f64),
    /// The ratio of the forecasts of two orders with the same piece held from which the worse is not
    /// tried with others.
    pub(super) bad_order: f64,
    /// A search along a fixed order below this is not held against the engine of fewest options: to
    /// forecast that would take as long.
    pub(super) rivalled_ns: f64,
    /// The part of a search along a fixed order that a glance at the engine of fewest options may take,
    /// and its limit.
    pub(super) glance_share: f64,
    /// See [`CostModel::glance_share`].
    pub(super) glance_limit_ns: f64,
    /// The time that a node of a small sample of that engine takes for each option, besides its usual
    /// time: such nodes lie near the root, where most options are alive.
    pub(super) sampled_option_ns: f64,
    /// The part of the shorter of two searches that it may take to tell which one that is, and its
    /// limit.
    pub(super) comparison_share: f64,
    /// See [`CostModel::comparison_share`].
    pub(super) comparison_limit_ns: f64,
    /// The ratios of the time of the best fixed order to that of the sample from which fixed orders
    /// are given up: in a short search, where more walks would cost more than they spare, and in one
    /// of [`CostModel::long_search_ns`].
    pub(super) hopeless_ratios: (f64, f64),
    /// The part of a search that a look at another engine may take at least, and its limit.
    pub(super) look_share: f64,
    /// See [`CostModel::look_share`].
    pub(super) look_limit_ns: f64,
    /// A search from which several pieces and sites to hold are tried.
    pub(super) long_search_ns: f64,
    /// Each trial takes this part of the search, or of one of [`CostModel::trial_limit_ns`].
    pub(super) trial_share: f64,
    /// See [`CostModel::trial_share`].
    pub(super) trial_limit_ns: f64,
    /// The part of a search that all looks at a split into cases may take together, and the limit
    /// for loading the cases.
    pub(super) split_share: f64,
    /// See [`CostModel::split_share`].
    pub(super) split_limit_ns: f64,
    /// A count from which a sweep may take as long as the search.
    pub(super) long_count_ns: f64,
    /// The part of a shorter one that a sweep may take.
    pub(super) sweep_share: f64,
    /// The part of a longer one that a sweep may take where pieces are of few kinds and nothing but the
    /// matrix is known.
    pub(super) hard_share: f64,
    /// The cost of a sweep before its first state, for each entry of the problem.
    pub(super) sweep_start_ns_per_entry: f64,
    /// The options for each item from which a state of a sweep costs more than its engine says.
    pub(super) sweep_options: f64,
    /// Finding an order of items without geometry, for each pair of items of an option.
    pub(super) order_ns_per_pair: f64,
    /// A search of so many placements is estimated before a few solutions are looked for.
    pub(super) endless_options: usize,
    /// A search that takes longer than this ends too late for anybody: a day.
    pub(super) endless_ns: f64,
    /// Finding how one symmetry moves one option, for the classes of placements.
    pub(super) image_ns: f64,
    /// The largest problem that is sampled to choose how it is searched, in entries of all options
    /// together: to load a larger one takes longer than a choice is worth.
    pub(super) most_sampled_entries: usize,
    /// The largest problem that is searched at all, in entries, and the memory for each in bytes.
    pub(super) most_entries: usize,
    /// See [`CostModel::most_entries`].
    pub(super) bytes_per_entry: usize,
    /// The cost of the first search of a sample beside its nodes, for each entry.
    pub(super) start_ns_per_entry: f64,
    /// The most that an estimate of the size of a search may spend on one subtree.
    pub(super) subtree_sample_ns: f64,
}

/// The model in use.
pub(super) const COSTS: CostModel = CostModel {
    load_ns_per_entry: 15.0,
    walk_ns: 5e3,
    moment_ns: 7e5,
    followed_ns: 2e6,
    first_look_ns: 1e5,
    looked_at_ns: 1e8,
    short_search_ns: 1.5e6,
    walks_share: 0.2,
    walks_ns: (1e6, 1.5e8),
    bad_order: 3.0,
    rivalled_ns: 7e6,
    glance_share: 0.04,
    glance_limit_ns: 1e7,
    sampled_option_ns: 0.5,
    comparison_share: 0.1,
    comparison_limit_ns: 5e7,
    hopeless_ratios: (1.5, 2.5),
    look_share: 5e-3,
    look_limit_ns: 2e9,
    long_search_ns: 5e8,
    trial_share: 1.0 / 40.0,
    trial_limit_ns: 4e9,
    split_share: 0.1,
    split_limit_ns: 3e8,
    long_count_ns: 1e9,
    sweep_share: 0.1,
    hard_share: 3.0,
    sweep_start_ns_per_entry: 1000.0,
    sweep_options: 2.0,
    order_ns_per_pair: 2000.0,
    endless_options: 10_000,
    endless_ns: 8.64e13,
    image_ns: 600.0,
    most_sampled_entries: 2_000_000,
    most_entries: 20_000_000,
    bytes_per_entry: 40,
    start_ns_per_entry: 100.0,
    subtree_sample_ns: 5e7,
};
