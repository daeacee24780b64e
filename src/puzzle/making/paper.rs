//! The settings for a puzzle on paper: posters, pieces to cut out, booklets.

use serde::{Deserialize, Serialize};

use super::{Length, settings};

/// The size of a sheet of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaperSize {
    /// 297 × 420 mm.
    A3,
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
    /// Another one.
    Own {
        /// Its width.
        width: Length,
        /// Its height.
        height: Length,
    },
}

impl PaperSize {
    /// Width and height as it is held upright.
    pub fn upright(self) -> [Length; 2] {
        match self {
            PaperSize::A3 => [Length::mm(297), Length::mm(420)],
            PaperSize::A4 => [Length::mm(210), Length::mm(297)],
            PaperSize::Letter => [Length::um(215_900), Length::um(279_400)],
            PaperSize::Own { width, height } => [width, height],
        }
    }
}

/// The look of pieces, for every printer and every reader.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum,
)]
pub enum Look {
    /// In their colours.
    #[default]
    Colour,
    /// In greys that differ where pieces touch.
    Greyscale,
    /// White, with black lines around them.
    Outlines,
    /// White with a pattern of lines for each piece.
    Patterns,
}

settings! {
    /// The print settings for posters of solutions and sheets of pieces.
    pub struct PaperSettings {
        /// The size of the paper.
        pub size: PaperSize = PaperSize::A4,
        /// True if it lies on its long side.
        pub landscape: bool = false,
        /// The part of the paper along each side that stays empty.
        pub margin: Length = Length::mm(14),
        /// The look of the pieces.
        pub look: Look = Look::Colour,
        /// Names on the pieces where there is room.
        pub names: bool = true,
        /// The grid inside the pieces.
        pub grid: bool = true,
        /// Solutions in a row of a poster; 0 for as many as bring all to one page, if they can
        /// still be seen.
        pub columns: u16 = 0,
        /// The number of each solution on a poster.
        pub numbers: bool = true,
        /// The measures below each solution of a poster, by their ids.
        pub measures: Vec<String> = Vec::new(),
        /// The title of the puzzle on each page.
        pub title: bool = true,
        /// Where the puzzle is from, on the first page.
        pub source: bool = true,
        /// The counts of solutions and how they were found.
        pub counts: bool = true,
        /// The side of a site of the pieces to cut out.
        pub unit: Length = Length::mm(20),
        /// The least room between pieces to cut out.
        pub gap: Length = Length::mm(4),
    }
}

/// The challenges that go into a booklet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// All that have a solution.
    All,
    /// Those with exactly one solution.
    #[default]
    One,
    /// Those with so many distinct solutions.
    Between(u64, u64),
}

impl Choice {
    /// Returns whether a challenge with this many distinct solutions is taken.
    pub fn takes(self, distinct: u64) -> bool {
        match self {
            Choice::All => distinct > 0,
            Choice::One => distinct == 1,
            Choice::Between(least, most) => distinct > 0 && (least..=most).contains(&distinct),
        }
    }
}

/// The placements of the solution that a challenge gives away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Given {
    /// Those that are needed for the rest to have exactly one solution, mirror images counted.
    #[default]
    Fewest,
    /// So many at most, chosen so that the rest has as few solutions as can be.
    AtMost(u8),
}

settings! {
    /// The print settings for a booklet of challenges.
    pub struct BookletSettings {
        /// The size of the paper.
        pub size: PaperSize = PaperSize::A4,
        /// The part of the paper along each side that stays empty.
        pub margin: Length = Length::mm(14),
        /// The greatest number of challenges; 0 for all that there are.
        pub challenges: u32 = 24,
        /// The variants that are taken, by their number of distinct solutions.
        pub choice: Choice = Choice::One,
        /// True if the challenges go from easy to hard: those with most given first.
        pub easy_first: bool = false,
        /// Challenges on a page.
        pub on_page: u8 = 6,
        /// Solutions on a page.
        pub solutions_on_page: u8 = 12,
        /// The pieces to use as pictures beside each board.
        pub pictures: bool = true,
        /// The pieces to use by their names above each board.
        pub piece_names: bool = true,
        /// The number of solutions of each challenge.
        pub counts: bool = true,
        /// The placements that are given.
        pub given: Given = Given::Fewest,
        /// The look of the pieces.
        pub look: Look = Look::Colour,
        /// Names on the pieces.
        pub names: bool = true,
        /// A title page.
        pub title_page: bool = true,
        /// The text on the title page below the title.
        pub text: String = String::new(),
        /// The solutions at the end.
        pub solutions: bool = true,
        /// The moves by which each of them is taken apart, after them.
        pub moves: bool = false,
    }
}
