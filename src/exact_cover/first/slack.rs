//! Slack: sites that need not be covered. Where they are in plenty, a filler of single sites takes those
//! that the pieces leave, so that all sites must be covered and a sweep can go along them.

use super::Layout;
use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem, ProblemBuilder};

/// A problem with a filler. Its solutions are those of the problem that it is made of, each with the
/// placements of the filler, which come last among the options.
#[derive(Debug)]
pub struct Filled {
    /// The problem with the filler.
    pub problem: Problem,
    /// Where its items lie.
    pub layout: Layout,
    /// The options of the problem that it is made of.
    own: usize,
}

impl Filled {
    /// Returns whether sites are filled: of so many most need not be covered.
    pub fn is_worth(required: usize, sites: usize) -> bool {
        sites > 2 * required
    }

    /// `None` where filling is not worth it, options have colours, or the pieces are too large for the
    /// sites. Linear in the size of the problem.
    pub fn new(problem: &Problem, layout: &Layout) -> Option<Filled> {
        let is_open = |site: &&ItemId| problem.item(**site).kind == ItemKind::Secondary;
        let open: Vec<ItemId> = layout.sites.iter().filter(is_open).copied().collect();
        let sites = layout.sites.len();
        if !Filled::is_worth(sites - open.len(), sites) || problem.has_colours() {
            return None;
        }
        let (least, most) = slack(problem, layout)?;
        let mut builder = ProblemBuilder::default();
        let mut new = vec![ItemId(u32::MAX); problem.items().len()];
        let name = |item: ItemId| problem.item(item).name.clone();
        let mut add = |builder: &mut ProblemBuilder, item: ItemId, kind| {
            new[item.index()] = builder.item(name(item), kind);
        };
        let all = || (0..problem.items().len() as u32).map(ItemId);
        for item in all().take(problem.primary_count()) {
            add(&mut builder, item, problem.item(item).kind);
        }
        open.iter().for_each(|&site| add(&mut builder, site, ItemKind::ONCE));
        let kind = ItemKind::Primary { min: least, max: most };
        let filler = (most > 0).then(|| builder.item("filler", kind));
        let mut is_site = vec![false; problem.items().len()];
        layout.sites.iter().for_each(|site| is_site[site.index()] = true);
        for item in all().skip(problem.primary_count()).filter(|item| !is_site[item.index()]) {
            add(&mut builder, item, ItemKind::Secondary);
        }
        builder.reserve(problem.option_count() + open.len(), problem.cell_count() + 2 * open.len());
        for (_, cells) in problem.options() {
            builder.option(cells.items().iter().map(|item| new[item.index()]));
        }
        for (filler, site) in
            filler.iter().flat_map(|filler| open.iter().map(move |s| (*filler, s)))
        {
            builder.option([filler, new[site.index()]]);
        }
        let moved = |items: &[ItemId]| items.iter().map(|item| new[item.index()]).collect();
        let mut pieces: Vec<ItemId> = moved(&layout.pieces);
        pieces.extend(filler);
        let layout = Layout { sites: moved(&layout.sites), pieces, ..layout.clone() };
        Some(Filled { problem: builder.build().ok()?, layout, own: problem.option_count() })
    }

    /// The options of the original problem among some.
    pub fn without_fillers(&self, mut options: Vec<OptionId>) -> Vec<OptionId> {
        options.retain(|option| option.index() < self.own);
        options
    }
}

/// The least and the largest number of sites that the pieces of a solution leave open.
fn slack(problem: &Problem, layout: &Layout) -> Option<(u32, u32)> {
    let mut is_site = vec![false; problem.items().len()];
    layout.sites.iter().for_each(|site| is_site[site.index()] = true);
    let mut sizes = vec![0u64; problem.items().len()];
    for (_, cells) in problem.options() {
        let (sites, others): (Vec<ItemId>, Vec<ItemId>) =
            cells.items().iter().partition(|item| is_site[item.index()]);
        others.iter().for_each(|item| sizes[item.index()] = sites.len() as u64);
    }
    let (mut least, mut most) = (0u64, 0u64);
    for piece in &layout.pieces {
        let (min, max) = match problem.item(*piece).kind {
            ItemKind::Primary { min, max } => (min, max),
            ItemKind::Secondary => (0, 1),
        };
        least = least.saturating_add(u64::from(min).saturating_mul(sizes[piece.index()]));
        most = most.saturating_add(u64::from(max).saturating_mul(sizes[piece.index()]));
    }
    let sites = layout.sites.len() as u64;
    let open = sites.checked_sub(least)?;
    Some((sites.saturating_sub(most) as u32, u32::try_from(open).ok()?))
}
