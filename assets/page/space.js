// Solids in space, drawn from far to near without perspective, as the program draws them.
//
// Faces are put in order by planes that divide space (Fuchs, Kedem and Naylor, 1980): what lies beyond a
// plane hides nothing on the viewer's side of it, and a face that the plane goes through is cut in two. So
// bodies that hide each other in a ring are drawn right too. Balls are ordered by their middles.

// The distance within which a place lies in a plane, in units.
const IN_PLANE = 1e-4;
const [BELOW, ABOVE] = [1, 2];
// The number of planes considered before one is chosen.
const CANDIDATES = 24;
// The usual view, and how far a key or a pixel turns it, in degrees.
const CORNER = { yaw: -35, pitch: 28 };
const KEY_TURN = 15;
const PIXEL_TURN = 0.5;
// The size of names, in units, the smallest, in pixels, and the sizes that are tried, as shares.
const NAME = 0.26;
const LEAST_NAME = 9;
const NAME_SHARES = [1, 0.75, 0.55, 0.4, 0.3];
// The widest line between the faces of a piece, in pixels, and in units where pieces are seen from afar.
const MAX_THIN = 1.1;
const THIN = 0.02;
// The share of its length along the line of sight up to which a neck is seen from the side.
const SIDEWAYS = 0.25;

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const mixed = (colour, other, share) => {
  const parts = [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16));
  return `rgb(${parts.map((n) => Math.round(n + (other - n) * share)).join(",")})`;
};
const lit = (colour, light) => mixed(colour, light > 0 ? 255 : 0, Math.abs(light));

// The page as it stands in space: to the right, down, and towards the viewer.
function pageIn({ yaw, pitch }) {
  const [y, p] = [yaw, pitch].map((angle) => (angle * Math.PI) / 180);
  const [sy, cy, sp, cp] = [Math.sin(y), Math.cos(y), Math.sin(p), Math.cos(p)];
  return { right: [cy, -sy, 0], down: [sy * sp, cy * sp, -cp], near: [sy * cp, cy * cp, sp] };
}

// Tops are lighter, and the more a side turns to the left of the page, the darker it is.
function lightOf(normal, right) {
  const up = normal[2];
  const level = up * up * (up > 0 ? 0.16 : -0.3);
  const upright = 1 - up * up;
  if (upright < 1e-9) return level;
  const corner = (CORNER.yaw * Math.PI) / 180;
  const [sin, cos] = [-Math.sin(corner), Math.cos(corner)];
  const left = (sin - dot(right, normal) / Math.sqrt(upright)) / (sin + cos);
  return level - 0.18 * upright * Math.min(1, Math.max(0, left));
}

// On which sides of a plane a face lies.
function sidesOf(corners, { normal, at }) {
  let sides = 0;
  for (const corner of corners) {
    const above = dot(normal, corner) - at;
    if (above > IN_PLANE) sides |= ABOVE;
    else if (above < -IN_PLANE) sides |= BELOW;
  }
  return sides;
}

// The part of a face above a plane, or below it for the side -1.
function partOf(face, { normal, at }, side) {
  const off = face.corners.map((corner) => {
    const above = side * (dot(normal, corner) - at);
    return Math.abs(above) <= IN_PLANE ? 0 : above;
  });
  let sides = "";
  const corners = [];
  face.corners.forEach((a, i) => {
    const next = (i + 1) % off.length;
    const [from, to] = [off[i], off[next]];
    if (from >= 0) {
      corners.push(a);
      sides += face.sides[i];
    }
    if (from * to < 0) {
      const b = face.corners[next];
      const share = from / (from - to);
      corners.push(a.map((n, k) => n + share * (b[k] - n)));
      sides += from > 0 ? "C" : face.sides[i];
    } else if (from === 0 && to < 0) {
      sides = `${sides.slice(0, -1)}C`;
    }
  });
  return { ...face, corners, sides };
}

// The plane of a face that cuts the fewest others, and among those divides them most evenly.
function dividing(faces) {
  const planes = [...new Map(faces.map((face) => [face.key, face])).values()];
  const step = Math.ceil(planes.length / CANDIDATES);
  let best = { cost: Infinity };
  for (let i = 0; i < planes.length; i += step) {
    let [cuts, balance] = [0, 0];
    for (const face of faces) {
      const sides = sidesOf(face.corners, planes[i]);
      if (sides === (BELOW | ABOVE)) cuts += 1;
      else balance += sides === ABOVE ? 1 : sides === BELOW ? -1 : 0;
    }
    const cost = cuts * (faces.length + 1) + Math.abs(balance);
    if (cost < best.cost) best = { cost, plane: planes[i] };
  }
  return best.plane;
}

// Visits faces that look towards the viewer, from far to near.
function fromFarToNear(faces, visit) {
  if (faces.length === 0) return;
  const plane = dividing(faces);
  const [within, below, above] = [[], [], []];
  for (const face of faces) {
    const sides = sidesOf(face.corners, plane);
    if (sides === (BELOW | ABOVE)) {
      below.push(partOf(face, plane, -1));
      above.push(partOf(face, plane, 1));
    } else {
      [within, below, above][sides].push(face);
    }
  }
  fromFarToNear(below, visit);
  within.forEach(visit);
  fromFarToNear(above, visit);
}

// The pieces of a solution on a canvas.
class Space {
  constructor(data) {
    Object.assign(this, { data, canvas: byId("space"), view: CORNER });
    this.canvas.hidden = false;
    for (const face of data.pieces.flatMap(({ faces }) => faces)) face.direction = face.normal.join();
    this.pen = this.canvas.getContext("2d");
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("pointermove", (event) => this.drag(event));
    this.canvas.addEventListener("pointerup", () => { this.held = null; });
    this.canvas.addEventListener("pointercancel", () => { this.held = null; });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  // The places by which a piece reaches farthest.
  placesOf({ corners, balls }) {
    return balls.length > 0 ? balls : corners;
  }

  // Makes room for all that is seen, given as places, however it is turned.
  fit(places) {
    const low = [0, 1, 2].map((k) => Math.min(...places.map((p) => p[k])));
    const high = [0, 1, 2].map((k) => Math.max(...places.map((p) => p[k])));
    this.middle = low.map((n, k) => (n + high[k]) / 2);
    const reach = places.map((p) => Math.hypot(...p.map((n, k) => n - this.middle[k])));
    this.radius = Math.max(...reach) + 0.5;
  }

  turn(yaw, pitch) {
    const turned = this.view.yaw + yaw;
    this.view = {
      yaw: modulo(turned + 180, 360) - 180,
      pitch: Math.min(90, Math.max(-90, this.view.pitch + pitch)),
    };
    this.draw();
  }

  reset() {
    this.view = CORNER;
    this.draw();
  }

  grab(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.held = { id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  drag(event) {
    const { held } = this;
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    Object.assign(held, { x: event.clientX, y: event.clientY });
    this.turn(-PIXEL_TURN * dx, PIXEL_TURN * dy);
  }

  key(event) {
    const turns = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const turn = turns[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(...turn.map((n) => n * KEY_TURN));
  }

  // Draws the pieces at a moment, which knows the shift and the presence of each.
  draw(moment = this.moment) {
    this.moment = moment;
    const { canvas, pen } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = Math.round(Math.min(width, Math.max(240, 0.62 * window.innerHeight)));
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const page = pageIn(this.view);
    const scale = (ratio * Math.min(width, height)) / (2 * this.radius);
    const origin = [dot(page.right, this.middle), dot(page.down, this.middle)];
    this.at = (p) => [
      canvas.width / 2 + scale * (dot(page.right, p) - origin[0]),
      canvas.height / 2 + scale * (dot(page.down, p) - origin[1]),
    ];
    Object.assign(pen, { lineJoin: "round", lineCap: "round", textAlign: "center", textBaseline: "middle" });
    const thin = Math.min(ratio * MAX_THIN, Math.max(0.5 * ratio, THIN * scale));
    Object.assign(this, { page, scale, origin, thin, ratio, ink: getComputedStyle(canvas).color });
    this.patches = [];
    const seen = this.data.pieces.map((_, piece) => piece).filter((piece) => moment.presence(piece) > 0);
    if (this.data.pieces.some(({ balls }) => balls.length > 0)) this.drawBalls(seen);
    else fromFarToNear(this.meeting(seen.flatMap((piece) => this.facing(piece))), (face) => this.drawFace(face));
    pen.globalAlpha = 1;
    for (const piece of seen) if (moment.presence(piece) === 1) this.drawName(piece);
  }

  shadesOf(piece) {
    return this.data.pieces[piece].shades[isDark() ? "dark" : "light"];
  }

  // The faces of a piece that look towards the viewer, where they are now.
  facing(piece) {
    const shift = this.moment.shift(piece);
    const { corners, faces } = this.data.pieces[piece];
    const places = corners.map((corner) => add(corner, shift));
    return faces
      .filter(({ normal }) => dot(normal, this.page.near) > 1e-9)
      .map(({ normal, direction, around, sides }) => {
        const own = around.map((n) => places[n]);
        const at = dot(normal, own[0]);
        const key = `${direction} ${Math.round(at / IN_PLANE / 4)}`;
        return { piece, normal, at, key, sides, corners: own };
      });
  }

  // Faces with an edge wherever the edge of another one lies on their sides: where a piece stands on the flat
  // side of another, the later of both would cover half of it.
  meeting(faces) {
    const ends = (corner) => corner.map((n) => Math.round(n / IN_PLANE / 4)).join();
    const sideOf = ({ corners }, i) => [corners[i], corners[(i + 1) % corners.length]].map(ends).sort().join(" ");
    const edges = new Set();
    for (const face of faces) {
      [...face.sides].forEach((side, i) => side === "E" && edges.add(sideOf(face, i)));
    }
    for (const face of faces) {
      const sideOrEdge = (side, i) => (side === "F" && edges.has(sideOf(face, i)) ? "E" : side);
      if (face.sides.includes("F")) face.sides = [...face.sides].map(sideOrEdge).join("");
    }
    return faces;
  }

  path(corners, isClosed = true) {
    this.pen.beginPath();
    corners.forEach(([x, y], i) => (i === 0 ? this.pen.moveTo(x, y) : this.pen.lineTo(x, y)));
    if (isClosed) this.pen.closePath();
  }

  stroke(colour, width) {
    Object.assign(this.pen, { strokeStyle: colour, lineWidth: width });
    this.pen.stroke();
  }

  drawFace({ piece, normal, sides, corners, at }) {
    const { pen } = this;
    const [fill, , label] = this.shadesOf(piece);
    const own = corners.map(this.at);
    pen.globalAlpha = this.moment.presence(piece);
    pen.fillStyle = lit(fill, lightOf(normal, this.page.right));
    this.path(own);
    pen.fill();
    // A line of its own colour closes the seams between patches.
    this.stroke(pen.fillStyle, 0.7);
    const line = (wanted, colour, width) => {
      pen.beginPath();
      own.forEach((a, i) => {
        if (sides[i] !== wanted) return;
        pen.moveTo(...a);
        pen.lineTo(...own[(i + 1) % own.length]);
      });
      this.stroke(colour, width);
    };
    if (sides.includes("F")) line("F", mixed(fill, label === "#ffffff" ? 255 : 0, 0.22), this.thin);
    if (sides.includes("E")) line("E", this.ink, 2 * this.thin);
    this.addPatch({ piece, corners: own, isLevel: Math.abs(normal[2]) > 0.999, normal, at });
  }

  drawBalls(seen) {
    const { near } = this.page;
    const solids = seen.flatMap((piece) => {
      const shift = this.moment.shift(piece);
      const { balls, necks } = this.data.pieces[piece];
      const middles = balls.map((ball) => add(ball, shift));
      const own = middles.map((middle) => ({ piece, ends: [middle], depth: dot(near, middle) }));
      return own.concat(necks.map((pair) => {
        const ends = pair.map((n) => middles[n]);
        const [a, b] = ends.map((end) => dot(near, end));
        // Seen from the side, it covers the lines around both its balls.
        const depth = Math.abs(a - b) < SIDEWAYS ? Math.max(a, b) + 1e-6 : (a + b) / 2;
        return { piece, ends, depth };
      }));
    });
    solids.sort((a, b) => a.depth - b.depth).forEach((solid) => this.drawRound(solid));
  }

  // A ball, or the neck between two.
  drawRound({ piece, ends }) {
    const { pen, scale, data } = this;
    const [fill] = this.shadesOf(piece);
    pen.globalAlpha = this.moment.presence(piece);
    if (ends.length > 1) {
      this.drawNeck(ends, fill);
      return;
    }
    const [x, y] = this.at(ends[0]);
    const radius = data.ball * scale;
    const light = pen.createRadialGradient(x + 0.4 * radius, y - 0.49 * radius, 0.1 * radius, x, y, radius);
    [[0, 0.3], [0.5, 0], [1, -0.3]].forEach(([at, share]) => light.addColorStop(at, lit(fill, share)));
    pen.fillStyle = light;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
    this.stroke(this.ink, 1.5 * this.thin);
    const corners = [...Array(12).keys()].map((n) => {
      const angle = (n * Math.PI) / 6;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    this.addPatch({ piece, corners, isLevel: false });
  }

  // Remembers what is drawn, with the box around it.
  addPatch(patch) {
    const [xs, ys] = [0, 1].map((k) => patch.corners.map((corner) => corner[k]));
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    this.patches.push({ ...patch, box });
  }

  // The neck between two balls, as far as it is outside of them.
  drawNeck([a, b], fill) {
    const { ball, neck } = this.data;
    const share = Math.sqrt(ball * ball - neck * neck) / Math.hypot(...subtract(a, b));
    const along = (n) => this.at(a.map((own, k) => own + n * (b[k] - own)));
    const [from, to] = [along(share), along(1 - share)];
    const length = distance(from, to);
    if (length < 1e-6) return;
    const half = neck * this.scale;
    const across = [(from[1] - to[1]) * half / length, (to[0] - from[0]) * half / length];
    const [left, right] = [1, -1].map((side) => [from, to].map((end) => end.map((n, k) => n + side * across[k])));
    this.pen.fillStyle = fill;
    this.path([...left, right[1], right[0]]);
    this.pen.fill();
    for (const line of [left, right]) {
      this.path(line, false);
      this.stroke(this.ink, 1.5 * this.thin);
    }
  }

  // The name of a piece on one of its faces on which nothing lies, as large as it has room there.
  drawName(piece) {
    const { pen, patches } = this;
    const { name } = this.data.pieces[piece];
    const largest = Math.min(NAME, 0.8 / (LETTER * name.length)) * this.scale;
    const own = patches.flatMap((patch, n) => (patch.piece === piece ? [{ patch, n, at: mean(patch.corners) }] : []));
    if (own.length === 0) return;
    const middle = mean(own.map(({ at }) => at));
    const rank = ({ patch, at }) => distance(at, middle) - (patch.isLevel ? 1e6 : 0);
    own.sort((a, b) => rank(a) - rank(b));
    for (const share of NAME_SHARES) {
      const letters = share * largest;
      if (share < 1 && letters < LEAST_NAME * this.ratio) return;
      const free = own.find((place) => this.isFree(place, letters, name.length));
      if (free) {
        pen.font = `600 ${letters}px system-ui, sans-serif`;
        [, , pen.fillStyle] = this.shadesOf(piece);
        pen.fillText(name, ...free.at);
        return;
      }
    }
  }

  // Whether so many letters of a size find room in the middle of a patch, with nothing upon them.
  isFree({ patch, n, at: [x, y] }, letters, length) {
    const [w, h] = [(LETTER * letters * length) / 2, 0.45 * letters];
    const around = [[-w, -h], [w, -h], [w, h], [-w, h], [-w, 0], [w, 0], [0, 0]].map(([dx, dy]) => [x + dx, y + dy]);
    if (!around.every((place) => isInside(place, patch.corners))) return false;
    return this.patches.slice(n + 1).every(({ box: [left, top, right, bottom], corners }) =>
      left > x + w || right < x - w || top > y + h || bottom < y - h ||
      !around.some((place) => isInside(place, corners)));
  }
}
