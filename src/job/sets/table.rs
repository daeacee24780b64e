//! The results of sets of pieces as comma-separated values.

use std::io::{self, Write};

use super::{SetResult, SetsPlan};
use crate::text;

/// Writes a line for each of some sets, in their order: the names of its pieces and what was found of it. The
/// numbers of solutions are left empty where they were not counted.
///
/// # Errors
/// Those of writing.
pub fn write_sets_csv<'a>(
    plan: &SetsPlan,
    results: impl IntoIterator<Item = &'a SetResult>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "set,pieces,equal,variants,tested,solvable,unique,distinct,total,fewest,hardest,median,most,\
         without,nodes,seconds,apart,level"
    )?;
    for result in results {
        let set = result.set as usize;
        let named = |variant: u32| plan.list().name(variant as usize);
        let number = |of: Option<(u64, u32)>| of.map_or(String::new(), |(n, _)| n.to_string());
        let is_counted = result.fewest.is_some();
        let counted = |n: u64| if is_counted { n.to_string() } else { String::new() };
        let median = if is_counted { result.median().to_string() } else { String::new() };
        let assemblies = result.assemblies;
        let without: Vec<String> = result.without.iter().map(|&n| named(n)).collect();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{median},{},{},{},{:.6},{},{}",
            set + 1,
            text::csv_field(&plan.name(set)),
            plan.sets().number(set),
            result.variants,
            result.tested,
            result.solvable,
            counted(result.unique.into()),
            counted(result.distinct),
            counted(result.total),
            number(result.fewest),
            text::csv_field(&result.fewest.map_or(String::new(), |(_, variant)| named(variant))),
            number(result.most),
            text::csv_field(&without.join("; ")),
            result.nodes,
            result.micros as f64 / 1e6,
            assemblies.map_or(String::new(), |own| own.unique.to_string()),
            assemblies
                .filter(|own| own.unique > 0)
                .map_or(String::new(), |own| own.level.to_string()),
        )?;
    }
    Ok(())
}
