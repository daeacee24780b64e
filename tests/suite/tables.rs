//! Tables of solutions by measures, against counts of the same solutions one by one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use polywright::encode::{Encoded, SymmetryGroup};
use polywright::format::{bundled, measures_table};
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::solution::columns::Columns;
use polywright::solution::measures::{MeasureId, Measurer};
use polywright::solution::table::{Caption, Table, TableFormat, TableTooLarge};
use polywright::solution::{Counts, Store, View, orbit_size};

/// A puzzle with all its solutions, measured.
struct Measured {
    group: Arc<SymmetryGroup>,
    store: Store,
    counts: Counts,
    columns: Columns,
}

impl Measured {
    fn new(path: &str) -> Measured {
        let file = bundled::ALL.iter().find(|b| b.path == path).expect("bundled");
        let plan = Arc::new(Plan::new(file.open().puzzle, PlanOptions::default()).unwrap());
        let Encoded { puzzle, encoding, group } = plan.encoded().cloned().expect("a puzzle");
        let mut run = Run::start(plan, Settings::default());
        run.wait();
        let store = run.with_store(Store::clone);
        let counts = Counts::of_store(&store, &group);
        let mut columns = Columns::new(Arc::new(Measurer::new(&puzzle, &encoding, &group)), 2);
        measures_table::measure(&mut columns, &store, &mut |_, _| ControlFlow::Continue(()))
            .unwrap();
        Measured { group, store, counts, columns }
    }

    fn distinct(&self) -> impl Iterator<Item = (u32, u64)> {
        (0..self.store.len() as u32).map(|n| (n, 1))
    }

    fn table(&self, rows: &str, across: Option<&str>) -> Table {
        let across = across.map(measure);
        Table::new(&self.columns, self.distinct(), measure(rows), across).unwrap()
    }
}

fn measure(id: &str) -> MeasureId {
    MeasureId::by_id(id).expect("it is in the table of measures")
}

/// The words of a table with usual spaces.
fn plain(words: &str) -> String {
    words.replace('\u{a0}', " ")
}

fn caption(title: &str, of: Option<u64>, filter: &str) -> Caption {
    let of = of.map(Into::into);
    Caption { title: title.to_owned(), all: false, of, so_far: false, filter: filter.to_owned() }
}

#[test]
fn every_table_of_scotts_board_is_that_of_counting_one_by_one() {
    let measured = Measured::new("square/scotts-board.ron");
    let Measured { store, columns, .. } = &measured;
    assert_eq!(store.len(), 65);
    let measurer = columns.measurer();
    let mut layout = measurer.layout();
    // The values of each solution, measured alone.
    let values: Vec<BTreeMap<MeasureId, u64>> = (0..store.len())
        .map(|n| {
            let value = |own| {
                measurer.place(&mut layout, &store.get(n), store.stabiliser(n));
                (own, measurer.value(own, &mut layout))
            };
            measurer.measures().map(value).collect()
        })
        .collect();
    for rows in measurer.measures() {
        let single = Table::new(columns, measured.distinct(), rows, None).unwrap();
        assert_eq!(single.total(), 65);
        for (row, &value) in single.rows().values.iter().enumerate() {
            let counted = values.iter().filter(|own| own[&rows] == value).count() as u64;
            assert_eq!(single.row(row), [counted], "{}", rows.row().id);
        }
        for across in measurer.measures() {
            let table = Table::new(columns, measured.distinct(), rows, Some(across)).unwrap();
            let names = (rows.row().id, across.row().id);
            assert_eq!(table.rows(), single.rows(), "{names:?}");
            let columns = table.columns().expect("it has two measures");
            for (row, &down) in table.rows().values.iter().enumerate() {
                assert_eq!(table.row_sum(row), single.row_sum(row), "{names:?}");
                for (column, &over) in columns.values.iter().enumerate() {
                    let is_here =
                        |own: &&BTreeMap<_, _>| own[&rows] == down && own[&across] == over;
                    let counted = values.iter().filter(is_here).count() as u64;
                    assert_eq!(table.row(row)[column], counted, "{names:?}");
                }
            }
            let sums = (0..columns.values.len()).map(|column| table.column_sum(column));
            assert_eq!((sums.sum::<u64>(), table.total()), (65, 65), "{names:?}");
        }
    }
}

#[test]
fn copies_are_counted_by_orbits_as_in_the_list_of_all() {
    let Measured { group, store, counts, columns } = Measured::new("square/scotts-board.ron");
    let by_orbits = (0..store.len()).map(|n| (n as u32, orbit_size(&store, &group, n)));
    let rows = measure("border");
    let table = Table::new(&columns, by_orbits, rows, None).unwrap();
    assert_eq!((table.total(), counts.total), (520, 520));
    let view = View::all(&store, &group);
    let one_by_one = (0..view.len()).map(|n| {
        assert_eq!(view.distinct_of(&group, &store, n), view.entry(&group, &store, n).distinct);
        (view.distinct_of(&group, &store, n) as u32, 1)
    });
    assert_eq!(Table::new(&columns, one_by_one, rows, None).unwrap(), table);
}

#[test]
fn tables_of_pentominoes_have_the_published_numbers_in_every_form() {
    let measured = Measured::new("square/pentominoes-6x10.ron");
    let caption = caption("6 <by> 10|*", Some(2339), "");
    let single = measured.table("no-crossroads", None);
    let double = measured.table("no-crossroads", Some("fault-free"));
    let program = polywright::text::PROGRAM;
    let write = |table: &Table, format| plain(&table.write(format, &caption));

    let text = "\
6 <by> 10|*: no crossroads
2339 distinct solutions

No crossroads  Solutions    Share
---------------------------------
no                  1776   75.9 %
yes                  563   24.1 %
---------------------------------
Total               2339  100.0 %

";
    let counted = format!("Counted with {program}\n");
    assert_eq!(write(&single, TableFormat::Text), format!("{text}{counted}"));
    let text = "\
6 <by> 10|*: no crossroads × fault-free
2339 distinct solutions

No crossroads / Fault-free  no   yes  Total
-------------------------------------------
no                          16  1760   1776
yes                          0   563    563
-------------------------------------------
Total                       16  2323   2339

";
    assert_eq!(write(&double, TableFormat::Text), format!("{text}{counted}"));

    let text = "\
**6 \\<by\\> 10\\|\\*: no crossroads**

2339 distinct solutions

| No crossroads | Solutions | Share |
| --- | ---: | ---: |
| no | 1776 | 75.9 % |
| yes | 563 | 24.1 % |
| **Total** | **2339** | **100.0 %** |

";
    assert_eq!(write(&single, TableFormat::Markdown), format!("{text}{counted}"));

    let text = format!(
        "\
<table>
<caption>6 &lt;by&gt; 10|*: no crossroads × fault-free<br>2339 distinct solutions<br>Counted with \
         {program}</caption>
<thead>
<tr><th scope=\"col\">No crossroads / Fault-free</th><th scope=\"col\">no</th>\
<th scope=\"col\">yes</th><th scope=\"col\">Total</th></tr>
</thead>
<tbody>
<tr><th scope=\"row\">no</th><td>16</td><td>1760</td><td>1776</td></tr>
<tr><th scope=\"row\">yes</th><td>0</td><td>563</td><td>563</td></tr>
</tbody>
<tfoot>
<tr><th scope=\"row\">Total</th><td>16</td><td>2323</td><td>2339</td></tr>
</tfoot>
</table>
"
    );
    assert_eq!(write(&double, TableFormat::Html), text);

    let text = "no-crossroads,solutions,percent\nno,1776,75.9\nyes,563,24.1\ntotal,2339,100.0\n";
    assert_eq!(write(&single, TableFormat::Csv), text);
    let text = "no-crossroads,fault-free no,fault-free yes,total\nno,16,1760,1776\n\
                yes,0,563,563\ntotal,16,2323,2339\n";
    assert_eq!(write(&double, TableFormat::Csv), text);
}

#[test]
fn a_table_of_nothing_has_a_total_of_0() {
    let measured = Measured::new("square/pentominoes-3x20.ron");
    let caption = caption("3×20", Some(2), "symmetric");
    let empty = |across: Option<&str>| {
        let columns = across.map(measure);
        Table::new(&measured.columns, [], measure("border"), columns).unwrap()
    };
    let single = empty(None);
    assert_eq!(single.total(), 0);
    assert_eq!(single.write(TableFormat::Csv, &caption), "border,solutions,percent\ntotal,0,\n");
    let double = empty(Some("crossroads"));
    assert_eq!(double.write(TableFormat::Csv, &caption), "border,total\ntotal,0\n");
    // Of a property both rows are there.
    let property = empty(Some("fault-free"));
    let text = "border,fault-free no,fault-free yes,total\ntotal,0,0,0\n";
    assert_eq!(property.write(TableFormat::Csv, &caption), text);
    for table in [single, double, property] {
        for format in TableFormat::ALL {
            assert!(!table.write(format, &caption).is_empty());
        }
        let [_, counted] = caption.lines(&table);
        assert_eq!(plain(&counted), "0 of 2 distinct solutions: symmetric");
    }
}

#[test]
fn a_table_that_is_too_large_says_what_to_do() {
    let words = |rows, columns| plain(&TableTooLarge { rows, columns }.to_string());
    assert_eq!(
        words(12, 300),
        "the table would have 12 rows and 300 columns; it may have 1000 rows and 200 columns: \
         exchange rows and columns"
    );
    assert!(words(300, 300).ends_with("or a filter that keeps fewer solutions"));
}

#[test]
fn forms_are_found_by_their_ids_and_by_the_endings_of_files() {
    for format in TableFormat::ALL {
        assert_eq!(TableFormat::by_id(format.id()), Some(format));
    }
    assert_eq!(TableFormat::by_ending("MD"), Some(TableFormat::Markdown));
    assert_eq!(TableFormat::by_ending("html"), Some(TableFormat::Html));
    assert_eq!(TableFormat::by_ending("ron"), None);
}
