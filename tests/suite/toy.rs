//! A toy engine: all that another engine takes. It covers the first open item in every possible way,
//! remembers nothing, and knows neither colours nor multiplicities.

use std::ops::ControlFlow;

use polywright::exact_cover::{
    Choice, Effort, Engine, ItemId, ItemKind, Loader, Meter, Observer, OptionId, Part, Problem,
    Tree, TreeSearch, Unsupported,
};

/// Its row.
pub(crate) static TOY: Engine = Engine {
    id: "toy",
    name: "toy search",
    supports,
    tree: Tree::FixedOrder,
    node_cost: |_| 1000.0,
    loader: Loader::Tree(|problem, _| Ok(Box::new(Toy(problem.clone())))),
};

fn supports(problem: &Problem) -> Result<(), Unsupported> {
    let once = |kind| matches!(kind, ItemKind::ONCE | ItemKind::Secondary);
    if let Some(item) = problem.items().iter().find(|item| !once(item.kind)) {
        return Err(Unsupported::Multiplicity(item.name.clone()));
    }
    let mut cells = problem.options().flat_map(|(_, cells)| cells);
    match cells.find(|cell| cell.colour != 0) {
        Some(cell) => Err(Unsupported::Colours(problem.item(cell.item).name.clone())),
        None => Ok(()),
    }
}

struct Toy(Problem);

impl TreeSearch for Toy {
    fn search(&mut self, part: Part<'_>, observer: &mut dyn Observer) -> (Effort, ControlFlow<()>) {
        let mut meter = Meter::new(part, 8);
        let flow = node(&self.0, part, &mut meter, observer, &mut Vec::new());
        (meter.into_effort(), flow)
    }
}

fn node(
    problem: &Problem,
    part: Part<'_>,
    meter: &mut Meter,
    observer: &mut dyn Observer,
    path: &mut Vec<Choice>,
) -> ControlFlow<()> {
    let chosen: Vec<OptionId> = path.iter().filter_map(|choice| choice.option).collect();
    let covered = |item: ItemId| {
        chosen.iter().any(|&option| problem.option(option).iter().any(|cell| cell.item == item))
    };
    let level = path.len();
    let open = (0..problem.primary_count() as u32).map(ItemId).find(|&item| !covered(item));
    let fits: Vec<OptionId> = problem
        .options()
        .filter(|(_, cells)| cells.iter().any(|cell| Some(cell.item) == open))
        .filter(|(_, cells)| cells.iter().all(|cell| !covered(cell.item)))
        .map(|(option, _)| option)
        .collect();
    if !fits.is_empty() && part.cut_off.is_some_and(|cut_off| level >= cut_off) {
        observer.cut(path);
        return ControlFlow::Continue(());
    }
    if level >= part.prefix.len() {
        meter.enter(level, observer, path)?;
        if open.is_none() {
            observer.solution(&chosen)?;
        }
    }
    let Some(item) = open else { return ControlFlow::Continue(()) };
    let wanted = part.prefix.get(level);
    for (rank, &option) in (0..).zip(&fits) {
        if wanted.is_none_or(|&wanted| wanted == rank) {
            path.push(Choice { item, option: Some(option), rank, degree: fits.len() as u32 });
            node(problem, part, meter, observer, path)?;
            path.pop();
        }
    }
    ControlFlow::Continue(())
}
