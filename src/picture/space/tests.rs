//! The face painted last must be the one that a ray from the viewer meets first.

use proptest::prelude::*;

use super::*;
use crate::lattice::ALL;
use crate::polyform::art::shape_sites;

fn lattice() -> &'static Lattice {
    Lattice::by_key("Cube").expect("there is a lattice of cubes")
}

fn body(art: &[&str]) -> Body {
    Body { sites: shape_sites(lattice(), art).unwrap(), shift: [0.0; 3] }
}

/// Every cube of some size, each a body of its own.
fn cubes(size: i32) -> Vec<Body> {
    let all = (0..size * size * size).map(|n| (n % size, n / size % size, n / size / size));
    all.map(|(x, y, z)| Body {
        sites: vec![Point::new(2 * x + 1, 2 * y + 1, 2 * z + 1)],
        shift: [0.0; 3],
    })
    .collect()
}

/// The places of a line p + t · near inside a site, from t to t: between the planes of its faces, or
/// within its ball. `None` where that hangs on rounding.
fn within(lattice: &Lattice, site: Point, shift: Xyz, start: Xyz, near: Xyz) -> Option<[f64; 2]> {
    let place = |p: Point| {
        let at = lattice.place(p);
        [0, 1, 2].map(|k| at[k] + shift[k] - start[k])
    };
    const NOWHERE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];
    if lattice.balls {
        let middle = place(site);
        let along = dot(middle, near);
        let square = dot(middle, middle) - along * along;
        let half = BALL * BALL - square;
        // The polygon that stands for the rim lies a little within it.
        if (square.sqrt() - BALL).abs() < 0.01 {
            return None;
        }
        return Some(if half > 0.0 { [along - half.sqrt(), along + half.sqrt()] } else { NOWHERE });
    }
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(lattice.form, SiteForm::Cell, "edges are no solids");
    for face in lattice.faces(site) {
        let [a, b, c] = [face[0], face[1], face[2]].map(place);
        let [u, v] = [b, c].map(|p| [0, 1, 2].map(|k| p[k] - a[k]));
        let outwards =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let (speed, way) = (dot(outwards, near), dot(outwards, a));
        if speed.abs() < 1e-9 {
            if way.abs() < 1e-6 {
                return None;
            }
            if way < 0.0 {
                return Some(NOWHERE);
            }
        } else if speed > 0.0 {
            leave = leave.min(way / speed);
        } else {
            enter = enter.max(way / speed);
        }
    }
    Some([enter, leave])
}

/// The places of a line within the boxes of a body of sticks.
fn within_bars(lattice: &Lattice, body: &Body, start: Xyz, near: Xyz) -> Option<Vec<[f64; 2]>> {
    let mut found = Vec::new();
    for bar in sticks::bars(lattice, body) {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for k in 0..3 {
            let [low, high] = bar.ends.map(|end| end[k] / FINENESS - start[k]);
            if near[k].abs() < 1e-9 {
                if low.abs() < 1e-6 || high.abs() < 1e-6 {
                    return None;
                }
                if low > 0.0 || high < 0.0 {
                    enter = f64::INFINITY;
                }
                continue;
            }
            let times = [low / near[k], high / near[k]];
            enter = enter.max(times[0].min(times[1]));
            leave = leave.min(times[0].max(times[1]));
        }
        found.push([enter, leave]);
    }
    Some(found)
}

/// The body, if any, that a ray through a place of the page meets first, found site by site; `None`
/// where that hangs on rounding.
fn cast(lattice: &Lattice, bodies: &[Body], view: View, page: Xy) -> Option<Option<usize>> {
    let Frame { right, down, near } = view.frame();
    let start = [0, 1, 2].map(|k| page[0] * right[k] + page[1] * down[k]);
    let mut hits: Vec<(f64, usize)> = Vec::new();
    for (number, body) in bodies.iter().enumerate() {
        let spans: Option<Vec<[f64; 2]>> = match lattice.form {
            SiteForm::Edge => within_bars(lattice, body, start, near),
            SiteForm::Cell => {
                let of_site = |&site| within(lattice, site, body.shift, start, near);
                body.sites.iter().map(of_site).collect()
            }
        };
        for [enter, leave] in spans? {
            // Along an edge of a cell rounding decides whether it is met.
            if (leave - enter).abs() < 1e-6 {
                return None;
            }
            if enter < leave {
                hits.push((leave, number));
            }
        }
    }
    hits.sort_by(|a, b| b.0.total_cmp(&a.0));
    match hits[..] {
        [(first, one), (second, other), ..] if first - second < 1e-6 && one != other => None,
        [(_, one), ..] => Some(Some(one)),
        [] => Some(None),
    }
}

fn assert_seen(bodies: &[Body], view: View) -> usize {
    assert_seen_on(lattice(), bodies, view)
}

fn assert_seen_on(lattice: &Lattice, bodies: &[Body], view: View) -> usize {
    let patches = Scene::new(lattice, bodies).draw(view);
    let Some(Bounds { min, max }) = bounds(&patches) else { return 0 };
    const STEPS: usize = 24;
    let mut compared = 0;
    for i in 0..STEPS * STEPS {
        // Off the middle, so that samples do not fall on corners.
        let share = [(i % STEPS) as f64 + 0.513, (i / STEPS) as f64 + 0.487];
        let page = [0, 1].map(|k| min[k] + (max[k] - min[k]) * share[k] / STEPS as f64);
        let Some(first) = cast(lattice, bodies, view, page) else { continue };
        assert_eq!(body_at(&patches, page), first, "{page:?} {view:?} {bodies:?}");
        compared += 1;
    }
    compared
}

fn views() -> impl Strategy<Value = View> {
    prop_oneof![
        (-180.0..180.0, -90.0..90.0).prop_map(|(yaw, pitch)| View { yaw, pitch }),
        (-12i32..12, -6i32..=6).prop_map(|(yaw, pitch)| View {
            yaw: f64::from(15 * yaw),
            pitch: f64::from(15 * pitch)
        }),
    ]
}

fn bodies() -> impl Strategy<Value = Vec<Body>> {
    let site = (0..4i32, 0..4i32, 0..4i32)
        .prop_map(|(x, y, z)| Point::new(2 * x + 1, 2 * y + 1, 2 * z + 1));
    let fine = (-1536..1536i32).prop_map(|n| f64::from(n) / FINENESS);
    let shift = prop_oneof![Just([0.0; 3]), prop::array::uniform3(fine)];
    let body = (prop::collection::btree_set(site, 1..6), shift)
        .prop_map(|(sites, shift)| Body { sites: sites.into_iter().collect(), shift });
    prop::collection::vec(body, 1..7)
}

/// Bodies of some sites of any lattice in space; single balls, since necks are no convex solids.
fn bodies_on_any_lattice() -> impl Strategy<Value = (&'static Lattice, Vec<Body>)> {
    let solids: Vec<&'static Lattice> =
        ALL.iter().copied().filter(|lattice| lattice.is_solid()).collect();
    prop::sample::select(solids).prop_flat_map(|lattice| {
        let classes = lattice.classes.len();
        let site = (0..classes, 0..3i32, 0..3i32, 0..3i32).prop_map(move |(class, x, y, z)| {
            let shift = [x, y, z].map(|n| n * lattice.period);
            Point::from(lattice.classes[class].residue) + Point::from(shift)
        });
        let most = if lattice.balls { 2 } else { 5 };
        let sites = prop::collection::btree_set(site, 8..24);
        sites.prop_map(move |sites| {
            let sites: Vec<Point> = sites.into_iter().collect();
            let bodies = sites.chunks(most - 1);
            let body = |sites: &[Point]| Body { sites: sites.to_vec(), shift: [0.0; 3] };
            (lattice, bodies.map(body).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn sites_of_every_lattice_look_as_rays_find_them(
        (lattice, bodies) in bodies_on_any_lattice(),
        view in views(),
    ) {
        assert_seen_on(lattice, &bodies, view);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn painted_from_far_to_near_bodies_look_as_rays_find_them(
        bodies in bodies(),
        view in views(),
    ) {
        assert_seen(&bodies, view);
    }

    #[test]
    fn a_board_of_cubes_taken_apart_looks_as_rays_find_it(
        view in views(),
        share in 0.0..1.0f64,
        size in 1..5i32,
    ) {
        let mut bodies = cubes(size);
        let all: Vec<Point> = bodies.iter().flat_map(|body| body.sites.clone()).collect();
        let room = Room::around(lattice(), all);
        for body in &mut bodies {
            let shift = room.shift(lattice(), &body.sites, share);
            body.shift = shift.map(|n| (n * FINENESS).round() / FINENESS);
        }
        prop_assert!(assert_seen(&bodies, view) > 100);
    }
}

#[test]
fn sites_take_up_the_room_of_their_corners_and_balls_their_own() {
    let [low, high] = faces::span(lattice(), Point::new(3, 1, 1));
    assert_eq!((low, high), ([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]));
    let balls = Lattice::by_key("Sphere").unwrap();
    let pyramid = shape_sites(balls, &["XX", "XX", "", "X"]).unwrap();
    let [x, y, z] = extent(balls, &pyramid);
    assert!((x - 2.0).abs() + (y - 2.0).abs() < 1e-9);
    assert!((z - 1.0 - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-9, "{z}");
    let prisms = Lattice::by_key("HexagonalPrism").unwrap();
    let [x, y, z] = extent(prisms, &shape_sites(prisms, &["X"]).unwrap());
    assert!((x - 1.0).abs() + (y - 2.0 / 3f64.sqrt()).abs() + (z - 1.0).abs() < 1e-9);
}

#[test]
fn balls_that_nearer_ones_hide_wholly_are_left_out_and_no_others() {
    let balls = Lattice::by_key("Sphere").unwrap();
    let block = balls.boards.iter().find(|board| board.key == "Block").unwrap();
    let sites = (block.sites)(&[5, 5, 5]);
    let body = |&site: &Point| Body { sites: vec![site], shift: [0.0; 3] };
    let bodies: Vec<Body> = sites.iter().map(body).collect();
    for view in [View::CORNER, View::FRONT, View::TOP, View { yaw: 17.0, pitch: -41.0 }] {
        let seen = Scene::new(balls, &bodies).draw(view).len();
        assert!((25..110).contains(&seen), "{view:?}: {seen}");
        assert_seen_on(balls, &bodies, view);
    }
}

#[test]
fn a_neck_that_is_seen_along_its_axis_is_hidden_by_a_ball() {
    let balls = Lattice::by_key("Sphere").unwrap();
    let sites = shape_sites(balls, &["X", "X", "X"]).unwrap();
    let scene = Scene::new(balls, &[Body { sites, shift: [0.0; 3] }]);
    assert_eq!(scene.draw(View::FRONT).len(), 1, "the nearest ball alone");
    assert_eq!(scene.draw(View::TOP).len(), 5, "three balls and two necks");
    let board = Scene::of_board(balls, shape_sites(balls, &["XX", "XX"]).unwrap().into_iter());
    assert_eq!(board.draw(View::TOP).len(), 4, "the balls of a board have no necks");
    for patch in [View::FRONT, View::TOP, View::CORNER].iter().flat_map(|view| scene.draw(*view)) {
        assert!(patch.corners.iter().flatten().all(|n| n.is_finite()));
    }
}

#[test]
fn bodies_that_cut_into_each_other_are_cut_where_they_do() {
    // A bar in a slab: no order of their whole faces is right.
    let mut bar = body(&["X", "X", "X"]);
    bar.shift = [0.5, 0.0, 0.5];
    let slab = body(&["...", "XX", "...", "", "...", "XX"]);
    for yaw in -11..12 {
        let view = View { yaw: f64::from(yaw) * 15.0, pitch: 28.0 };
        assert!(assert_seen(&[bar.clone(), slab.clone()], view) > 100);
    }
}

#[test]
fn a_whole_cube_shows_its_three_near_sides_and_apart_every_piece_does() {
    let whole = Scene::new(lattice(), &cubes(3));
    assert_eq!(whole.len(), 6 * 9, "what touches is not seen");
    assert_eq!(whole.draw(View::CORNER).len(), 27);
    assert_eq!(whole.draw(View::FRONT).len(), 9, "sides seen edge-on are not drawn");
    assert_eq!(whole.draw(View::TOP).len(), 9);
    assert_eq!(whole.draw_inside(View::CORNER).len(), 27);
    let room = Room::around(lattice(), cubes(3).into_iter().flat_map(|body| body.sites));
    let mut apart = cubes(3);
    for body in &mut apart {
        body.shift = room.shift(lattice(), &body.sites, 0.5);
    }
    let scene = Scene::new(lattice(), &apart);
    assert_eq!(scene.len(), 27 * 6, "nothing has to be cut");
    assert_eq!(scene.draw(View::CORNER).len(), 27 * 3);
}

#[test]
fn a_thousand_cubes_taken_apart_need_no_cuts() {
    let room = Room::around(lattice(), cubes(10).into_iter().flat_map(|body| body.sites));
    let mut apart = cubes(10);
    for body in &mut apart {
        body.shift = room.shift(lattice(), &body.sites, 0.31);
    }
    assert_eq!(Scene::new(lattice(), &apart).len(), 6000);
}

#[test]
fn lines_are_drawn_where_a_piece_ends_or_folds() {
    // Three cubes in a bend: its top has eight sides in ink, and two thin ones shared by both
    // cubes.
    let patches = Scene::new(lattice(), &[body(&["XX", "X"])]).draw(View::TOP);
    let sides: Vec<Side> = patches.iter().flat_map(|patch| patch.sides.clone()).collect();
    let count = |side| sides.iter().filter(|&&s| s == side).count();
    assert_eq!((count(Side::Edge), count(Side::Flat), count(Side::Cut)), (8, 4, 0));
    // Two pieces side by side are separated by a line.
    let patches = Scene::new(lattice(), &[body(&["X"]), body(&[".X"])]).draw(View::TOP);
    assert!(patches.iter().all(|patch| patch.sides == [Side::Edge; 4]));
}

#[test]
fn the_usual_view_is_lit_as_the_style_says_and_axes_go_their_way() {
    let patches = Scene::new(lattice(), &[body(&["X"])]).draw(View::CORNER);
    let mut lights: Vec<i64> = patches.iter().map(|p| (p.light * 1e3).round() as i64).collect();
    lights.sort_unstable();
    assert_eq!(lights, [-180, 0, 160]);
    let [x, y, z] = [0, 1, 2].map(|k| {
        let mut axis = [0.0; 3];
        axis[k] = 1.0;
        View::CORNER.at(axis)
    });
    assert!(x[0] > 0.0 && x[1] < 0.0, "x to the right and away");
    assert!(y[0] > 0.0 && y[1] > 0.0, "y to the right and near");
    assert!(z[0] == 0.0 && z[1] < 0.0, "z up");
}

#[test]
fn turning_stays_within_bounds_and_comes_round() {
    let view = View::CORNER.turned(0.0, 500.0);
    assert_eq!(view, View { yaw: -35.0, pitch: 90.0 });
    let round = (0..24).fold(View::CORNER, |view, _| view.turned(15.0, 0.0));
    assert!((round.yaw - View::CORNER.yaw).abs() < 1e-9);
    assert_eq!(View { yaw: 170.0, pitch: 0.0 }.turned(20.0, 0.0).yaw, -170.0);
}

#[test]
fn nothing_reaches_past_the_room_however_it_is_turned_and_taken_apart() {
    let bodies = cubes(3);
    let all = bodies.iter().flat_map(|body| body.sites.clone());
    let room = Room::around(lattice(), all);
    for share in [0.0, 0.4, 1.0] {
        let apart: Vec<Body> = bodies
            .iter()
            .map(|b| Body { shift: room.shift(lattice(), &b.sites, share), ..b.clone() })
            .collect();
        let scene = Scene::new(lattice(), &apart);
        for (yaw, pitch) in [(-35.0, 28.0), (45.0, 35.3), (0.0, 90.0), (100.0, -60.0)] {
            let view = View { yaw, pitch };
            let (outer, inner) = (room.bounds(view, share), bounds(&scene.draw(view)).unwrap());
            for k in 0..2 {
                assert!(outer.min[k] <= inner.min[k] + 0.01, "{share} {view:?}");
                assert!(outer.max[k] >= inner.max[k] - 0.01, "{share} {view:?}");
            }
        }
    }
}

#[test]
fn a_name_stands_on_top_where_there_is_room_and_nothing_covers_it() {
    let tower = body(&["X", "", "X"]);
    let flat = body(&[".X"]);
    let half = [0.1, 0.1];
    let patches = Scene::new(lattice(), &[tower.clone(), flat]).draw(View::CORNER);
    let top = View::CORNER.at([0.5, 0.5, 2.0]);
    let close = |a: Xy, b: Xy| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-9;
    let names = NamePlaces::new(&patches);
    assert!(close(names.find(0, half).unwrap(), top));
    assert!(close(names.find(1, half).unwrap(), View::CORNER.at([1.5, 0.5, 1.0])));
    assert_eq!(names.find(0, [2.0, 2.0]), None, "too large for any face");
    // With a cube upon it, and another in front, no face of the lower one is whole.
    let mut left = body(&["X"]);
    left.sites = vec![Point::new(-1, 1, 1)];
    let buried = [body(&["X"]), body(&[".", "", "X"]), body(&[".", "X"]), left];
    let patches = Scene::new(lattice(), &buried).draw(View::CORNER);
    assert_eq!(NamePlaces::new(&patches).find(0, half), None);
}

#[test]
fn beyond_a_place_that_is_seen_lies_the_site_that_would_hide_it() {
    for lattice in crate::lattice::ALL.iter().filter(|lattice| lattice.is_solid()) {
        for class in 0..lattice.classes.len() {
            let site = Point::from(lattice.classes[class].residue);
            let one = |site: Point| Body { sites: vec![site], shift: [0.0; 3] };
            let alone = Scene::new(lattice, &[one(site)]);
            for view in [View::CORNER, View { yaw: 77.0, pitch: -41.0 }] {
                for patch in alone.draw(view) {
                    let n = patch.corners.len() as f64;
                    let middle =
                        [0, 1].map(|k| patch.corners.iter().map(|c| c[k]).sum::<f64>() / n);
                    let spot = alone.spot(view, middle).expect("something is seen there");
                    let at = view.at(spot.place);
                    assert!((0..2).all(|k| (at[k] - middle[k]).abs() < 1e-6), "{}", lattice.key);
                    let Some(next) = spot.beyond(lattice, site, |_| true) else {
                        assert!(lattice.across(site).any(|next| next.is_none()), "{}", lattice.key);
                        continue;
                    };
                    assert!(lattice.neighbours(site).any(|n| n == next), "{}", lattice.key);
                    let both = Scene::new(lattice, &[one(site), one(next)]);
                    let seen = both.spot(view, middle).map(|spot| spot.body);
                    // A stick beside another leaves it in sight.
                    if lattice.form == SiteForm::Cell {
                        assert_eq!(seen, Some(1), "{}", lattice.key);
                    }
                }
            }
        }
    }
}
