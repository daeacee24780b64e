//! The fields of a puzzle file, and what may stand beside what.

use std::collections::BTreeMap;

use serde::de::{self, EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Description, PieceForm};
use crate::lattice::{self, Lattice};
use crate::puzzle::board_form::Identifier;
use crate::puzzle::{
    BoardForm, BoardPieceForm, CoverForm, Expect, GroupForm, Making, Rules, SiteRule, SiteTexts,
    VariantsForm,
};

/// [`Description`] as it is spelt: either with lattice, pieces and board, or with a cover.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Description")]
pub(super) struct Fields {
    format: u32,
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "write_lattice",
        deserialize_with = "read_lattice"
    )]
    lattice: Option<&'static Lattice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<PieceForm>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<BoardForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    site_texts: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    site_groups: BTreeMap<String, GroupForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variants: Option<VariantsForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    site_rules: Vec<SiteRule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    placed: Vec<BoardPieceForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cover: Option<CoverForm>,
    #[serde(default, skip_serializing_if = "Rules::is_default")]
    rules: Rules,
    #[serde(default, skip_serializing_if = "Expect::is_empty")]
    expect: Expect,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    filters: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Making::is_default")]
    make: Making,
}

impl TryFrom<Fields> for Description {
    type Error = String;
    fn try_from(f: Fields) -> Result<Description, String> {
        let Fields { format, title, author, source, note, rules, cover, expect, .. } = f;
        let (site_rules, placed) = (f.site_rules, f.placed);
        let (texts, site_groups, variants) = (f.site_texts, f.site_groups, f.variants);
        let (lattice, pieces, board) = if cover.is_some() {
            let there = [
                ("lattice", f.lattice.is_some()),
                ("pieces", f.pieces.is_some()),
                ("board", f.board.is_some()),
                ("site_texts", !texts.is_empty()),
                ("site_groups", !site_groups.is_empty()),
                ("variants", variants.is_some()),
                ("site_rules", !site_rules.is_empty()),
                ("placed", !placed.is_empty()),
                ("rules", !rules.is_default()),
            ];
            if let Some((name, _)) = there.iter().find(|(_, there)| *there) {
                return Err(format!("a puzzle with a field `cover` has no field `{name}`"));
            }
            (lattice::grid(), Vec::new(), BoardForm::Art(Vec::new()))
        } else {
            let missing =
                |name| format!("a puzzle needs a field `{name}`, or else a field `cover`");
            (
                f.lattice.ok_or_else(|| missing("lattice"))?,
                f.pieces.ok_or_else(|| missing("pieces"))?,
                f.board.ok_or_else(|| missing("board"))?,
            )
        };
        Ok(Description {
            format,
            title,
            author,
            source,
            note,
            lattice,
            pieces,
            site_texts: SiteTexts::read(texts, lattice, &board),
            board,
            site_groups,
            variants,
            site_rules,
            placed,
            rules,
            cover,
            expect,
            filters: f.filters,
            make: f.make,
            comments: Vec::new(),
        })
    }
}

impl From<Description> for Fields {
    fn from(d: Description) -> Fields {
        let Description { format, title, author, source, note, rules, cover, expect, .. } = d;
        let own = cover.is_none();
        let site_texts = d.site_texts.rows(d.lattice, &d.board);
        Fields {
            format,
            title,
            author,
            source,
            note,
            lattice: own.then_some(d.lattice),
            pieces: own.then_some(d.pieces),
            board: own.then_some(d.board),
            site_texts,
            site_groups: d.site_groups,
            variants: d.variants,
            site_rules: d.site_rules,
            placed: d.placed,
            cover,
            rules,
            expect,
            filters: d.filters,
            make: d.make,
        }
    }
}

fn write_lattice<S: Serializer>(
    lattice: &Option<&'static Lattice>,
    s: S,
) -> Result<S::Ok, S::Error> {
    s.serialize_unit_variant("Lattice", 0, lattice.map_or("", |lattice| lattice.key))
}

fn read_lattice<'de, D: Deserializer<'de>>(d: D) -> Result<Option<&'static Lattice>, D::Error> {
    struct Key;
    impl<'de> Visitor<'de> for Key {
        type Value = &'static Lattice;
        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            f.write_str("the name of a lattice")
        }
        fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
            let (key, variant) = data.variant_seed(Identifier)?;
            variant.unit_variant()?;
            Lattice::by_key(&key).ok_or_else(|| {
                let keys: Vec<&str> = lattice::ALL.iter().map(|l| l.key).collect();
                de::Error::custom(format!(
                    "no lattice is called `{key}`; expected one of {}",
                    keys.join(", ")
                ))
            })
        }
    }
    d.deserialize_enum("Lattice", &[], Key).map(Some)
}
