//! The contrast of every text and edge with every ground, by the formula of WCAG 2.
//!
//! `cargo test --lib contrast -- --nocapture` prints the table.

use egui::{Color32, Theme};

use super::theme::Palette;

/// The relative luminance of a colour.
fn luminance(colour: Color32) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        match share <= 0.040_45 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

/// The contrast of two colours, from 1 to 21.
fn contrast(one: Color32, other: Color32) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The themes, with the least contrast of texts and of edges.
fn themes() -> [(&'static str, &'static Palette, f64, f64); 4] {
    [
        ("light", Palette::of_theme(Theme::Light, false), 4.5, 3.0),
        ("dark", Palette::of_theme(Theme::Dark, false), 4.5, 3.0),
        ("light, high contrast", Palette::of_theme(Theme::Light, true), 7.0, 4.5),
        ("dark, high contrast", Palette::of_theme(Theme::Dark, true), 7.0, 4.5),
    ]
}

/// The grounds that texts and edges stand on.
fn grounds(palette: &Palette) -> [(&'static str, Color32); 9] {
    [
        ("canvas", palette.canvas),
        ("panel", palette.panel),
        ("bars", palette.bars),
        ("card", palette.card),
        ("hover", palette.hover),
        ("pressed", palette.pressed),
        ("accent_soft", palette.accent_soft),
        ("alert_soft", palette.alert_soft),
        ("empty_site", palette.empty_site),
    ]
}

/// The colours of texts.
fn inks(palette: &Palette) -> [(&'static str, Color32); 5] {
    [
        ("text", palette.text),
        ("text2", palette.text2),
        ("text3", palette.text3),
        ("accent", palette.accent),
        ("alert", palette.alert),
    ]
}

/// The colours of the edges of fields, buttons, switches and check boxes.
fn edges(palette: &Palette) -> [(&'static str, Color32); 3] {
    [("border", palette.border), ("text3", palette.text3), ("accent", palette.accent)]
}

/// Prints the contrasts of a colour with every ground; those that are too small.
fn row(palette: &Palette, (name, colour): (&str, Color32), least: f64) -> Vec<String> {
    let mut row = format!("{name:<12}");
    let mut faults = Vec::new();
    for (ground, fill) in grounds(palette) {
        let reached = contrast(colour, fill);
        row += &format!("{reached:>12.2}");
        if reached < least {
            faults.push(format!("{name} on {ground}: {reached:.2} is less than {least}"));
        }
    }
    println!("{row}");
    faults
}

#[test]
fn the_formula_gives_known_contrasts() {
    let near = |value: f64, wanted: f64| (value - wanted).abs() < 0.01;
    assert!(near(contrast(Color32::BLACK, Color32::WHITE), 21.0));
    assert!(near(contrast(Color32::from_rgb(0x76, 0x76, 0x76), Color32::WHITE), 4.54));
    assert!(near(contrast(Color32::RED, Color32::RED), 1.0));
}

#[test]
fn texts_and_edges_reach_their_contrast_on_every_ground_of_every_theme() {
    let mut faults = Vec::new();
    for (theme, palette, text, edge) in themes() {
        let mut head = format!("{:<12}", "");
        grounds(palette).iter().for_each(|(name, _)| head += &format!("{name:>12}"));
        println!("\n{theme}: texts, at least {text}\n{head}");
        let mut of_theme = Vec::new();
        inks(palette).into_iter().for_each(|ink| of_theme.extend(row(palette, ink, text)));
        println!("{theme}: edges, at least {edge}\n{head}");
        edges(palette).into_iter().for_each(|line| of_theme.extend(row(palette, line, edge)));
        // On the accent stand the words of the default button, and its key.
        let key = palette.accent.lerp_to_gamma(palette.on_accent, 0.8);
        for (name, ink) in [("words of the default button", palette.on_accent), ("its key", key)] {
            let reached = contrast(ink, palette.accent);
            println!("{name}: {reached:.2}");
            if reached < text {
                of_theme.push(format!("{name}: {reached:.2}"));
            }
        }
        faults.extend(of_theme.into_iter().map(|fault| format!("{theme}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn high_contrast_is_higher_than_the_usual_one() {
    for theme in [Theme::Light, Theme::Dark] {
        let [usual, high] = [false, true].map(|high| Palette::of_theme(theme, high));
        let grounds = grounds(usual).into_iter().zip(grounds(high));
        for ((name, before), (_, now)) in grounds {
            assert!(contrast(high.text, now) >= contrast(usual.text, before), "{theme:?} {name}");
            assert!(contrast(high.border, now) > contrast(usual.border, before), "{name}");
        }
        assert_eq!(high.dark, usual.dark);
    }
}
