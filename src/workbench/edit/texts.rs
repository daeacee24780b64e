//! Texts on sites, groups of sites, and the variants that are made of them.

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use crate::lattice::Point;
use crate::puzzle::variants::{ChoiceForm, SiteName, VariantsForm};
use crate::puzzle::{Description, GroupForm, Puzzle, SiteTexts};

/// Gives sites texts, or none. A text that only one site had is followed by groups and exceptions.
pub(super) fn set(
    next: &mut Description,
    puzzle: &Puzzle,
    texts: &[(Point, Option<String>)],
) -> Result<(), Refusal> {
    if matches!(next.site_texts, SiteTexts::Unplaced(_)) {
        return Err(Refusal::new("Fix the texts in the file first; they do not fit the board."));
    }
    let before = &puzzle.site_texts;
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for (site, text) in texts {
        if puzzle.board.position(*site).is_none() {
            return Err(Refusal::new("Only sites of the board have texts."));
        }
        if let (Some(old), Some(new)) = (before.get(site), text)
            && before.values().filter(|own| *own == old).count() == 1
        {
            renamed.insert(old.clone(), new.clone());
        }
        next.site_texts.set(*site, text.clone());
    }
    let follow = |text: &mut String| {
        if let Some(new) = renamed.get(text) {
            text.clone_from(new);
        }
    };
    for group in next.site_groups.values_mut() {
        if let &mut GroupForm::Numbers(from, to) = group
            && renamed.keys().any(|text| text.parse().is_ok_and(|n| (from..=to).contains(&n)))
        {
            *group = GroupForm::Texts((from..=to).map(|n| n.to_string()).collect());
        }
        if let GroupForm::Texts(texts) = group {
            texts.iter_mut().for_each(follow);
        }
    }
    if let Some(variants) = &mut next.variants {
        let sets = variants.of.iter_mut().filter_map(|choice| match choice {
            ChoiceForm::OpenSets(sets) => Some(sets),
            _ => None,
        });
        let names = sets.flatten().chain(&mut variants.except).flatten();
        for name in names {
            if let SiteName::Text(text) = name {
                follow(text);
            }
        }
    }
    Ok(())
}

/// Makes sites a group, or removes it.
pub(super) fn set_group(
    next: &mut Description,
    puzzle: &Puzzle,
    name: &str,
    sites: Option<&[Point]>,
) -> Result<(), Refusal> {
    let name = name.trim();
    let Some(sites) = sites else {
        next.site_groups.remove(name);
        leave_open(next, name, 0);
        return Ok(());
    };
    check_name(name)?;
    if sites.is_empty() {
        return Err(Refusal::new("Choose the sites of the group on the board first."));
    }
    next.site_groups.insert(name.to_owned(), form_of(puzzle, sites));
    if let Some(variants) = &mut next.variants {
        // The numbers were those of other variants.
        variants.expect = Default::default();
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), Refusal> {
    match name.is_empty() || name.contains(['{', '}']) {
        true => Err(Refusal::new("Type a name for the group, without braces.")),
        false => Ok(()),
    }
}

/// The words for some sites: by their texts where these are theirs alone, or else by their places.
fn form_of(puzzle: &Puzzle, sites: &[Point]) -> GroupForm {
    let chosen: BTreeSet<Point> = sites.iter().copied().collect();
    if chosen.len() == puzzle.board.sites().len() {
        return GroupForm::All;
    }
    let own = |site: &Point| {
        let text = puzzle.site_texts.get(site)?;
        let others = puzzle.site_texts.iter().filter(|(_, other)| *other == text);
        (others.count() == 1).then(|| text.clone())
    };
    let texts: Option<Vec<String>> = sites.iter().map(own).collect();
    let Some(texts) = texts else {
        let address = |site: &Point| (puzzle.lattice.address.of_site)(*site);
        return GroupForm::Sites(sites.iter().map(address).collect());
    };
    let numbers: Option<Vec<u32>> = texts.iter().map(|text| text.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if numbers.iter().flatten().copied().eq(*first..=*last) => {
            GroupForm::Numbers(*first, *last)
        }
        _ => GroupForm::Texts(texts),
    }
}

/// Gives a group another name, which the variants follow.
pub(super) fn rename_group(next: &mut Description, old: &str, new: &str) -> Result<(), Refusal> {
    let new = new.trim();
    check_name(new)?;
    if new == old {
        return Ok(());
    }
    if next.site_groups.contains_key(new) {
        return Err(Refusal::new(format!("There is a group {new} already.")));
    }
    let Some(form) = next.site_groups.remove(old) else { return Ok(()) };
    next.site_groups.insert(new.to_owned(), form);
    if let Some(variants) = &mut next.variants {
        for choice in &mut variants.of {
            if let ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) = choice
                && group == old
            {
                new.clone_into(group);
            }
        }
        variants.name = variants.name.replace(&format!("{{{old}}}"), &format!("{{{new}}}"));
    }
    Ok(())
}

/// Leaves so many sites of a group open in turn; none for 0.
pub(super) fn leave_open(next: &mut Description, group: &str, count: u32) {
    let mut variants = next.variants.take().unwrap_or_default();
    let place = variants.of.iter().position(|choice| choice.group() == Some(group));
    match (place, count) {
        (Some(n), 0) => variants.remove(n),
        (None, 0) => {}
        (_, 1) => variants.add(ChoiceForm::OpenOne(group.to_owned())),
        (_, count) => variants.add(ChoiceForm::OpenSome(count, group.to_owned())),
    }
    next.variants = (!variants.of.is_empty()).then_some(variants);
}

/// The variants become these; what was known of them goes where they change.
pub(super) fn set_variants(next: &mut Description, variants: &VariantsForm) {
    let mut variants = variants.clone();
    let is_same = |old: &VariantsForm| old.of == variants.of && old.except == variants.except;
    if !next.variants.as_ref().is_some_and(is_same) {
        variants.expect = Default::default();
    }
    next.variants = (!variants.of.is_empty()).then_some(variants);
}

/// A series of texts that begins with one: numbers, letters, or either at the end of a word; months and
/// days of the week by their first letters. A word of so many letters is spelled, and any other text is
/// repeated.
pub fn series(first: &str, count: usize) -> Vec<String> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    for words in [&MONTHS[..], &DAYS[..]] {
        if let Some(from) = words.iter().position(|word| *word == first) {
            return (from..from + count).map(|n| words[n % words.len()].to_owned()).collect();
        }
    }
    let digits = first.len() - first.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = first.split_at(first.len() - digits);
    if let Ok(from) = number.parse::<u64>() {
        return (from..).take(count).map(|n| format!("{stem}{n}")).collect();
    }
    if first.chars().count() == count && first.chars().all(char::is_alphabetic) {
        return first.chars().map(String::from).collect();
    }
    let is_lower = first.chars().all(|c| c.is_ascii_lowercase());
    let is_upper = first.chars().all(|c| c.is_ascii_uppercase());
    if first.is_empty() || !is_lower && !is_upper {
        return vec![first.to_owned(); count];
    }
    let base = if is_lower { b'a' } else { b'A' };
    let value = |text: &str| text.bytes().fold(0u64, |n, c| n * 26 + u64::from(c - base) + 1);
    let word = |mut n: u64| {
        let mut letters = Vec::new();
        while n > 0 {
            letters.push(base + ((n - 1) % 26) as u8);
            n = (n - 1) / 26;
        }
        letters.iter().rev().map(|&c| char::from(c)).collect::<String>()
    };
    // Texts of more letters than this are words, not numbers of a series.
    match first.len() <= 3 {
        true => (value(first)..).take(count).map(word).collect(),
        false => vec![first.to_owned(); count],
    }
}
