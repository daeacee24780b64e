//! The guide: pages of Markdown that come with the program, shown in the window under Help and
//! printed by `polywright help TOPIC`.

/// A page of the guide.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    /// The name of its file without the ending, by which it is asked for: `making`.
    pub topic: &'static str,
    /// The page in Markdown; its first line is its title.
    pub text: &'static str,
}

/// A part of a page: a heading and the text up to the next heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading, without the signs before it.
    pub heading: &'static str,
    /// The section in Markdown, with the heading.
    pub text: &'static str,
}

/// A section that a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The index of the page.
    pub page: usize,
    /// The index of the section on the page.
    pub section: usize,
    /// The heading of the section.
    pub heading: &'static str,
    /// The first line that has one of the words; empty if only the heading has them.
    pub line: &'static str,
}

impl Hit {
    /// The title of the page, and the line without the marks of Markdown.
    pub fn words(&self) -> String {
        let title = PAGES[self.page].title();
        let marks = |c: char| " |-#>".contains(c);
        let mut line = self.line.trim_matches(marks).replace(['`', '*'], "").replace(" | ", ": ");
        // Of a link its words.
        while let Some(at) = line.find("](") {
            let end = line[at..].find(')').map_or(line.len(), |n| at + n + 1);
            line.replace_range(at..end, "");
            line = line.replacen('[', "", 1);
        }
        if line.is_empty() { title.to_owned() } else { format!("{title}: {line}") }
    }
}

macro_rules! pages {
    ($($topic:literal),*) => {
        &[$(Page {
            topic: $topic,
            text: include_str!(concat!("../../assets/guide/", $topic, ".md")),
        }),*]
    };
}

/// All pages, in the order of reading.
pub static PAGES: &[Page] = pages![
    "index",
    "install",
    "window",
    "command-line",
    "puzzle-files",
    "making",
    "parts",
    "questions"
];

impl Page {
    /// Returns the page of a topic.
    pub fn of_topic(topic: &str) -> Option<&'static Page> {
        PAGES.iter().find(|page| page.topic == topic)
    }

    /// The title.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// The sections in order; the first has the title as its heading.
    pub fn sections(&self) -> Vec<Section> {
        let mut starts: Vec<usize> = Vec::new();
        let (mut at, mut is_code) = (0, false);
        for line in self.text.split_inclusive('\n') {
            is_code ^= line.starts_with("```");
            if !is_code && line.starts_with('#') {
                starts.push(at);
            }
            at += line.len();
        }
        let ends = starts.iter().skip(1).copied().chain([self.text.len()]);
        let section = |(&start, end): (&usize, usize)| {
            let text = &self.text[start..end];
            let first = text.lines().next().unwrap_or_default();
            Section { heading: first.trim_start_matches('#').trim(), text }
        };
        starts.iter().zip(ends).map(section).collect()
    }

    /// Returns the index of the section that an anchor of a link names: `filter-expressions`.
    pub fn section_of_anchor(&self, anchor: &str) -> Option<usize> {
        self.sections().iter().position(|section| slug(section.heading) == anchor)
    }
}

/// The anchor of a heading: lower case, words joined by hyphens, other signs left out.
fn slug(heading: &str) -> String {
    let kept = |c: char| match c {
        ' ' | '-' => Some('-'),
        c if c.is_alphanumeric() || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.chars().filter_map(kept).collect()
}

/// Finds the sections that have all words of a query, in any order and case: those that have them in
/// the heading first, then those that have them most often. Nothing for a query without words.
pub fn search(query: &str) -> Vec<Hit> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for (page, sections) in PAGES.iter().map(Page::sections).enumerate() {
        for (section, part) in sections.iter().enumerate() {
            let text = part.text.to_lowercase();
            if !words.iter().all(|word| text.contains(word)) {
                continue;
            }
            let heading = part.heading.to_lowercase();
            let has_word = |line: &&str| {
                let line = line.to_lowercase();
                words.iter().any(|word| line.contains(word)) && !line.starts_with("```")
            };
            let line = part.text.lines().skip(1).find(has_word).unwrap_or_default();
            let is_titled = words.iter().all(|word| heading.contains(word));
            let often: usize = words.iter().map(|word| text.matches(word.as_str()).count()).sum();
            let rank = (!is_titled, std::cmp::Reverse(often));
            hits.push((rank, Hit { page, section, heading: part.heading, line }));
        }
    }
    hits.sort_by_key(|(rank, hit)| (*rank, hit.page, hit.section));
    hits.into_iter().map(|(_, hit)| hit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_title_and_its_sections_are_the_page() {
        for page in PAGES {
            assert!(page.text.starts_with("# "), "{}", page.topic);
            let whole: String = page.sections().iter().map(|section| section.text).collect();
            assert_eq!(whole, page.text);
            assert_eq!(Page::of_topic(page.topic), Some(page));
        }
    }

    #[test]
    fn every_link_leads_to_a_page_and_a_section_of_it() {
        for page in PAGES {
            for (at, _) in page.text.match_indices("](") {
                let target = page.text[at + 2..].split(')').next().unwrap_or_default();
                if target.starts_with("http") || target.starts_with("pictures/") {
                    continue;
                }
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let topic = file.strip_suffix(".md").unwrap_or(page.topic);
                let linked = Page::of_topic(topic).unwrap_or_else(|| panic!("{target}"));
                let leads = anchor.is_empty() || linked.section_of_anchor(anchor).is_some();
                assert!(leads, "{}: {target}", page.topic);
            }
        }
    }

    #[test]
    fn a_search_finds_headings_first_and_takes_words_in_any_order_and_case() {
        let hits = search("KERF");
        assert!(!hits.is_empty());
        assert!(hits.iter().all(|hit| PAGES[hit.page].text.to_lowercase().contains("kerf")));
        assert_eq!(search("expressions filter")[0].heading, "Filter expressions");
        for hit in ["certificate", "kerf", "sweep", "level"].into_iter().flat_map(search) {
            let words = hit.words();
            assert!(!words.contains(['`', '*', '|']) && !words.contains("]("), "{words}");
        }
        let line = "- see [`check`](command-line.md#check) and **more** |";
        assert_eq!(
            Hit { line, ..hits[0] }.words().split_once(": ").unwrap().1,
            "see check and more"
        );
        assert_eq!(search("  "), []);
        assert_eq!(search("no page has this word: xyzzyx"), []);
    }
}
