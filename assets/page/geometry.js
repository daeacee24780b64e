"use strict";

// Geometry: points are three whole numbers, as in the puzzle's lattice; a place on the page is two
// numbers, x to the right and y down, in periods of the lattice.

const keyOf = (point) => point.join(",");
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const compare = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
const apply = (matrix, p) => matrix.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
const multiply = (a, b) => a.map((row) => [0, 1, 2].map((k) => row[0] * b[0][k] + row[1] * b[1][k] + row[2] * b[2][k]));
const modulo = (n, m) => ((n % m) + m) % m;
const mean = (places) => {
  const sum = places.reduce((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]);
  return [sum[0] / places.length, sum[1] / places.length];
};
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const towards = (a, b, length) => {
  const share = length / distance(a, b);
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
};

// The motion that a turn is undone by: as often the same turn until the next one brings all back.
function inverseOf(turn) {
  let power = turn;
  for (let next = multiply(turn, power); String(next) !== "1,0,0,0,1,0,0,0,1"; next = multiply(turn, next)) {
    power = next;
  }
  return power;
}

class Lattice {
  constructor(data) {
    Object.assign(this, data);
    this.byResidue = new Map(data.classes.map((c) => [keyOf(c.residue), c]));
  }

  classOf(site) {
    const p = this.period;
    const z = this.solid ? modulo(site[2], p) : site[2];
    return this.byResidue.get(keyOf([modulo(site[0], p), modulo(site[1], p), z]));
  }

  corners(site) {
    return (this.classOf(site)?.corners ?? []).map((offset) => add(site, offset));
  }

  // The corners around what is drawn: of a solid those of its section at the height of the site.
  outline(site) {
    return (this.classOf(site)?.outline ?? []).map((offset) => add(site, offset));
  }

  layer(site) {
    const height = modulo(site[2], this.period);
    const above = this.levels.filter((level) => level <= height).length;
    return Math.floor(site[2] / this.period) * this.levels.length + above - 1;
  }

  // Where a point lies on the page, whose layers are `stride` apart.
  at(point, stride) {
    const part = (k) =>
      this.axes.reduce((sum, axis, n) => sum + (axis[k] * point[n]) / this.period, 0);
    return [part(0) + stride * this.layer(point), part(1)];
  }

  // Whole periods along the first two axes next to a way on the page: the four around it.
  periodsNear([dx, dy]) {
    const [[ax, ay], [bx, by]] = this.axes;
    const area = ax * by - ay * bx;
    const a = (dx * by - dy * bx) / area;
    const b = (ax * dy - ay * dx) / area;
    const [i, j] = [Math.floor(a), Math.floor(b)];
    return [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]]
      .map(([m, n]) => [m * this.period, n * this.period, 0]);
  }

  middle(site, stride) {
    return mean(this.outline(site).map((corner) => this.at(corner, stride)));
  }

  // The shift by whole periods that brings some sites to the origin.
  homeward(sites) {
    return [0, 1, 2].map((k) => {
      const least = Math.min(...sites.map((site) => site[k]));
      return -Math.floor(least / this.period) * this.period;
    });
  }

  // The corners at which two of the edges run straight on into each other.
  straightCorners(sites) {
    if (!this.edges) return [];
    const known = new Set(sites.map(keyOf));
    const through = new Set();
    for (const site of sites) {
      for (const corner of this.corners(site)) {
        if (known.has(keyOf(add(corner, subtract(corner, site))))) through.add(keyOf(corner));
      }
    }
    return [...through];
  }

  bounds(sites, stride) {
    const places = sites.flatMap((site) => this.outline(site).map((c) => this.at(c, stride)));
    return places.reduce(
      (b, [x, y]) => ({
        left: Math.min(b.left, x), top: Math.min(b.top, y),
        right: Math.max(b.right, x), bottom: Math.max(b.bottom, y),
      }),
      { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
    );
  }
}

const number = (n) => String(Math.round(n * 1000) / 1000);
const placeText = ([x, y]) => `${number(x)} ${number(y)}`;
const polygon = (places) => `M${places.map(placeText).join("L")}Z`;
const segment = (a, b) => `M${placeText(a)}L${placeText(b)}`;

// What is drawn of some cells: their areas, the sides between them and those around them.
function cellPaths(lattice, sites, stride) {
  const sides = new Map();
  let fill = "";
  for (const site of sites) {
    const corners = lattice.outline(site);
    fill += polygon(corners.map((corner) => lattice.at(corner, stride)));
    corners.forEach((corner, i) => {
      const next = corners[(i + 1) % corners.length];
      const key = [corner, next].sort(compare).map(keyOf).join(" ");
      const side = sides.get(key) ?? { ends: [corner, next], count: 0 };
      side.count += 1;
      sides.set(key, side);
    });
  }
  let [inner, outline] = ["", ""];
  for (const { ends, count } of sides.values()) {
    const line = segment(lattice.at(ends[0], stride), lattice.at(ends[1], stride));
    if (count > 1) inner += line;
    else outline += line;
  }
  return { fill, inner, outline };
}

// What is drawn of some edges: lines that stop before a free end, and bends as curves.
const FREE_END = 0.25;
const BEND = 0.42;

function stickPath(lattice, sites, stride) {
  const meeting = new Map();
  // In space an upright edge is seen as a short bar.
  const isLevel = (site) => lattice.corners(site).every((corner) => corner[2] === site[2]);
  const level = sites.filter(isLevel);
  for (const site of level) {
    for (const corner of lattice.corners(site)) {
      const here = meeting.get(keyOf(corner)) ?? { corner, sites: [] };
      here.sites.push(site);
      meeting.set(keyOf(corner), here);
    }
  }
  const bends = (here) =>
    here.sites.length === 2 &&
    keyOf(subtract(here.sites[0], here.corner)) !== keyOf(subtract(here.corner, here.sites[1]));
  const endOf = (site, corner) => {
    const here = meeting.get(keyOf(corner));
    const vertex = lattice.at(corner, stride);
    const middle = lattice.middle(site, stride);
    const length = 2 * distance(vertex, middle);
    if (here.sites.length === 1) return towards(vertex, middle, FREE_END * length);
    return bends(here) ? towards(vertex, middle, BEND * length) : vertex;
  };
  let path = "";
  for (const site of sites.filter((site) => !isLevel(site))) {
    path += segment(...lattice.outline(site).map((end) => lattice.at(end, stride)));
  }
  for (const site of level) {
    const [a, b] = lattice.corners(site).map((corner) => endOf(site, corner));
    path += segment(a, b);
  }
  for (const here of meeting.values()) {
    if (!bends(here)) continue;
    const [from, to] = here.sites.map((site) => endOf(site, here.corner));
    const vertex = lattice.at(here.corner, stride);
    path += `M${placeText(from)}Q${placeText(vertex)} ${placeText(to)}`;
  }
  return path;
}

// The thickness of sticks, so that three of them end at a vertex without touching.
function stickWidth(lattice, site) {
  const [a, b] = lattice.corners(site).map((corner) => lattice.at(corner, 0));
  // An upright one is as long as the others.
  return Math.min(0.21, 0.27 * (distance(a, b) || 1));
}

// The radius of the circle inside a cell.
function radiusInside(lattice, site) {
  const corners = lattice.outline(site).map((corner) => lattice.at(corner, 0));
  const [x, y] = mean(corners);
  return Math.min(...corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    const [dx, dy] = [bx - ax, by - ay];
    return Math.abs(dx * (y - ay) - dy * (x - ax)) / Math.hypot(dx, dy);
  }));
}

// Whether a place lies inside a convex polygon.
function isInside([x, y], corners) {
  let [left, right] = [false, false];
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (side > 1e-9) left = true;
    if (side < -1e-9) right = true;
  });
  return !(left && right);
}

// Where a name of so many letters stands on some cells, and how wide it may be: of the middles of cells and of the
// sides between them the one with most room, as far as it is needed, nearest to the centre.
const STEP = 0.04;

function roomForName(lattice, sites, stride, wanted) {
  const cells = sites.map((site) => lattice.outline(site).map((corner) => lattice.at(corner, stride)));
  const middles = cells.map(mean);
  const centre = mean(middles);
  const between = middles.flatMap((a, i) =>
    middles.slice(i + 1).filter((b) => distance(a, b) < 1.2).map((b) => mean([a, b])));
  const reach = ([x, y], step) => {
    let n = 0;
    const isOn = (at) => cells.some((cell) => isInside(at, cell));
    while (n * STEP < wanted && [-0.1, 0.1].every((dy) => isOn([x + (n + 1) * step, y + dy]))) n += 1;
    return n * STEP;
  };
  let best = { at: middles[0], room: 0, off: Infinity };
  const consider = (at, isBetween) => {
    const room = Math.min(wanted, 2 * Math.min(reach(at, STEP), reach(at, -STEP)));
    const off = distance(at, centre);
    const isNearer = !isBetween && off < best.off - 1e-9;
    if (room > best.room + 1e-9 || (room > best.room - 1e-9 && isNearer)) best = { at, room, off };
  };
  middles.forEach((at) => consider(at, false));
  // On the line between two cells only what has no room within one.
  between.forEach((at) => consider(at, true));
  return best;
}
