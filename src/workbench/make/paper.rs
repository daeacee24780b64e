//! The pages of a puzzle on paper: posters, pieces to cut out and booklets, laid out on a thread of
//! their own.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::encode::{Encoding, SymmetryGroup};
use crate::format::{self, FileError};
use crate::job::variants::VariantList;
use crate::make::paper::{
    Booklet, ChallengeError, Challenges, Cutouts, PageLayout, PaperError, Poster, write_pdf,
};
use crate::picture::Xy;
use crate::picture::drawing::Drawing;
use crate::puzzle::making::{BookletSettings, Choice, Given, PaperSettings};
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::workbench::derived::{Derived, Same};
use crate::workbench::document::Document;
use crate::workbench::export::DistinctSolutions;
use crate::workbench::solutions::listing::Listing;
use crate::workbench::task::{CancelToken, Wake};

/// The subject of a printout.
#[derive(Clone, Debug, PartialEq)]
pub enum Paper {
    /// All solutions that are listed.
    Poster(PaperSettings),
    /// The pieces at true size.
    Pieces(PaperSettings),
    /// Challenges and their solutions.
    Booklet(BookletSettings),
}

/// Pages that are laid out.
pub struct Pages {
    content: Content,
    /// Their number.
    pub count: usize,
    /// Width and height of each, in the unit of its drawing.
    pub size: Xy,
    /// The length of a unit on paper, in millimetres.
    pub unit_mm: f64,
    /// The number of challenges of a booklet, and what they are made of.
    pub challenges: Option<(usize, String)>,
}

/// The content that pages are laid out from, which is as cheap as looking at it.
enum Content {
    Poster(Arc<DistinctSolutions>, PaperSettings),
    Pieces(Arc<Puzzle>, PaperSettings),
    Booklet(Box<Booklet>),
}

impl Content {
    fn with<R>(&self, use_layout: impl FnOnce(&dyn PageLayout) -> R) -> Result<R, PaperError> {
        Ok(match self {
            Content::Poster(solutions, settings) => {
                use_layout(&Poster::new(solutions.source(), settings)?)
            }
            Content::Pieces(puzzle, settings) => use_layout(&Cutouts::new(puzzle, settings)?),
            Content::Booklet(booklet) => use_layout(&**booklet),
        })
    }
}

impl Pages {
    fn new(content: Content) -> Result<Pages, PaperError> {
        let (count, size) = content.with(|layout| (layout.page_count(), layout.page(0).size))?;
        let unit_mm = match &content {
            Content::Poster(solutions, settings) => {
                Poster::new(solutions.source(), settings)?.unit_mm()
            }
            Content::Pieces(_, settings) => settings.unit.in_mm(),
            Content::Booklet(booklet) => booklet.unit_mm(),
        };
        Ok(Pages { content, count, size, unit_mm, challenges: None })
    }

    /// A page, from 0.
    ///
    /// # Errors
    /// Never for pages that are laid out.
    pub fn page(&self, index: usize) -> Result<Drawing, String> {
        self.content.with(|layout| layout.page(index)).map_err(|error| error.to_string())
    }

    /// The page of a booklet with the solutions of a page of challenges.
    pub fn solutions_of(&self, index: usize) -> Option<usize> {
        match &self.content {
            Content::Booklet(booklet) => booklet.solutions_of(index),
            _ => None,
        }
    }

    /// Describes what a page shows; empty where all pages are alike.
    pub fn caption(&self, index: usize) -> String {
        match &self.content {
            Content::Booklet(booklet) => booklet.caption(index),
            _ => String::new(),
        }
    }

    /// Writes all pages as PDF, unless that is cancelled.
    ///
    /// # Errors
    /// When writing fails or was cancelled; the old file is then as it was.
    pub fn write(&self, path: &Path, token: &CancelToken) -> Result<(), FileError> {
        format::write_file_with(path, |out| {
            let progress = &mut |done, all| token.report(done, all);
            let written = self.content.with(|layout| write_pdf(layout, out, progress));
            written.map_err(|error| io::Error::other(error.to_string()))?
        })
    }
}

/// The choice of challenges: the settings of a booklet that take long to apply.
#[derive(Clone, Debug, PartialEq)]
struct Chosen {
    challenges: u32,
    choice: Choice,
    easy_first: bool,
    given: Given,
    moves: bool,
}

impl Chosen {
    fn new(settings: &BookletSettings) -> Chosen {
        let BookletSettings { challenges, choice, easy_first, given, moves, .. } = *settings;
        Chosen { challenges, choice, easy_first, given, moves }
    }
}

/// The source that pages are made from.
#[derive(Clone, PartialEq)]
struct Origin {
    puzzle: Same<Puzzle>,
    /// Solutions found, and whether these are all.
    found: Option<(usize, bool)>,
    /// The list of solutions.
    listing: Option<Same<Listing>>,
}

impl Origin {
    fn new(document: &Document) -> Origin {
        let complete = document.counts().is_some_and(|(_, complete)| complete);
        // What a run still finds is put on paper once it has ended.
        let found = match document.is_running() {
            true => None,
            false => document.with_store(|store| (store.len(), complete)),
        };
        let listing = document.listing().cloned().map(Same);
        Origin { puzzle: Same(Arc::clone(&document.puzzle)), found, listing }
    }
}

/// Pages that are kept up to date with a document and its settings.
#[derive(Default)]
pub struct Printing {
    made: Derived<(Origin, Paper), Made>,
    /// The challenges last chosen, which stay while only their look changes.
    known: Option<(Origin, Chosen, Challenges)>,
}

/// The result of a layout thread.
struct Made {
    pages: Arc<Pages>,
    challenges: Option<Challenges>,
}

impl Printing {
    /// Lays the pages out again if document or settings have changed, and takes what is ready.
    pub fn follow(&mut self, document: &Document, paper: Paper, wake: &Wake) {
        let known = &self.known;
        let is_over = self.made.follow((Origin::new(document), paper), wake, |(origin, paper)| {
            let known = known_challenges(known.as_ref(), origin, paper);
            let needs_solutions = !matches!(paper, Paper::Pieces(_)) && origin.found.is_some();
            let solutions = needs_solutions
                .then(|| DistinctSolutions::new(document))
                .flatten()
                .filter(|s| !s.is_empty());
            let (puzzle, words) =
                (Arc::clone(&document.puzzle), Arc::clone(document.description()));
            let paper = paper.clone();
            move |token: CancelToken| {
                let made = make(&paper, &puzzle, &words, solutions, known, &token);
                made.map_err(|why| text::capitalised(&why) + ".")
            }
        });
        if is_over
            && let Some(((origin, Paper::Booklet(settings)), made)) = self.made.entry()
            && let Some(challenges) = &made.challenges
        {
            self.known = Some((origin.clone(), Chosen::new(settings), challenges.clone()));
        }
    }

    /// The pages; those of earlier settings while others are laid out.
    pub fn pages(&self) -> Option<&Arc<Pages>> {
        self.made.get().map(|made| &made.pages)
    }

    /// Why there are none, as a sentence.
    pub fn error(&self) -> Option<String> {
        self.made.failure().map(str::to_owned)
    }

    /// Returns whether pages are being laid out.
    pub fn is_busy(&self) -> bool {
        self.made.is_waiting()
    }

    /// The fraction of the challenges that is chosen, while that takes a while.
    pub fn fraction(&self) -> Option<f32> {
        self.made.fraction()
    }
}

/// The challenges last chosen, if the same are wanted again.
fn known_challenges(
    known: Option<&(Origin, Chosen, Challenges)>,
    origin: &Origin,
    paper: &Paper,
) -> Option<Challenges> {
    let Paper::Booklet(settings) = paper else { return None };
    let (of, chosen, challenges) = known?;
    (of == origin && *chosen == Chosen::new(settings)).then(|| challenges.clone())
}

/// Lays pages out.
fn make(
    paper: &Paper,
    puzzle: &Arc<Puzzle>,
    words: &Description,
    solutions: Option<DistinctSolutions>,
    known: Option<Challenges>,
    token: &CancelToken,
) -> Result<Made, String> {
    let said = |error: PaperError| error.to_string();
    let plain = |content: Content| {
        Ok(Made { pages: Arc::new(Pages::new(content).map_err(said)?), challenges: None })
    };
    match paper {
        Paper::Pieces(settings) => plain(Content::Pieces(Arc::clone(puzzle), settings.clone())),
        Paper::Poster(settings) => {
            let mut solutions =
                solutions.ok_or("There are no solutions yet: solve the puzzle first")?;
            solutions.settle(false, false);
            plain(Content::Poster(Arc::new(solutions), settings.clone()))
        }
        Paper::Booklet(settings) => {
            let challenges = match known {
                Some(challenges) => challenges,
                None => choose(puzzle, solutions, settings, token).map_err(|e| e.to_string())?,
            };
            let facts = (challenges.list.len(), challenges.account.clone());
            let booklet = Booklet::new(&words.title, &words.source, challenges.clone(), settings);
            let content = Content::Booklet(Box::new(booklet.map_err(said)?));
            let pages = Pages { challenges: Some(facts), ..Pages::new(content).map_err(said)? };
            Ok(Made { pages: Arc::new(pages), challenges: Some(challenges) })
        }
    }
}

/// The challenges of a booklet: of variants, if the puzzle has some, else of its solutions.
fn choose(
    puzzle: &Arc<Puzzle>,
    solutions: Option<DistinctSolutions>,
    settings: &BookletSettings,
    token: &CancelToken,
) -> Result<Challenges, ChallengeError> {
    let progress = &mut |done, all| token.report(done, all);
    if puzzle.variants.is_none() {
        let mut chosen = solutions.ok_or(ChallengeError::NoSolutions)?;
        let whole = chosen.unfiltered();
        chosen.settle(false, false);
        let chosen = Some(chosen.source().store);
        return Challenges::of_solutions(whole.source(), chosen, puzzle, settings, progress);
    }
    let refuse = |why: String| ChallengeError::Variant { name: puzzle.title.clone(), why };
    let encoding = Arc::new(Encoding::new(puzzle).map_err(|e| refuse(e.to_string()))?);
    let group = SymmetryGroup::new(puzzle, &encoding);
    let list = VariantList::new(puzzle, &encoding, &group, false);
    let list = list.map_err(|e| refuse(e.to_string()))?;
    Challenges::of_variants(&list, settings, progress)
}
