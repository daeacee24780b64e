//! The colours of pieces, in the order in which they are given out.
//!
//! The first twelve are the most distinct; 18 serve the one-sided pentominoes, 26 the one-sided
//! tetrasticks. Fills are at least 13 apart (CIEDE2000) in normal vision in either theme.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// One colour of the palette.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

/// A colour in one theme, as `[red, green, blue]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shade {
    /// The inside of a piece.
    pub fill: [u8; 3],
    /// The outline of a piece that stands alone.
    pub outline: [u8; 3],
    /// Text upon the fill.
    pub label: [u8; 3],
}

const DARK: u32 = 0x11_13_17;
const WHITE: u32 = 0xFF_FF_FF;

/// Name; fill, outline and label for the light theme; the same for the dark theme.
type Row = (&'static str, [u32; 3], [u32; 3]);

#[allow(clippy::mistyped_literal_suffixes, reason = "0x9A_3C_16 is three bytes, and no u16")]
const PALETTE: [Row; 26] = [
    ("indigo", [0x41_51_B6, 0x0D_0A_51, WHITE], [0x3D_4C_AB, 0x0D_0A_51, WHITE]),
    ("pale lime", [0xDF_E4_A3, 0x8D_90_63, DARK], [0xC5_CA_8D, 0x7B_7E_52, DARK]),
    ("rust", [0x9A_3C_16, 0x33_0C_01, WHITE], [0x91_38_15, 0x33_0C_01, WHITE]),
    ("pale pink", [0xFE_CB_FB, 0xA2_7F_A0, DARK], [0xE1_B2_DF, 0x8F_6D_8E, DARK]),
    ("bottle green", [0x12_79_50, 0x02_29_18, WHITE], [0x10_71_4A, 0x01_28_17, WHITE]),
    ("steel blue", [0x43_96_AA, 0x05_48_55, DARK], [0x3B_89_9B, 0x03_42_4E, DARK]),
    ("coral", [0xF8_75_82, 0x8F_36_41, DARK], [0xE1_67_74, 0x83_2C_38, DARK]),
    ("olive", [0x8C_90_11, 0x41_43_05, DARK], [0x7F_84_08, 0x3B_3E_04, DARK]),
    ("plum", [0x7F_49_69, 0x2E_0C_22, WHITE], [0x77_45_63, 0x2E_0C_22, WHITE]),
    ("periwinkle", [0x95_9A_F7, 0x4E_50_8F, DARK], [0x85_8A_E1, 0x45_46_84, DARK]),
    ("aqua", [0x68_D8_BE, 0x32_81_70, DARK], [0x58_C1_A9, 0x20_73_62, DARK]),
    ("amber", [0xF6_B3_24, 0x92_69_12, DARK], [0xDD_9F_0B, 0x82_5C_04, DARK]),
    ("silver lilac", [0xB0_AA_BF, 0x62_5E_6C, DARK], [0x9E_98_AB, 0x57_53_61, DARK]),
    ("sage", [0x72_A0_71, 0x32_51_31, DARK], [0x66_91_65, 0x2B_4A_2B, DARK]),
    ("taupe", [0xB3_A1_92, 0x62_55_4C, DARK], [0xA2_90_83, 0x58_4C_42, DARK]),
    ("orchid", [0xCF_79_BB, 0x71_38_65, DARK], [0xBC_6C_AA, 0x68_2F_5C, DARK]),
    ("dusty rose", [0xB3_83_8B, 0x5D_3E_43, DARK], [0xA3_76_7E, 0x56_37_3C, DARK]),
    ("terracotta", [0xCB_7A_5D, 0x6C_36_23, DARK], [0xB9_6E_53, 0x65_2F_1C, DARK]),
    ("petrol", [0x1E_65_85, 0x00_1E_2C, WHITE], [0x1D_5F_7D, 0x00_1E_2C, WHITE]),
    ("moss", [0x50_67_2F, 0x13_1F_01, WHITE], [0x4B_60_2D, 0x13_1F_01, WHITE]),
    ("rose pink", [0xFC_B4_C0, 0x9C_6B_73, DARK], [0xE1_9F_AA, 0x8C_5C_64, DARK]),
    ("sand", [0xCE_B5_77, 0x78_67_3C, DARK], [0xB9_A1_68, 0x6C_5B_30, DARK]),
    ("sky", [0x7D_BD_FA, 0x40_6D_96, DARK], [0x6D_A9_E2, 0x34_60_89, DARK]),
    ("violet", [0x7D_5D_A2, 0x32_1C_49, WHITE], [0x74_56_97, 0x30_1A_47, WHITE]),
    ("grey green", [0x91_AB_A5, 0x4B_5C_58, DARK], [0x82_9A_94, 0x42_53_4F, DARK]),
    ("orange", [0xEE_96_52, 0x8B_4F_1F, DARK], [0xD7_85_46, 0x7F_44_11, DARK]),
];

impl Colour {
    /// The number of colours.
    pub const COUNT: usize = PALETTE.len();

    /// The colour given to the n-th piece (from 0); the 27th starts again at the first.
    pub fn nth(n: usize) -> Colour {
        Colour((n % Colour::COUNT) as u8)
    }

    /// The colour of this name.
    pub fn by_name(name: &str) -> Option<Colour> {
        PALETTE.iter().position(|row| row.0 == name).map(Colour::nth)
    }

    /// Its name, such as "bottle green".
    pub fn name(self) -> &'static str {
        PALETTE[usize::from(self.0)].0
    }

    /// Returns its shade on a light or a dark ground.
    pub fn shade(self, dark: bool) -> Shade {
        let (_, on_light, on_dark) = PALETTE[usize::from(self.0)];
        let [fill, outline, label] = if dark { on_dark } else { on_light };
        Shade { fill: rgb(fill), outline: rgb(outline), label: rgb(label) }
    }
}

fn rgb(hex: u32) -> [u8; 3] {
    let [_, r, g, b] = hex.to_be_bytes();
    [r, g, b]
}

impl std::fmt::Debug for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        let name = String::deserialize(deserializer)?;
        Colour::by_name(&name).ok_or_else(|| {
            let names: Vec<&str> = PALETTE.iter().map(|row| row.0).collect();
            de::Error::custom(format!(
                "no colour is called \"{name}\"; expected one of {}",
                names.join(", ")
            ))
        })
    }
}
