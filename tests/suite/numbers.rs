//! The number of a solution is its name: it stays in every file, whatever is filtered, sorted or
//! grouped.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use polywright::exact_cover::OptionId;
use polywright::files::{self, CSV, Format, HTML, LINES, Loss, PNG, RON, SQLITE, SVG, TEXT};
use polywright::format::solutions_file::Source;
use polywright::format::{Contents, SolutionSet};
use polywright::make::paper::{PageLayout, Poster};
use polywright::picture::Style;
use polywright::picture::drawing::{Group, Node};
use polywright::puzzle::making::PaperSettings;
use polywright::solution::measures::{MeasureId, ShownMeasures};
use polywright::solution::{Counts, Excerpt, Heading, Store};

use crate::program::{fast_folder, polywright, stderr, stdout};

fn read(path: &Path) -> SolutionSet {
    match files::open(path).unwrap() {
        Contents::Solutions(set) => *set,
        _ => panic!("{} has no solutions", path.display()),
    }
}

/// All solutions of a puzzle, which are also in a file.
fn whole(folder: &Path) -> SolutionSet {
    let out = polywright(folder, &["solve", "pentominoes-5x12", "--out", "all.ron"]);
    assert!(out.status.success(), "{}", stderr(&out));
    read(&folder.join("all.ron"))
}

/// Each solution by its number.
fn by_number(store: &Store) -> BTreeMap<u64, Vec<OptionId>> {
    (0..store.len()).map(|index| (store.number(index), store.get(index))).collect()
}

/// Every 37th solution, the last first, in two groups.
fn grouped(set: &SolutionSet) -> Store {
    let mut store = set.store.empty_excerpt(true, "every 37th");
    for index in (0..set.store.len()).rev().filter(|index| index % 37 == 36) {
        store.extend_from(&set.store, index..index + 1);
    }
    let (half, len) = (store.len() / 2, store.len());
    let heading = |first, len, words: &str| Heading { first, len, words: words.to_owned() };
    store.set_headings(vec![heading(0, half, "=Upper"), heading(half, len - half, "Lower, rest")]);
    store
}

fn source<'a>(set: &'a SolutionSet, store: &'a Store) -> Source<'a> {
    let counts = Counts::of_store(store, &set.group).into();
    Source { store, counts, complete: false, ..set.source() }
}

fn written(format: &Format, source: Source<'_>) -> String {
    let mut bytes = Vec::new();
    match format.holds_any_number() {
        true => {
            let go_on = &mut |_, _| ControlFlow::Continue(());
            format.stream_list(source, &mut bytes, go_on).unwrap();
        }
        false => {
            let style = Style { caption: true, ..Style::default() };
            bytes = format.write_solutions(source, style, Loss::Refused).unwrap();
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The texts of a drawing.
fn texts(nodes: &[Node], found: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Text(text) => found.push(text.text.clone()),
            Node::Group(Group { nodes, .. }) => texts(nodes, found),
            Node::Path(_) => {}
        }
    }
}

#[test]
fn what_is_read_again_has_the_numbers_of_the_whole_list_whatever_was_left_out() {
    let folder = fast_folder();
    let f = folder.path();
    let set = whole(f);
    let all = by_number(&set.store);
    assert_eq!(all.len(), 1010);
    let store = grouped(&set);
    let numbers: Vec<u64> = (1..=27).map(|n| 37 * n).collect();
    for format in [&RON, &LINES, &SQLITE, &HTML] {
        let path = f.join(format!("part.{}", format.id));
        match format.holds_any_number() {
            true => {
                let go_on = &mut |_, _| ControlFlow::Continue(());
                format.write_list(source(&set, &store), &path, go_on).unwrap();
            }
            false => std::fs::write(&path, written(format, source(&set, &store))).unwrap(),
        }
        let back = read(&path).store;
        let part = by_number(&back);
        assert!(part.keys().copied().eq(numbers.iter().copied()), "{format:?}");
        assert!(part.iter().all(|(number, solution)| all[number] == *solution), "{format:?}");
        let Excerpt { of, filter, .. } = back.excerpt().expect("it is part of a list");
        assert_eq!((*of, filter.as_str()), (Some(1010), "every 37th"), "{format:?}");
        // What was filtered once and is filtered again.
        let again = f.join(format!("again.{}", if format == &HTML { "ron" } else { format.id }));
        let [from, to] = [&path, &again].map(|path| path.display().to_string());
        let out = polywright(f, &["filter", &from, "--where", "no-crossroads", "--out", &to]);
        assert!(out.status.success(), "{format:?}: {}", stderr(&out));
        let again = read(&again).store;
        assert!(!again.is_empty() && again.len() < 27, "{format:?}");
        assert!(by_number(&again).iter().all(|(n, own)| n % 37 == 0 && all[n] == *own));
        let excerpt = again.excerpt().unwrap();
        assert_eq!(excerpt.filter, "every 37th; no crossroads");
        assert!(excerpt.caption().contains("of 1010"), "{}", excerpt.caption());
        // One solution is asked for by its number.
        let number = *by_number(&again).keys().next().unwrap();
        let asked = number.to_string();
        let one = polywright(f, &["export", &to, "--solution", &asked, "--to", "txt"]);
        let same = polywright(f, &["export", "all.ron", "--solution", &asked, "--to", "txt"]);
        assert_eq!(stdout(&one), stdout(&same), "{format:?}");
        let none = polywright(f, &["export", &to, "--solution", "1", "--to", "txt"]);
        assert!(stderr(&none).contains("no solution 1; the file has"), "{}", stderr(&none));
    }
}

#[test]
fn pictures_texts_tables_and_pages_have_the_numbers_the_filter_and_the_groups() {
    let folder = fast_folder();
    let set = whole(folder.path());
    let store = grouped(&set);
    let numbers: Vec<String> = (1..=27u64).rev().map(|n| (37 * n).to_string()).collect();
    let caption = "27 of 1010 solutions: every 37th";

    // Letters: below each number the drawing that the whole list has there.
    let text = written(&TEXT, source(&set, &store));
    assert!(text.starts_with(&format!("{caption}\n\n=Upper: 13 solutions\n\n999\n")));
    let drawings = |text: &str| -> BTreeMap<String, String> {
        let blocks: Vec<&str> = text.split("\n\n").collect();
        let own = blocks.iter().filter_map(|block| block.split_once('\n'));
        own.map(|(number, drawing)| (number.to_owned(), drawing.to_owned())).collect()
    };
    let (part, all) = (drawings(&text), drawings(&written(&TEXT, set.source())));
    assert_eq!((part.len(), all.len()), (27, 1010));
    assert!(part.iter().all(|(number, drawing)| all[number] == *drawing));

    // Tables: each row is that of the whole list, with its group, which is no formula.
    let rows = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let (part, all) = (written(&CSV, source(&set, &store)), rows(&written(&CSV, set.source())));
    assert!(part.starts_with("number,group,symmetric,"), "{part}");
    for (line, number) in part.lines().skip(1).zip(&numbers) {
        let line = line.replace("\"Lower, rest\",", "").replace("'=Upper,", "");
        let own: Vec<&str> = line.split(',').collect();
        assert_eq!(own[0], number);
        assert_eq!(own, all[own[0].parse::<usize>().unwrap()]);
    }

    // Pictures.
    let svg = written(&SVG, source(&set, &store));
    let tree = resvg::usvg::roxmltree::Document::parse(&svg).unwrap();
    let seen = tree.descendants().filter(|node| node.tag_name().name() == "text");
    let seen: Vec<&str> = seen.filter_map(|node| node.text()).collect();
    let shown: Vec<&str> =
        seen.iter().copied().filter(|text| text.parse::<u64>().is_ok()).collect();
    assert_eq!(shown, numbers);
    for words in ["=Upper: 13 solutions", "Lower, rest: 14 solutions"] {
        assert!(seen.contains(&words), "{seen:?}");
    }
    assert!(seen.iter().any(|text| text.ends_with(caption)), "{seen:?}");
    let style = Style::default();
    assert!(PNG.write_solutions(source(&set, &store), style, Loss::Refused).is_ok());

    // Below each number the measures that are chosen; the caption of a whole list has its count.
    let chosen = ["crossroads", "fault-free"].map(|id| MeasureId::by_id(id).unwrap());
    let measures = ShownMeasures::new(chosen).unwrap();
    let style = Style { measures, caption: true, ..Style::default() };
    let svg = SVG.write_solutions(source(&set, &store), style, Loss::Refused).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    let tree = resvg::usvg::roxmltree::Document::parse(&svg).unwrap();
    let seen = tree.descendants().filter(|node| node.tag_name().name() == "text");
    let seen: Vec<&str> = seen.filter_map(|node| node.text()).collect();
    let head = part.lines().next().unwrap();
    let column = |id: &str| head.split(',').position(|own| own == id).unwrap() - 1;
    let [crossroads, fault_free] = ["crossroads", "fault-free"].map(column);
    for number in &numbers {
        let at = seen.iter().position(|text| text == number).unwrap();
        let row = &all[number.parse::<usize>().unwrap()];
        assert_eq!(seen[at + 1], format!("{} crossroads", row[crossroads]));
        let yes = if row[fault_free] == "1" { "yes" } else { "no" };
        assert_eq!(seen[at + 2], format!("Fault-free: {yes}"));
    }
    assert!(written(&SVG, set.source()).contains(". 1010 distinct solutions</text>"));

    // Pages to print.
    let measures = vec!["crossroads".to_owned()];
    let settings = PaperSettings { columns: 3, measures, ..PaperSettings::default() };
    let poster = Poster::new(source(&set, &store), &settings).unwrap();
    let mut seen = Vec::new();
    for page in 0..poster.page_count() {
        texts(&poster.page(page).nodes, &mut seen);
    }
    let shown: Vec<&String> = seen.iter().filter(|text| text.parse::<u64>().is_ok()).collect();
    assert_eq!(shown, numbers.iter().collect::<Vec<_>>());
    assert_eq!(seen.iter().filter(|text| text.ends_with(" crossroads")).count(), numbers.len());
    let has = |words: &str| seen.iter().any(|text| text.contains(words));
    assert!(has("=Upper: 13 solutions") && has("Lower, rest: 14 solutions") && has(caption));
    assert_eq!(poster.info().subject, format!("{caption}."));
    let unknown = PaperSettings { measures: vec!["charm".to_owned()], ..settings };
    let why = Poster::new(source(&set, &store), &unknown).err().unwrap();
    assert_eq!(why.to_string(), "there is no measure charm");

    // A page to share.
    let page = written(&HTML, source(&set, &store));
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let own = &data["solutions"];
    let shown: Vec<String> =
        own["numbers"].as_array().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(shown, numbers);
    assert_eq!(own["caption"], caption);
    assert_eq!(own["headings"][1][0], 13);
}

#[test]
fn a_file_whose_numbers_cannot_be_right_is_refused_and_one_without_reads_as_before() {
    let folder = fast_folder();
    let f = folder.path();
    let set = whole(f);
    let mut store = set.store.empty_excerpt(true, "some");
    for index in [4, 9, 16] {
        store.extend_from(&set.store, index..index + 1);
    }
    let changes = |format: &Format| match format.id {
        "ron" => ["(number: 5,", "(number: 10,", "part_of: 1010,", "number: 5, "],
        _ => ["\n5: ", "\n10: ", "part_of 1010\n", "5: "],
    };
    for format in [&RON, &LINES] {
        let text = written(format, source(&set, &store));
        let [five, ten, of, own] = changes(format);
        let read = |text: String| {
            let path = f.join(format!("changed.{}", format.id));
            std::fs::write(&path, text).unwrap();
            files::open(&path).map_err(|error| error.to_string())
        };
        let error = |from: &str, to: &str| read(text.replace(from, to)).err().unwrap();
        assert!(error(ten, five).contains("two solutions have the number 5"));
        assert!(error(five, &five.replace('5', "11")).contains("the numbers 11 and 10"));
        assert!(error(five, &five.replace('5', "0")).contains("numbers begin at 1"));
        assert!(error(of, &of.replace("1010", "16")).contains("17 cannot be part of 16"));
        // Without any numbers they are those of the file alone.
        let mut plain = text.replace(of, "");
        for number in [5, 10, 17] {
            plain = plain.replace(&own.replace('5', &number.to_string()), "");
        }
        plain = plain.replace("filter: \"some\",", "").replace("filter some\n", "");
        let Contents::Solutions(set) = read(plain).unwrap() else { panic!("solutions") };
        let numbers: Vec<u64> = by_number(&set.store).into_keys().collect();
        assert_eq!((numbers, set.store.excerpt()), (vec![1, 2, 3], None), "{format:?}");
    }
}
