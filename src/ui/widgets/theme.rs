//! Colours, type and the egui style of both themes.
//!
//! Each of them, light and dark, is there with usual and with high contrast.
//!
//! Leans on egui only. [`install`] is called once, when the window opens; after that every widget
//! asks [`Palette::current`] for its colours and [`regular`], [`semibold`] or [`mono`] for its font.
//! The widgets themselves are in [`crate::ui::widgets`].

use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Id, Margin,
    Shadow, Stroke, Style, TextStyle, Theme, Visuals,
    style::{HandleShape, ScrollAnimation, ScrollStyle, Selection, WidgetVisuals, Widgets},
    vec2,
};

/// Distance of panel contents from the sides of the panel, in points.
pub(crate) const SIDE: f32 = 16.0;
/// Distance of panel contents from the upper and lower edge of the panel, in points.
pub(crate) const UPPER: f32 = 12.0;
/// Distance between two buttons, in points.
pub(crate) const GAP: f32 = 8.0;
/// Corner radius of buttons and fields, in points.
pub(crate) const RADIUS: f32 = 4.0;
/// Corner radius of segmented switches, notices and tips, in points.
pub(crate) const RADIUS_NOTICE: f32 = 6.0;
/// Corner radius of cards, in points.
pub(crate) const RADIUS_CARD: f32 = 8.0;

/// Every colour of the chrome; piece colours are not among them.
///
/// All colours are opaque. On every ground texts reach a contrast of 4.5:1 (7:1 with high contrast) and
/// borders one of 3:1; `contrast_tests.rs` computes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    /// True for the dark theme.
    pub(crate) dark: bool,
    /// Ground of the drawing area and of text fields.
    pub(crate) canvas: Color32,
    /// Ground of the side panels.
    pub(crate) panel: Color32,
    /// Ground of menu, document bar and status line.
    pub(crate) bars: Color32,
    /// Ground of cards and buttons.
    pub(crate) card: Color32,
    /// Fill under the pointer.
    pub(crate) hover: Color32,
    /// Fill while pressed; track of switches, sliders and progress bars.
    pub(crate) pressed: Color32,
    /// Lines between panels and sections.
    pub(crate) line: Color32,
    /// Border of buttons, fields and popups.
    pub(crate) border: Color32,
    /// Main text.
    pub(crate) text: Color32,
    /// Secondary text.
    pub(crate) text2: Color32,
    /// Captions, axes, key hints; border of check boxes.
    pub(crate) text3: Color32,
    /// Chosen, active, next.
    pub(crate) accent: Color32,
    /// Soft fill of what is chosen.
    pub(crate) accent_soft: Color32,
    /// Text on an accent ground.
    pub(crate) on_accent: Color32,
    /// Colour of what must be fixed.
    pub(crate) alert: Color32,
    /// Soft fill of what must be mended.
    pub(crate) alert_soft: Color32,
    /// A site of the board without a piece.
    pub(crate) empty_site: Color32,
    /// Grid lines of the board.
    pub(crate) grid: Color32,
    /// Outline between pieces.
    pub(crate) ink: Color32,
    /// True if pieces have black or white outlines, whichever is seen on them, since theirs would not be
    /// seen on the ground.
    pub(crate) strong_edges: bool,
    /// Heat map of placements, from few (strongest) to many, in equal steps.
    pub(crate) heat: [Color32; 7],
}

/// The opaque colour `0xRRGGBB`.
const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// `step` sixths of the way from `few` to `many`, per channel in sRGB.
const fn between(few: u32, many: u32, step: u32) -> Color32 {
    const fn channel(few: u32, many: u32, shift: u32, step: u32) -> u8 {
        let few = (few >> shift) & 0xFF;
        let many = (many >> shift) & 0xFF;
        ((few * (6 - step) + many * step + 3) / 6) as u8
    }
    Color32::from_rgb(
        channel(few, many, 16, step),
        channel(few, many, 8, step),
        channel(few, many, 0, step),
    )
}

/// The seven heat colours from `few` to `many`.
const fn heat(few: u32, many: u32) -> [Color32; 7] {
    [
        between(few, many, 0),
        between(few, many, 1),
        between(few, many, 2),
        between(few, many, 3),
        between(few, many, 4),
        between(few, many, 5),
        between(few, many, 6),
    ]
}

/// Colours of the light theme.
pub(crate) static LIGHT: Palette = Palette {
    dark: false,
    canvas: rgb(0xFFFFFF),
    panel: rgb(0xF6F7F8),
    bars: rgb(0xECEEF0),
    card: rgb(0xFFFFFF),
    hover: rgb(0xE8EAED),
    pressed: rgb(0xDDE0E4),
    line: rgb(0xDBDEE2),
    border: rgb(0x787E87),
    text: rgb(0x17191D),
    text2: rgb(0x565C66),
    text3: rgb(0x5C626C),
    accent: rgb(0x2559C4),
    accent_soft: rgb(0xE2EAFB),
    on_accent: rgb(0xFFFFFF),
    alert: rgb(0xB3261E),
    alert_soft: rgb(0xFBE9E7),
    empty_site: rgb(0xECEDEF),
    grid: rgb(0xCDD0D6),
    ink: rgb(0x1B1D21),
    strong_edges: false,
    heat: heat(0xA3A9B3, 0xF6F7F8),
};

/// Colours of the dark theme.
static DARK: Palette = Palette {
    dark: true,
    canvas: rgb(0x15171A),
    panel: rgb(0x1D2024),
    bars: rgb(0x191C1F),
    card: rgb(0x24272C),
    hover: rgb(0x2A2E34),
    pressed: rgb(0x353A41),
    line: rgb(0x33373D),
    border: rgb(0x838993),
    text: rgb(0xE8EAED),
    text2: rgb(0xA6ABB4),
    text3: rgb(0xA0A5AF),
    accent: rgb(0x7FA9FF),
    accent_soft: rgb(0x243250),
    on_accent: rgb(0x0D1526),
    alert: rgb(0xFF8A7A),
    alert_soft: rgb(0x40231F),
    empty_site: rgb(0x2A2D32),
    grid: rgb(0x43484F),
    ink: rgb(0x0A0B0D),
    strong_edges: false,
    heat: heat(0x69717D, 0x212429),
};

/// Colours of the light theme with high contrast.
static LIGHT_HIGH: Palette = Palette {
    dark: false,
    canvas: rgb(0xFFFFFF),
    panel: rgb(0xFFFFFF),
    bars: rgb(0xF2F2F2),
    card: rgb(0xFFFFFF),
    hover: rgb(0xE2E2E2),
    pressed: rgb(0xD2D2D2),
    line: rgb(0x595959),
    border: rgb(0x000000),
    text: rgb(0x000000),
    text2: rgb(0x1F1F1F),
    text3: rgb(0x333333),
    accent: rgb(0x0A3388),
    accent_soft: rgb(0xDCE7FF),
    on_accent: rgb(0xFFFFFF),
    alert: rgb(0x7F0D0D),
    alert_soft: rgb(0xFFE9E6),
    empty_site: rgb(0xF2F2F2),
    grid: rgb(0x6B6B6B),
    ink: rgb(0x000000),
    strong_edges: false,
    heat: heat(0x8A8A8A, 0xFFFFFF),
};

/// Colours of the dark theme with high contrast.
static DARK_HIGH: Palette = Palette {
    dark: true,
    canvas: rgb(0x000000),
    panel: rgb(0x000000),
    bars: rgb(0x101010),
    card: rgb(0x0A0A0A),
    hover: rgb(0x262626),
    pressed: rgb(0x363636),
    line: rgb(0xA6A6A6),
    border: rgb(0xFFFFFF),
    text: rgb(0xFFFFFF),
    text2: rgb(0xEDEDED),
    text3: rgb(0xDADADA),
    accent: rgb(0xA8CBFF),
    accent_soft: rgb(0x0B2A5C),
    on_accent: rgb(0x000000),
    alert: rgb(0xFFB8AE),
    alert_soft: rgb(0x4A120C),
    empty_site: rgb(0x1C1C1C),
    grid: rgb(0x949494),
    ink: rgb(0x000000),
    strong_edges: true,
    heat: heat(0x6E6E6E, 0x141414),
};

impl Palette {
    /// The colours of the theme in use. Takes a [`Context`] or, since it derefs, a [`egui::Ui`].
    pub(crate) fn current(ctx: &Context) -> &'static Self {
        Self::of_theme(ctx.theme(), has_high_contrast(ctx))
    }

    /// The colours of `theme`.
    pub(super) fn of_theme(theme: Theme, high_contrast: bool) -> &'static Self {
        match (theme, high_contrast) {
            (Theme::Light, false) => &LIGHT,
            (Theme::Dark, false) => &DARK,
            (Theme::Light, true) => &LIGHT_HIGH,
            (Theme::Dark, true) => &DARK_HIGH,
        }
    }
}

fn high_contrast_id() -> Id {
    Id::unique("high contrast")
}

/// Returns whether the themes have high contrast.
pub(crate) fn has_high_contrast(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(high_contrast_id())).unwrap_or(false)
}

/// Gives both themes high or usual contrast.
pub(crate) fn set_high_contrast(ctx: &Context, high: bool) {
    if has_high_contrast(ctx) != high {
        ctx.data_mut(|data| data.insert_temp(high_contrast_id(), high));
        set_styles(ctx);
    }
}

fn set_styles(ctx: &Context) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_style_of(theme, style(Palette::of_theme(theme, has_high_contrast(ctx))));
    }
}

/// Name of the semibold font family.
const SEMIBOLD: &str = "semibold";

/// The regular weight at `size` points.
pub(crate) fn regular(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The semibold weight at `size` points. Needs [`install`] first: egui panics on unknown families.
pub(crate) fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}

/// The fixed-width font at `size` points, for text art and code.
pub(crate) fn mono(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

/// Loads the fonts and gives both themes their style. Fonts are there from the next pass on.
pub(crate) fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    set_styles(ctx);
    // Where the desktop does not tell.
    ctx.options_mut(|options| options.fallback_theme = Theme::Light);
}

/// Plex in two weights before egui's own fonts; Hack stays the fixed-width font.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let regular = include_bytes!("../../../assets/fonts/PolywrightSans-Regular.ttf");
    let semibold = include_bytes!("../../../assets/fonts/PolywrightSans-SemiBold.ttf");
    for (name, bytes) in
        [("plex-regular", regular.as_slice()), ("plex-semibold", semibold.as_slice())]
    {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let with_fallback = |name: &str| {
        let mut names = vec![name.to_owned()];
        names.extend(fallback.iter().cloned());
        names
    };
    let (plain, bold) = (with_fallback("plex-regular"), with_fallback("plex-semibold"));
    fonts.families.insert(FontFamily::Proportional, plain);
    fonts.families.insert(FontFamily::Name(SEMIBOLD.into()), bold);
    fonts
}

/// The egui style of one theme.
fn style(palette: &Palette) -> Style {
    let mut style = Style {
        visuals: visuals(palette),
        animation_time: 0.08,
        scroll_animation: ScrollAnimation::none(),
        // Text in a panel wraps; one-line texts of the widgets elide by themselves.
        wrap_mode: None,
        ..Style::default()
    };
    style.text_styles = [
        (TextStyle::Body, regular(13.0)),
        (TextStyle::Button, regular(13.0)),
        (TextStyle::Small, regular(11.0)),
        (TextStyle::Heading, semibold(15.0)),
        (TextStyle::Monospace, mono(12.0)),
        (TextStyle::Name("secondary".into()), regular(12.0)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;

    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 8.0);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(6);
    spacing.button_padding = vec2(8.0, 4.0);
    spacing.interact_size = vec2(28.0, 28.0);
    spacing.indent = 16.0;
    spacing.icon_width = 14.0;
    spacing.icon_width_inner = 8.0;
    spacing.icon_spacing = 8.0;
    spacing.slider_rail_height = 4.0;
    spacing.slider_width = 160.0;
    spacing.text_edit_width = 200.0;
    spacing.tooltip_width = 320.0;
    spacing.menu_spacing = 2.0;
    spacing.scroll = scroll_style();

    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.show_tooltips_only_when_still = true;
    style
}

/// Thin handles without a track, with room of their own so that they never lie over the contents.
fn scroll_style() -> ScrollStyle {
    let mut scroll = ScrollStyle {
        // Only floating bars can do without a track; they are as wide at rest as in use.
        floating: true,
        bar_width: 6.0,
        floating_width: 6.0,
        floating_allocated_width: 10.0,
        handle_min_length: 24.0,
        bar_inner_margin: 2.0,
        bar_outer_margin: 2.0,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        dormant_handle_opacity: 1.0,
        active_handle_opacity: 1.0,
        interact_handle_opacity: 1.0,
        ..ScrollStyle::solid()
    };
    scroll.fade.strength = 0.0;
    scroll
}

/// The colours of egui's stock widgets.
fn visuals(palette: &Palette) -> Visuals {
    let base = if palette.dark { Visuals::dark() } else { Visuals::light() };
    let radius = CornerRadius::same(RADIUS as u8);
    // Buttons are filled with `weak_bg_fill`; `bg_fill` colours scroll bars and slider rails, which
    // must stand out from panel and canvas.
    let state = |fill: Color32, border: Color32, text: Color32| WidgetVisuals {
        bg_fill: border,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: radius,
        fg_stroke: Stroke::new(1.5, text),
        expansion: 0.0,
    };
    let widgets = Widgets {
        noninteractive: WidgetVisuals {
            bg_fill: palette.panel,
            ..state(palette.panel, palette.line, palette.text)
        },
        inactive: state(palette.card, palette.border, palette.text),
        hovered: WidgetVisuals {
            bg_fill: palette.text3,
            ..state(palette.hover, palette.border, palette.text)
        },
        active: WidgetVisuals {
            bg_fill: palette.text3,
            ..state(palette.pressed, palette.border, palette.text)
        },
        open: state(palette.pressed, palette.border, palette.text),
    };
    Visuals {
        dark_mode: palette.dark,
        override_text_color: None,
        weak_text_color: Some(palette.text3),
        widgets,
        selection: Selection {
            bg_fill: palette.accent_soft,
            stroke: Stroke::new(1.0, palette.accent),
        },
        hyperlink_color: palette.accent,
        faint_bg_color: palette.bars,
        extreme_bg_color: palette.canvas,
        text_edit_bg_color: Some(palette.canvas),
        code_bg_color: palette.bars,
        warn_fg_color: palette.text,
        error_fg_color: palette.alert,
        window_corner_radius: CornerRadius::same(RADIUS_CARD as u8),
        window_shadow: Shadow::NONE,
        window_fill: palette.card,
        window_stroke: Stroke::new(1.0, palette.border),
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(RADIUS_NOTICE as u8),
        panel_fill: palette.panel,
        popup_shadow: Shadow::NONE,
        button_frame: true,
        collapsing_header_frame: false,
        indent_has_left_vline: false,
        striped: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        disabled_alpha: 0.45,
        ..base
    }
}
