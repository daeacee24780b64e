//! Tables as text, Markdown, HTML and comma-separated values (CSV).

use super::{Axis, Caption, Table};
use crate::solution::measures::MeasureKind;
use crate::text;

/// A form in which a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableFormat {
    /// Columns aligned by spaces.
    #[default]
    Text,
    /// A table of GitHub Flavored Markdown.
    Markdown,
    /// A `table` element with a caption.
    Html,
    /// Comma-separated values with ids and plain numbers, without a caption.
    Csv,
}

/// A row of [`TableFormat::ALL`].
struct Form {
    id: &'static str,
    name: &'static str,
    ending: &'static str,
}

impl TableFormat {
    /// All forms.
    pub const ALL: [TableFormat; 4] =
        [TableFormat::Text, TableFormat::Markdown, TableFormat::Html, TableFormat::Csv];

    fn form(self) -> Form {
        let (id, name, ending) = match self {
            TableFormat::Text => ("text", "Text", "txt"),
            TableFormat::Markdown => ("markdown", "Markdown", "md"),
            TableFormat::Html => ("html", "HTML", "html"),
            TableFormat::Csv => ("csv", "CSV", "csv"),
        };
        Form { id, name, ending }
    }

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        self.form().id
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        self.form().name
    }

    /// The form with this name on the command line.
    pub fn by_id(id: &str) -> Option<TableFormat> {
        TableFormat::ALL.into_iter().find(|format| format.id() == id)
    }

    /// The form of files with this ending.
    pub fn by_ending(ending: &str) -> Option<TableFormat> {
        TableFormat::ALL.into_iter().find(|own| own.form().ending.eq_ignore_ascii_case(ending))
    }
}

/// The cells of a table as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The headings of the columns.
    pub head: Vec<String>,
    /// The rows, each with its heading first.
    pub body: Vec<Vec<String>>,
    /// The sums.
    pub foot: Vec<String>,
    /// True if the headings of rows are numbers.
    pub is_numbered: bool,
}

impl Lines {
    fn all(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.head).chain(&self.body).chain(std::iter::once(&self.foot))
    }

    /// The cell of each column that has most characters.
    pub fn longest(&self) -> Vec<&String> {
        let mut longest: Vec<&String> = self.head.iter().collect();
        for line in self.all() {
            for (longest, cell) in longest.iter_mut().zip(line) {
                if cell.chars().count() > longest.chars().count() {
                    *longest = cell;
                }
            }
        }
        longest
    }
}

impl Table {
    /// The cells in words.
    pub fn lines(&self) -> Lines {
        let name = |axis: &Axis| axis.measure.row().name.to_owned();
        let mut lines = self.cells(text::grouped, |axis| &axis.words);
        lines.head = match &self.columns {
            None => vec![name(&self.rows), "Solutions".to_owned(), "Share".to_owned()],
            Some(columns) => {
                let corner = format!("{} / {}", name(&self.rows), name(columns));
                let values = columns.words.iter().cloned();
                std::iter::once(corner).chain(values).chain(["Total".to_owned()]).collect()
            }
        };
        lines.foot.insert(0, "Total".to_owned());
        if self.columns.is_none() {
            let shares = lines.body.iter_mut().chain([&mut lines.foot]);
            shares.for_each(|line| match line.last_mut() {
                Some(share) if !share.is_empty() => *share += "\u{a0}%",
                _ => {}
            });
        }
        lines
    }

    /// The cells as ids and plain numbers.
    fn plain_lines(&self) -> Lines {
        let mut lines = self.cells(|n| n.to_string(), |axis| &axis.ids);
        let rows = self.rows.measure.row().id;
        lines.head = match &self.columns {
            None => [rows, "solutions", "percent"].map(str::to_owned).to_vec(),
            Some(columns) => {
                let id = columns.measure.row().id;
                let values = columns.ids.iter().map(|value| format!("{id} {value}"));
                let first = std::iter::once(rows.to_owned());
                first.chain(values).chain(["total".to_owned()]).collect()
            }
        };
        lines.foot.insert(0, "total".to_owned());
        lines
    }

    /// Rows with their headings, and sums without: numbers and, where there is one measure, shares.
    fn cells(
        &self,
        number: impl Fn(u64) -> String,
        headings: impl Fn(&Axis) -> &Vec<String>,
    ) -> Lines {
        let total = self.total();
        let end = |sum: u64| match &self.columns {
            Some(_) => number(sum),
            None => share(sum, total),
        };
        let row = |(row, heading): (usize, &String)| -> Vec<String> {
            let numbers = self.row(row).iter().map(|&n| number(n));
            let heading = std::iter::once(heading.clone());
            heading.chain(numbers).chain([end(self.row_sum(row))]).collect()
        };
        let sums = (0..self.width).map(|column| number(self.column_sum(column)));
        Lines {
            head: Vec::new(),
            body: headings(&self.rows).iter().enumerate().map(row).collect(),
            foot: sums.chain([end(total)]).collect(),
            is_numbered: self.rows.measure.row().kind == MeasureKind::Number,
        }
    }

    /// The table in a form, with its caption and the version that counted, except in CSV.
    pub fn write(&self, format: TableFormat, caption: &Caption) -> String {
        let source = format!("Counted with {}", text::PROGRAM);
        let [title, counted] = caption.lines(self);
        match format {
            TableFormat::Text => {
                format!("{title}\n{counted}\n\n{}\n{source}\n", aligned(&self.lines()))
            }
            TableFormat::Markdown => {
                let [title, counted, source] = [title, counted, source].map(|own| markdown(&own));
                let table = markdown_table(&self.lines());
                format!("**{title}**\n\n{counted}\n\n{table}\n{source}\n")
            }
            TableFormat::Html => html_table(&self.lines(), &[title, counted, source]),
            TableFormat::Csv => {
                let row = |line: &Vec<String>| {
                    let fields: Vec<String> = line.iter().map(|own| text::csv_field(own)).collect();
                    fields.join(",") + "\n"
                };
                self.plain_lines().all().map(row).collect()
            }
        }
    }
}

/// A share in per cent with one digit after the point, rounded; empty of nothing.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return String::new();
    }
    let (part, whole) = (u128::from(part), u128::from(whole));
    let tenths = (2000 * part + whole) / (2 * whole);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Lines with columns aligned by spaces; the sums are below a line.
fn aligned(lines: &Lines) -> String {
    let widths: Vec<usize> = lines.longest().iter().map(|cell| cell.chars().count()).collect();
    let row = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).enumerate().map(|(n, (cell, &width))| {
            match n == 0 && !lines.is_numbered {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            }
        });
        let row = cells.collect::<Vec<_>>().join("  ");
        format!("{}\n", row.trim_end())
    };
    let rule = "-".repeat(widths.iter().sum::<usize>() + 2 * (widths.len() - 1));
    let body: String = lines.body.iter().map(row).collect();
    format!("{}{rule}\n{body}{rule}\n{}", row(&lines.head), row(&lines.foot))
}

/// A text as it stands in Markdown.
fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|&~".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn markdown_table(lines: &Lines) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let plain = |line: &Vec<String>| row(line.iter().map(|cell| markdown(cell)).collect());
    let bold = |cell: &String| match cell.is_empty() {
        true => String::new(),
        false => format!("**{}**", markdown(cell)),
    };
    let first = if lines.is_numbered { "---:" } else { "---" };
    let rule = std::iter::once(first).chain(lines.head.iter().skip(1).map(|_| "---:"));
    let rule = row(rule.map(str::to_owned).collect());
    let body: String = lines.body.iter().map(plain).collect();
    let foot = row(lines.foot.iter().map(bold).collect());
    format!("{}{rule}{body}{foot}", plain(&lines.head))
}

fn html_table(lines: &Lines, caption: &[String]) -> String {
    let row = |line: &Vec<String>| {
        let mut row = String::from("<tr>");
        for (n, cell) in line.iter().enumerate() {
            let cell = text::xml_text(cell);
            row += &match n {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        row + "</tr>\n"
    };
    let heading = |cell: &String| format!("<th scope=\"col\">{}</th>", text::xml_text(cell));
    let head: String = lines.head.iter().map(heading).collect();
    let caption: Vec<String> = caption.iter().map(|line| text::xml_text(line)).collect();
    let body: String = lines.body.iter().map(row).collect();
    format!(
        "<table>\n<caption>{}</caption>\n<thead>\n<tr>{head}</tr>\n</thead>\n\
         <tbody>\n{body}</tbody>\n<tfoot>\n{}</tfoot>\n</table>\n",
        caption.join("<br>"),
        row(&lines.foot)
    )
}
