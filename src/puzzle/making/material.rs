//! The materials that parts are cut from.

use std::str::FromStr;

use super::{Length, PlateSize, settings};

settings! {
    /// A material for some parts; all others are cut from the main material, which the settings of
    /// sheets describe.
    pub struct Material {
        /// Its name for people.
        pub name: String = String::new(),
        /// Its thickness.
        pub thickness: Length = Length::mm(3),
        /// The width of what the beam removes of it; as of the main material by default.
        pub kerf: Option<Length> = None,
        /// The size of a sheet of it.
        pub plate: PlateSize = PlateSize::SHEET,
        /// The parts that are cut from it: names of pieces, and [`TRAY_PARTS`].
        pub parts: Vec<String> = Vec::new(),
    }
}

/// Parts of the tray as materials name them, each with its name for people.
pub const TRAY_PARTS: [(&str, &str); 5] = [
    ("/frame", "Tray frame"),
    ("/islands", "Islands"),
    ("/base", "Tray base"),
    ("/lid", "Lid"),
    ("/comb", "Comb"),
];

impl Material {
    /// Its name and thickness, such as "oak 3 mm".
    pub fn label(&self) -> String {
        let name = if self.name.trim().is_empty() { "material" } else { self.name.trim() };
        format!("{name} {} mm", self.thickness)
    }
}

impl FromStr for Material {
    type Err = String;
    /// Reads a name, a thickness, the size of a sheet if it differs from the usual one, a kerf of its own,
    /// and the parts, such as `oak:3:400x300:0.2=base,frame`.
    fn from_str(text: &str) -> Result<Material, String> {
        let expected = || {
            "expected NAME:THICKNESS, then perhaps :SIZE, :KERF and =PARTS, such as \
             oak:3:400x300=base,frame"
                .to_owned()
        };
        let (about, parts) = text.split_once('=').unwrap_or((text, ""));
        let mut fields = about.split(':').map(str::trim);
        let name = fields.next().filter(|name| !name.is_empty()).ok_or_else(expected)?;
        let thickness: Length = fields
            .next()
            .ok_or_else(expected)?
            .parse()
            .map_err(|e| format!("the thickness of {name}: {e}"))?;
        let plate = match fields.next() {
            None => PlateSize::SHEET,
            Some(size) => size.parse().map_err(|e| format!("the size of {name}: {e}"))?,
        };
        let kerf = fields
            .next()
            .map(|kerf| kerf.parse::<Length>().map_err(|e| format!("the kerf of {name}: {e}")));
        let kerf = kerf.transpose()?;
        if fields.next().is_some() {
            return Err(expected());
        }
        let parts = parts.split(',').map(str::trim).filter(|part| !part.is_empty());
        let parts = parts.map(str::to_owned).collect();
        Ok(Material { name: name.to_owned(), thickness, kerf, plate, parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_material_is_read_from_words() {
        let oak: Material = "oak: 3.2 mm :A4=base, X".parse().unwrap();
        assert_eq!((oak.label().as_str(), oak.parts.len()), ("oak 3.2 mm", 2));
        assert_eq!(oak.plate.width, Length::mm(297));
        let felt: Material = "felt:1".parse().unwrap();
        assert_eq!((felt.plate, felt.parts), (PlateSize::SHEET, Vec::new()));
        let own: Material = "oak:3:A4:0.2=base".parse().unwrap();
        assert_eq!((own.kerf, felt.kerf), (Some(Length::um(200)), None));
        for wrong in ["", "oak", ":3", "oak:thick", "oak:3:big", "oak:3:A4:A4", "oak:3:A4:1:1"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }
}
