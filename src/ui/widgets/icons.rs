//! Icons, painted as lines so that no font needs to have them.
//!
//! Every icon is drawn in a box of 16×16 points with round strokes of 1.5 and scales with the
//! rectangle it is given. Coordinates in this file are in that box, from its upper left corner.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, emath, pos2};

/// A pictogram before the words of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    /// A folder: open a file.
    Open,
    /// A plus: add or make new.
    Plus,
    /// A magnifying glass: search.
    Search,
    /// A triangle outline: start.
    Play,
    /// Two bars: pause.
    Pause,
    /// A square outline: stop.
    Stop,
    /// A chevron to the left: back to the screen before.
    Back,
    /// A chevron to the right: folded.
    ChevronRight,
    /// A chevron downward: unfolded, or opens a menu.
    ChevronDown,
    /// A bar and a chevron to the left: the one before.
    Previous,
    /// A chevron to the right and a bar: the one after.
    Next,
    /// An arrow onto a tray: export.
    Download,
    /// A tick: in order, done.
    Check,
    /// A diagonal cross: wrong, illegal.
    Cross,
    /// A triangle with an exclamation mark: worth a look.
    Warning,
    /// Arrows to four sides: place a piece.
    Place,
    /// A pencil: paint sites.
    Paint,
    /// A rubber: erase sites.
    Erase,
    /// Four corner brackets: fit to the window; optional sites.
    Fit,
    /// A tag: colour labels.
    Label,
    /// Scissors: cut the board into pieces.
    Cut,
    /// A pin: keep a placement.
    Pin,
    /// Four small squares: a whole family.
    Family,
    /// A small diagonal cross: close.
    Close,
    /// An i in a circle: more about this.
    Info,
    /// A letter: texts on sites.
    Text,
    /// The outline of a star: not marked.
    Star,
    /// A star: marked.
    StarFilled,
}

/// Draws in the 16×16 box of one icon.
struct Pen<'a> {
    painter: &'a Painter,
    to_screen: emath::RectTransform,
    scale: f32,
    stroke: Stroke,
}

impl Pen<'_> {
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.to_screen * pos2(x, y)
    }

    /// Round caps and joins: a dot of the stroke's width at `point`.
    fn dot(&self, point: Pos2) {
        self.painter.circle_filled(point, self.stroke.width * 0.5, self.stroke.color);
    }

    /// An open line with round ends.
    fn line(&self, points: &[(f32, f32)]) {
        let points: Vec<Pos2> = points.iter().map(|&point| self.at(point)).collect();
        for end in [points.first(), points.last()].into_iter().flatten() {
            self.dot(*end);
        }
        self.painter.add(Shape::line(points, self.stroke));
    }

    /// A closed line.
    fn closed(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|&point| self.at(point)).collect();
        self.painter.add(Shape::closed_line(points, self.stroke));
    }

    fn circle(&self, centre: (f32, f32), radius: f32) {
        self.painter.circle_stroke(self.at(centre), radius * self.scale, self.stroke);
    }

    /// A rectangle with rounded corners, from its corners.
    fn rect(&self, min: (f32, f32), max: (f32, f32), radius: f32) {
        self.painter.rect_stroke(
            Rect::from_min_max(self.at(min), self.at(max)),
            radius * self.scale,
            self.stroke,
            egui::StrokeKind::Middle,
        );
    }

    /// A star in one colour; its two triangles and the middle are convex, the star is not.
    fn filled_star(&self) {
        let corners = star().map(|point| self.at(point));
        let middle = self.at((8.0, 8.4));
        let mut mesh = egui::Mesh::default();
        mesh.colored_vertex(middle, self.stroke.color);
        for corner in corners {
            mesh.colored_vertex(corner, self.stroke.color);
        }
        for n in 0..10 {
            mesh.add_triangle(0, n + 1, (n + 1) % 10 + 1);
        }
        self.painter.add(Shape::mesh(mesh));
        let outline = Stroke::new(self.stroke.width * 0.5, self.stroke.color);
        self.painter.add(Shape::closed_line(corners.to_vec(), outline));
    }

    fn glass(&self) {
        self.circle((7.0, 7.0), 4.75);
        self.line(&[(10.5, 10.5), (14.0, 14.0)]);
    }
}

/// The corners of a star, the outer ones and those between in turn.
fn star() -> [(f32, f32); 10] {
    std::array::from_fn(|n| {
        let radius = if n % 2 == 0 { 6.5 } else { 2.75 };
        let (sine, cosine) = (n as f32 * std::f32::consts::PI / 5.0).sin_cos();
        (8.0 + radius * sine, 8.4 - radius * cosine)
    })
}

impl Icon {
    /// Paints the icon in `colour` as large as fits into the middle of `rect`.
    pub(crate) fn paint(self, painter: &Painter, rect: Rect, colour: Color32) {
        let side = rect.width().min(rect.height());
        let rect = Rect::from_center_size(rect.center(), egui::Vec2::splat(side));
        let from = Rect::from_min_max(pos2(0.0, 0.0), pos2(16.0, 16.0));
        let scale = side / 16.0;
        let pen = Pen {
            painter,
            to_screen: emath::RectTransform::from_to(from, rect),
            scale,
            stroke: Stroke::new(1.5 * scale, colour),
        };
        match self {
            Self::Open => pen.closed(&[
                (2.0, 3.5),
                (6.25, 3.5),
                (7.75, 5.25),
                (14.0, 5.25),
                (14.0, 13.0),
                (2.0, 13.0),
            ]),
            Self::Star => pen.closed(&star()),
            Self::StarFilled => pen.filled_star(),
            Self::Plus => {
                pen.line(&[(8.0, 3.0), (8.0, 13.0)]);
                pen.line(&[(3.0, 8.0), (13.0, 8.0)]);
            }
            Self::Search => pen.glass(),
            Self::Play => pen.closed(&[(4.5, 3.25), (12.5, 8.0), (4.5, 12.75)]),
            Self::Pause => {
                pen.line(&[(5.5, 3.5), (5.5, 12.5)]);
                pen.line(&[(10.5, 3.5), (10.5, 12.5)]);
            }
            Self::Stop => pen.rect((3.75, 3.75), (12.25, 12.25), 1.0),
            Self::Back => pen.line(&[(10.0, 3.0), (5.0, 8.0), (10.0, 13.0)]),
            Self::ChevronRight => pen.line(&[(6.0, 4.0), (10.0, 8.0), (6.0, 12.0)]),
            Self::ChevronDown => pen.line(&[(4.0, 6.0), (8.0, 10.0), (12.0, 6.0)]),
            Self::Previous => {
                pen.line(&[(3.5, 3.5), (3.5, 12.5)]);
                pen.line(&[(12.0, 3.5), (7.25, 8.0), (12.0, 12.5)]);
            }
            Self::Next => {
                pen.line(&[(12.5, 3.5), (12.5, 12.5)]);
                pen.line(&[(4.0, 3.5), (8.75, 8.0), (4.0, 12.5)]);
            }
            Self::Download => {
                pen.line(&[(8.0, 2.5), (8.0, 10.0)]);
                pen.line(&[(4.75, 7.0), (8.0, 10.25), (11.25, 7.0)]);
                pen.line(&[(3.0, 13.25), (13.0, 13.25)]);
            }
            Self::Check => pen.line(&[(3.0, 8.5), (6.25, 11.75), (13.0, 4.5)]),
            Self::Cross => {
                pen.line(&[(3.5, 3.5), (12.5, 12.5)]);
                pen.line(&[(12.5, 3.5), (3.5, 12.5)]);
            }
            Self::Close => {
                pen.line(&[(4.5, 4.5), (11.5, 11.5)]);
                pen.line(&[(11.5, 4.5), (4.5, 11.5)]);
            }
            Self::Warning => {
                pen.closed(&[(8.0, 2.5), (14.5, 13.5), (1.5, 13.5)]);
                pen.line(&[(8.0, 6.5), (8.0, 9.5)]);
                pen.dot(pen.at((8.0, 11.6)));
            }
            Self::Place => {
                pen.line(&[(8.0, 1.75), (8.0, 14.25)]);
                pen.line(&[(1.75, 8.0), (14.25, 8.0)]);
                pen.line(&[(6.25, 3.5), (8.0, 1.75), (9.75, 3.5)]);
                pen.line(&[(6.25, 12.5), (8.0, 14.25), (9.75, 12.5)]);
                pen.line(&[(3.5, 6.25), (1.75, 8.0), (3.5, 9.75)]);
                pen.line(&[(12.5, 6.25), (14.25, 8.0), (12.5, 9.75)]);
            }
            Self::Paint => {
                pen.closed(&[
                    (2.75, 13.25),
                    (3.5, 10.0),
                    (10.75, 2.75),
                    (13.25, 5.25),
                    (6.0, 12.5),
                ]);
                pen.line(&[(8.75, 4.75), (11.25, 7.25)]);
            }
            Self::Erase => {
                pen.closed(&[(5.5, 13.0), (2.25, 9.75), (9.0, 3.0), (13.25, 7.25), (7.5, 13.0)]);
                pen.line(&[(5.75, 6.25), (10.0, 10.5)]);
                pen.line(&[(7.5, 13.0), (13.75, 13.0)]);
            }
            Self::Fit => {
                pen.line(&[(2.75, 5.75), (2.75, 2.75), (5.75, 2.75)]);
                pen.line(&[(10.25, 2.75), (13.25, 2.75), (13.25, 5.75)]);
                pen.line(&[(13.25, 10.25), (13.25, 13.25), (10.25, 13.25)]);
                pen.line(&[(5.75, 13.25), (2.75, 13.25), (2.75, 10.25)]);
            }
            Self::Label => {
                pen.closed(&[
                    (2.75, 2.75),
                    (8.25, 2.75),
                    (13.75, 8.25),
                    (8.25, 13.75),
                    (2.75, 8.25),
                ]);
                pen.dot(pen.at((5.75, 5.75)));
            }
            Self::Cut => {
                pen.circle((4.5, 11.75), 2.0);
                pen.circle((11.5, 11.75), 2.0);
                pen.line(&[(5.5, 10.0), (11.0, 2.25)]);
                pen.line(&[(10.5, 10.0), (5.0, 2.25)]);
            }
            Self::Pin => {
                pen.closed(&[
                    (6.0, 2.5),
                    (10.0, 2.5),
                    (10.0, 6.5),
                    (11.75, 9.25),
                    (4.25, 9.25),
                    (6.0, 6.5),
                ]);
                pen.line(&[(8.0, 9.25), (8.0, 14.0)]);
            }
            Self::Text => {
                pen.line(&[(3.25, 5.25), (3.25, 3.0), (12.75, 3.0), (12.75, 5.25)]);
                pen.line(&[(8.0, 3.0), (8.0, 13.0)]);
                pen.line(&[(6.0, 13.0), (10.0, 13.0)]);
            }
            Self::Family => {
                for (x, y) in [(2.75, 2.75), (9.5, 2.75), (2.75, 9.5), (9.5, 9.5)] {
                    pen.rect((x, y), (x + 3.75, y + 3.75), 0.75);
                }
            }
            Self::Info => {
                pen.circle((8.0, 8.0), 6.0);
                pen.line(&[(8.0, 7.5), (8.0, 11.0)]);
                pen.dot(pen.at((8.0, 5.1)));
            }
        }
    }
}
