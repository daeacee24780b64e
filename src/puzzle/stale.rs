//! After an edit: what lies on the board, is said of its sites and of pieces may not suit it any
//! more.

use std::collections::BTreeSet;

use super::{Description, Diagnostic, Place};

impl Description {
    /// Takes away what lies on the board and what is said of its sites and of pieces, as far as it does not suit
    /// board and pieces any more: laid pieces that are gone or lie where they cannot, rules, texts,
    /// members of groups and variants of sites that are gone, and in rules the names of pieces that are gone. Returns what was wrong;
    /// nothing is taken away where board or pieces themselves are wrong.
    ///
    /// Cost: as [`Description::draft`], and as much again where something is taken away.
    pub fn prune_stale(&mut self) -> Vec<Diagnostic> {
        if self.names_sites() {
            self.prune_site_names();
            let is_of_variants = |p: &Diagnostic| p.place == Place::Variants;
            if self.draft().is_err_and(|problems| problems.iter().any(is_of_variants)) {
                self.variants = None;
            }
        }
        let mut all = Vec::new();
        // A rule without a piece that is gone may rule out a laid one, which shows the next time.
        while let Err(problems) = self.draft() {
            let settles = |p: &Diagnostic| {
                let (lists, rules) = (
                    matches!(p.place, Place::Placed(_) | Place::SiteRule(_)),
                    matches!(p.place, Place::Rules | Place::Apart(_)),
                );
                lists || rules
            };
            if !problems.iter().all(settles) {
                break;
            }
            let wrong: BTreeSet<Place> = problems.iter().map(|problem| problem.place).collect();
            let names = self.piece_names();
            let before = self.rules.clone();
            self.rules.retain_names(&names);
            let unruly = wrong.iter().any(|p| matches!(p, Place::Rules | Place::Apart(_)));
            if unruly && before == self.rules {
                // What is wrong with rules of known names is for their writer to say.
                break;
            }
            let mut rules = 0..;
            self.site_rules.retain_mut(|rule| {
                let number = rules.next().unwrap_or_default();
                if !wrong.contains(&Place::SiteRule(number)) {
                    return true;
                }
                let before = rule.takes.names().len();
                rule.takes.names_mut().retain(|name| names.contains(name));
                // If all its names are known, the mistake of a rule is its site.
                (1..before).contains(&rule.takes.names().len())
            });
            let mut laid = 0..;
            self.placed.retain(|_| {
                let number = laid.next().unwrap_or_default();
                !wrong.contains(&Place::Placed(number))
            });
            all.extend(problems);
        }
        all
    }

    /// The names of all pieces in the list, those that are off among them.
    fn piece_names(&self) -> BTreeSet<String> {
        let mut bare = Description { placed: Vec::new(), site_rules: Vec::new(), ..self.clone() };
        bare.rules = bare.rules.without_names();
        let pieces = bare.draft().map(|puzzle| [puzzle.pieces, puzzle.off].concat());
        pieces.unwrap_or_default().into_iter().map(|piece| piece.name).collect()
    }
}
