// Pieces as shapes of the page.

const SVG = "http://www.w3.org/2000/svg";
const element = (name, attributes = {}, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// A piece as a group of shapes; one that is shown smaller has larger letters.
function figure(game, piece, sites, stride, shades, attributes = {}, share = 1) {
  const { lattice } = game;
  const { light, dark } = shades;
  const style = [["fill", 0], ["rim", 1], ["label", 2]]
    .map(([name, i]) => `--${name}:${light[i]};--${name}-dark:${dark[i]}`).join(";");
  const group = element("g", { style, ...attributes });
  let letters;
  if (lattice.edges) {
    const d = stickPath(lattice, sites, stride);
    const width = stickWidth(lattice, sites[0]);
    group.append(
      element("path", { d, class: "touch", "stroke-width": 3 * width }),
      element("path", { d, class: "casing", "stroke-width": width + 0.07 }),
      element("path", { d, class: "stick", "stroke-width": width }),
    );
    letters = 0.8 * width;
  } else {
    const { fill, inner, outline } = cellPaths(lattice, sites, stride);
    group.append(
      element("path", { d: fill, class: "fill" }),
      element("path", { d: inner, class: "inner" }),
      element("path", { d: outline, class: "outline" }),
    );
    letters = Math.min(0.28 / share, 0.9 * radiusInside(lattice, sites[0]));
  }
  const data = game.data.pieces[piece];
  group.append(element("title", {}, data.name));
  group.append(nameOf(lattice, sites, stride, data.name, letters));
  data.labels.forEach((label, i) => {
    if (label) group.append(badge(game, label, sites[i], stride, share));
  });
  return group;
}

// The board on which pieces lie.
function ground(lattice, required, optional, stride) {
  const sites = required.concat(optional);
  if (lattice.edges) {
    const lines = (own) => own.map((site) =>
      segment(...lattice.outline(site).map((end) => lattice.at(end, stride)))).join("");
    const corners = new Map(sites.flatMap((site) => lattice.corners(site).map((c) => [keyOf(c), c])));
    const dots = [...corners.values()].map((corner) => {
      const at = lattice.at(corner, stride);
      return segment(at, at);
    });
    return [
      element("path", { d: lines(required), class: "board edges" }),
      element("path", { d: lines(optional), class: "board edges optional" }),
      element("path", { d: dots.join(""), class: "vertices" }),
    ];
  }
  return [
    element("path", { d: cellPaths(lattice, required, stride).fill, class: "board" }),
    element("path", { d: cellPaths(lattice, optional, stride).fill, class: "board optional" }),
    element("path", { d: cellPaths(lattice, sites, stride).outline, class: "rim" }),
  ];
}

// The radius of the mark of a colour label, at most, and of the white disc below it, in radii of that.
const BADGE = 0.09;
const MAX_BADGE = 0.15;
const BADGE_GROUND = 1.35;

// The mark of a colour label, as the program draws it: towards a corner of its site, so that the middle
// is left to names, and of another form for each of the first four labels.
function badge({ lattice, data }, label, site, stride, share = 1) {
  const corners = lattice.outline(site).map((corner) => lattice.at(corner, stride));
  const middle = mean(corners);
  const low = corners.reduce((best, own) => (own[0] + own[1] >= best[0] + best[1] ? own : best));
  const [x, y] = [0, 1].map((k) => middle[k] + 0.6 * (low[k] - middle[k]));
  const r = Math.min(BADGE / share, MAX_BADGE);
  const at = (dx, dy) => [x + dx * r, y + dy * r];
  const line = { class: "mark", "stroke-width": number(0.4 * r) };
  const solid = { class: "mark solid" };
  const circle = (radius, attributes) =>
    element("circle", { cx: number(x), cy: number(y), r: number(radius), ...attributes });
  const path = (d, attributes) => element("path", { d, ...attributes });
  const form = [
    () => circle(r, solid),
    () => circle(0.8 * r, line),
    () => path(polygon([at(0, -1), at(1, 0), at(0, 1), at(-1, 0)]), solid),
    () => path(segment(at(-1, 0), at(1, 0)) + segment(at(0, -1), at(0, 1)), line),
  ][data.labels.indexOf(label)] ?? (() => word([x, y], label, 2.2 * r, "mark-letter"));
  return element("g", { class: "badge" }, circle(BADGE_GROUND * r, { class: "mark-ground" }), form());
}

// How wide a letter is, in its size.
const LETTER = 0.62;

// The name of a piece, as large as it has room.
function nameOf(lattice, sites, stride, name, letters) {
  const wanted = LETTER * letters * name.length;
  if (lattice.edges) {
    const middles = sites.map((site) => lattice.middle(site, stride));
    const centre = mean(middles);
    const [place] = [...middles].sort((a, b) => distance(a, centre) - distance(b, centre));
    return word(place, name, Math.min(letters, (0.8 * letters) / wanted));
  }
  const { at, room } = roomForName(lattice, sites, stride, wanted);
  return word(at, name, letters * Math.min(1, Math.max(room, 0.3) / wanted));
}

function word([x, y], text, size, kind = "") {
  const made = element("text", { x: number(x), y: number(y), class: kind });
  made.style.fontSize = `${number(size)}px`;
  made.textContent = text;
  return made;
}
