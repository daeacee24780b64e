//! The mentions of sites by their names in a description, when board, groups or pieces are edited.

use std::collections::{BTreeMap, BTreeSet};

use super::Description;
use crate::lattice::Point;
use crate::puzzle::site_texts::sites_of;
use crate::puzzle::variants::{ChoiceForm, ExpectVariants, SiteName};
use crate::puzzle::{GroupForm, SiteTexts};

impl Description {
    /// Returns whether it mentions sites by text, group or variant.
    pub fn names_sites(&self) -> bool {
        let named = !self.site_texts.is_empty() || !self.site_groups.is_empty();
        named || self.variants.is_some()
    }

    /// Takes away the texts of sites that are not on the board any more, and what groups and
    /// variants say of them.
    pub(in crate::puzzle) fn prune_site_names(&mut self) {
        let lattice = self.lattice;
        let Some(sites) = sites_of(lattice, &self.board) else { return };
        let here: BTreeSet<Point> = sites.into_iter().collect();
        let SiteTexts::Placed(texts) = &mut self.site_texts else { return };
        texts.retain(|site, _| here.contains(site));
        let known: BTreeSet<&str> = texts.values().map(String::as_str).collect();
        for form in self.site_groups.values_mut() {
            match form {
                GroupForm::Texts(texts) => texts.retain(|text| known.contains(text.as_str())),
                &mut GroupForm::Numbers(from, to) => {
                    let all: Vec<String> = (from..=to).map(|n| n.to_string()).collect();
                    let is_known = |text: &String| known.contains(text.as_str());
                    if !all.iter().all(is_known) {
                        *form = GroupForm::Texts(all.into_iter().filter(is_known).collect());
                    }
                }
                GroupForm::Sites(addresses) => addresses.retain(|address| {
                    lattice.site_at(address).is_some_and(|site| here.contains(&site))
                }),
                GroupForm::All => {}
            }
        }
        self.site_groups.retain(|_, form| match form {
            GroupForm::Texts(texts) => !texts.is_empty(),
            GroupForm::Sites(addresses) => !addresses.is_empty(),
            GroupForm::All => !here.is_empty(),
            GroupForm::Numbers(..) => true,
        });
        if self.variants.is_some() {
            let texts = texts.clone();
            self.prune_variants(&here, &texts);
        }
    }

    /// Moves what the variants say of places.
    pub fn move_variants(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        let Some(variants) = &mut self.variants else { return };
        variants.of.iter_mut().for_each(|choice| choice.move_all(image));
        variants.except.iter_mut().flatten().for_each(|name| name.move_to(image));
    }

    /// Takes the choices of pieces from the variants, and what is known of them; all of them where nothing else is
    /// chosen.
    pub fn forget_piece_choices(&mut self) {
        let Some(variants) = &mut self.variants else { return };
        let before = variants.of.len();
        let is_of_pieces = |choice: &ChoiceForm| {
            matches!(
                choice,
                ChoiceForm::Pieces(..) | ChoiceForm::LeftOut(..) | ChoiceForm::PieceSets(_)
            )
        };
        variants.of.retain(|choice| !is_of_pieces(choice));
        if variants.of.is_empty() {
            self.variants = None;
        } else if variants.of.len() < before {
            variants.expect = ExpectVariants::default();
            variants.name = variants.name.replace("{pieces}", "").trim().to_owned();
        }
    }

    /// Takes from the variants what names groups and sites that are gone: choices, sets and exceptions; all
    /// of them where nothing is left to choose.
    fn prune_variants(&mut self, here: &BTreeSet<Point>, texts: &BTreeMap<Point, String>) {
        let lattice = self.lattice;
        let groups = &self.site_groups;
        let Some(variants) = &mut self.variants else { return };
        let known = |name: &SiteName| match name {
            SiteName::Text(text) => texts.values().any(|known| known == text),
            SiteName::Address(address) => {
                lattice.site_at(address).is_some_and(|site| here.contains(&site))
            }
        };
        variants.except.retain(|names| names.iter().all(known));
        for choice in &mut variants.of {
            if let ChoiceForm::OpenSets(sets) = choice {
                sets.retain(|set| set.iter().all(known));
            }
        }
        variants.of.retain(|choice| match choice {
            ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) => {
                groups.contains_key(group)
            }
            ChoiceForm::OpenSets(sets) => !sets.is_empty(),
            _ => true,
        });
        if variants.of.is_empty() {
            self.variants = None;
        }
    }
}
