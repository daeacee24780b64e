// The table: draws board and pieces, and turns pointers and keys into moves.

const SVG = "http://www.w3.org/2000/svg";
const element = (name, attributes = {}, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const byId = (id) => document.getElementById(id);

// Room around the board and between pieces, in units of the lattice.
const MARGIN = 0.5;
const GAP = 0.6;
// How far a pointer may stray in a click, in pixels.
const CLICK_REACH = 6;

// A piece as a group of shapes.
function figure(game, piece, sites, stride, shades, attributes = {}) {
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
    letters = Math.min(0.28, 0.9 * radiusInside(lattice, sites[0]));
  }
  const data = game.data.pieces[piece];
  const middles = sites.map((site) => lattice.middle(site, stride));
  data.labels.forEach((label, i) => {
    if (label) group.append(word(middles[i], label, letters));
  });
  if (data.labels.length === 0) {
    group.append(nameOf(lattice, sites, stride, data.name, letters));
  }
  return group;
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

class Table {
  constructor(game, say) {
    this.game = game;
    this.say = say;
    this.svg = byId("table");
    this.selected = null;
    this.held = null;
    this.hinted = null;
    this.boardBounds = game.lattice.bounds(game.sites, 0);
    const layers = game.sites.map((site) => game.lattice.layer(site));
    this.layers = [...new Set(layers)].sort((a, b) => a - b);
    this.stride = this.layers.length > 1 ? this.boardBounds.right - this.boardBounds.left + 1 : 0;
    this.boardBounds = game.lattice.bounds(game.sites, this.stride);
    this.svg.addEventListener("pointerdown", (event) => this.take(event));
    // A finger on a piece moves the piece and not the page.
    const keepPage = (event) => { if (this.held || event.target.closest(".piece")) event.preventDefault(); };
    this.svg.addEventListener("touchstart", keepPage, { passive: false });
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.drop(event));
    window.addEventListener("pointercancel", () => this.letGo());
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.draw());
  }

  // Drawing

  shades(piece, index) {
    const { pieces, palette } = this.game.data;
    // Copies of the only piece differ in colour, so that they can be told apart.
    const isAlone = pieces.length === 1 && pieces[0].max > 1 && index !== undefined;
    return isAlone ? palette[index % 12] : pieces[piece].shades;
  }

  // How far apart the layers of a piece beside the board are.
  ownStride(sites) {
    if (!this.game.lattice.solid) return 0;
    const { left, right } = this.game.lattice.bounds(sites, 0);
    return right - left + 0.4;
  }

  draw() {
    const focus = document.activeElement?.dataset?.key;
    const slots = this.slots();
    const { width, height, scale, at, board } = this.layout(slots);
    this.origin = board;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `0 0 ${number(width)} ${number(height)}`);
    this.svg.setAttribute("width", Math.round(width * scale));
    this.svg.setAttribute("height", Math.round(height * scale));
    this.onBoard = element("g", { transform: `translate(${placeText(board)})` });
    this.onBoard.append(...this.boardShapes());
    this.game.state.placed.forEach((placed, index) => this.onBoard.append(this.placedShape(placed, index)));
    if (this.hinted) this.onBoard.append(this.ghost(this.hinted.piece, this.hinted.sites, "hinted"));
    slots.forEach((slot, i) => this.svg.append(this.slotShape(slot, at[i])));
    this.svg.append(this.onBoard);
    this.floating = element("g");
    this.onBoard.append(this.floating);
    if (this.held) this.drawHeld();
    if (focus) this.svg.querySelector(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
    this.changed?.();
  }

  // The pieces beside the board, with the room that each takes.
  slots() {
    const { data, lattice, state } = this.game;
    return data.pieces.map((_, piece) => {
      const shape = state.shapes[piece];
      const stride = this.ownStride(shape);
      const bounds = lattice.bounds(shape, stride);
      const [w, h] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
      // A flat piece has the same room however it is turned.
      const size = lattice.solid ? [w, h] : [Math.max(w, h), Math.max(w, h)];
      return { piece, shape, stride, bounds, size };
    }).filter(({ piece }) => !this.game.isLeftOut(piece));
  }

  // Where board and pieces lie: beside or below each other, whichever is larger on this screen.
  layout(slots) {
    const b = this.boardBounds;
    const captions = this.layers.length > 1 ? 0.7 : 0;
    const [bw, bh] = [b.right - b.left + 2 * MARGIN, b.bottom - b.top + 2 * MARGIN + captions];
    const room = [document.documentElement.clientWidth - 32, Math.max(360, window.innerHeight - 190)];
    const isNarrow = room[0] < 600;
    const widest = Math.max(...slots.map(({ size }) => size[0]), 1) + GAP;
    let best = null;
    for (const beside of [false, true]) {
      for (let share = 1; share <= 12; share += 1) {
        const free = beside ? Math.max(widest, (bw * share) / 6) : Math.max(bw, widest, (bw * (share + 5)) / 6);
        const { at, height } = rows(slots, free);
        const width = beside ? bw + free : Math.max(bw, free);
        const all = beside ? Math.max(bh, height) : bh + height;
        // On a telephone one scrolls, but not far.
        const high = isNarrow ? 1.6 * room[1] : room[1];
        const fits = Math.min(room[0] / width, high / all);
        const scale = Math.min(80, fits);
        if (isNarrow && beside) continue;
        if (best && scale <= best.scale) continue;
        const left = beside ? 0 : (width - bw) / 2;
        const [dx, dy] = beside ? [bw, 0] : [(width - free) / 2, bh];
        best = {
          width, height: all, scale,
          at: at.map(([x, y]) => [x + dx, y + dy]),
          board: [left + MARGIN - b.left, MARGIN - b.top],
        };
      }
    }
    // Many pieces make a long page rather than a tiny board.
    best.scale = Math.max(best.scale, Math.min(room[0] / best.width, 14));
    return best;
  }

  boardShapes() {
    const { game, stride } = this;
    const { lattice, data } = game;
    const optional = game.sites.filter((_, i) => game.optional.has(i));
    const required = game.sites.filter((_, i) => !game.optional.has(i));
    const shapes = [];
    if (lattice.edges) {
      const lines = (sites) => sites.map((site) =>
        segment(...lattice.outline(site).map((end) => lattice.at(end, stride)))).join("");
      shapes.push(element("path", { d: lines(required), class: "board edges" }));
      shapes.push(element("path", { d: lines(optional), class: "board edges optional" }));
      const corners = new Map(game.sites.flatMap((site) => lattice.corners(site).map((c) => [keyOf(c), c])));
      const dots = [...corners.values()].map((corner) => {
        const at = lattice.at(corner, stride);
        return segment(at, at);
      });
      shapes.push(element("path", { d: dots.join(""), class: "vertices" }));
    } else {
      shapes.push(element("path", { d: cellPaths(lattice, required, stride).fill, class: "board" }));
      shapes.push(element("path", { d: cellPaths(lattice, optional, stride).fill, class: "board optional" }));
      shapes.push(element("path", { d: cellPaths(lattice, game.sites, stride).outline, class: "rim" }));
    }
    const open = [...game.open].map((i) => game.sites[i]);
    if (open.length > 0 && !lattice.edges) {
      shapes.push(element("path", { d: cellPaths(lattice, open, stride).fill, class: "open" }));
    }
    const size = lattice.edges ? 0.17 : 0.8 * radiusInside(lattice, game.sites[0]);
    const texts = { ...data.board.labels, ...data.board.texts };
    for (const [i, text] of Object.entries(texts)) {
      if (!text) continue;
      const letters = Math.min(size, (1.6 * size) / Math.max(1, text.length));
      shapes.push(word(lattice.middle(game.sites[i], stride), text, letters, "site-text"));
    }
    if (this.layers.length > 1) {
      this.layers.forEach((layer, n) => {
        const x = this.boardBounds.left + n * stride + (stride - 1) / 2;
        const name = n === 0 ? "Layer 1, the lowest" : `Layer ${n + 1}`;
        shapes.push(word([x, this.boardBounds.bottom + 0.4], name, 0.34, "layer"));
      });
    }
    return shapes;
  }

  placedShape({ piece, sites, pinned }, index) {
    const name = this.game.data.pieces[piece].name;
    const isHeld = this.held?.from === index;
    const isSelected = this.selected?.index === index;
    const group = figure(this.game, piece, sites.map((i) => this.game.sites[i]), this.stride,
      this.shades(piece, index), {
        class: `piece${pinned ? " pinned" : ""}${isSelected ? " selected" : ""}`,
        "data-index": index, "data-piece": piece, "data-key": `placed-${index}`,
        tabindex: 0, role: "button",
        "aria-label": `${name}, on the board${pinned ? ", pinned" : ""}`,
      });
    if (pinned) {
      const [x, y] = this.game.lattice.middle(this.game.sites[sites[0]], this.stride);
      group.append(element("circle", { cx: x, cy: y, r: 0.1, class: "pin" }));
    }
    if (isHeld) group.style.display = "none";
    return group;
  }

  slotShape({ piece, shape, stride, bounds, size }, [x, y]) {
    const { name, max } = this.game.data.pieces[piece];
    const left = this.game.left(piece) - (this.held?.piece === piece && this.held.from < 0 ? 1 : 0);
    const isSelected = this.selected?.index === undefined && this.selected?.piece === piece;
    const group = figure(this.game, piece, shape, stride, this.shades(piece), {
      class: `piece${left > 0 ? "" : " used"}${isSelected ? " selected" : ""}`,
      "data-piece": piece, "data-key": `piece-${piece}`,
      tabindex: left > 0 ? 0 : -1, role: "button",
      "aria-label": `${name}, ${left > 0 ? (max > 1 ? `${left} left` : "beside the board") : "on the board"}`,
    });
    const centre = [x + size[0] / 2 - (bounds.left + bounds.right) / 2,
      y + size[1] / 2 - (bounds.top + bounds.bottom) / 2];
    group.setAttribute("transform", `translate(${placeText(centre)})`);
    if (max > 1) group.append(word([bounds.right + 0.1, bounds.bottom + 0.15], `×${left}`, 0.4, "count"));
    return group;
  }

  ghost(piece, positions, kind) {
    const sites = positions.map((i) => this.game.sites[i]);
    return figure(this.game, piece, sites, this.stride, this.shades(piece), { class: `ghost ${kind}` });
  }

  // The piece that is held: where the pointer has it, and where it would lie.
  drawHeld() {
    const { game, held } = this;
    this.floating.replaceChildren();
    const { lattice } = game;
    const rest = held.target?.sites ?? held.shape;
    if (held.target) {
      const kind = held.target.why === null ? "" : "clash";
      const shown = figure(game, held.piece, rest, this.stride, this.shades(held.piece), { class: `ghost ${kind}` });
      this.floating.append(shown);
      if (held.keys) return;
    }
    const body = figure(game, held.piece, held.shape, this.stride, this.shades(held.piece), { class: "floating piece" });
    const middle = lattice.middle(held.anchor, this.stride);
    body.setAttribute("transform", `translate(${placeText([held.place[0] - middle[0], held.place[1] - middle[1]])})`);
    this.floating.append(body);
  }

  // Pointers

  // Where a pointer is, in the board's own places.
  placeOf(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.onBoard.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  take(event) {
    const target = event.target.closest(".piece");
    if (event.button !== 0 || !target || this.held) return;
    const piece = Number(target.dataset.piece);
    const from = target.dataset.index === undefined ? -1 : Number(target.dataset.index);
    const laid = this.game.state.placed[from];
    if (laid?.pinned || (!laid && this.game.left(piece) <= 0)) return;
    event.preventDefault();
    this.hinted = null;
    const place = this.placeOf(event);
    const own = new DOMPoint(event.clientX, event.clientY).matrixTransform(target.getScreenCTM().inverse());
    const shape = laid ? laid.sites.map((i) => this.game.sites[i]) : this.game.state.shapes[piece];
    const stride = laid ? this.stride : this.ownStride(shape);
    const off = (site) => distance(this.game.lattice.middle(site, stride), [own.x, own.y]);
    const anchor = shape.reduce((best, site) => (off(site) < off(best) ? site : best));
    this.pressed = { piece, from, shape, anchor, place, x: event.clientX, y: event.clientY, id: event.pointerId };
    target.focus({ preventScroll: true });
  }

  move(event) {
    if (this.pressed && event.pointerId === this.pressed.id) {
      const { x, y, id, ...held } = this.pressed;
      if (Math.hypot(event.clientX - x, event.clientY - y) < CLICK_REACH) return;
      this.pressed = null;
      this.held = { ...held, id, target: null };
      this.selected = held.from >= 0 ? { piece: held.piece, index: held.from } : { piece: held.piece };
      this.draw();
    }
    if (!this.held || this.held.keys || event.pointerId !== this.held.id) return;
    this.held.place = this.placeOf(event);
    this.aim();
  }

  // Looks where the held piece would lie.
  aim() {
    const { piece, shape, anchor, place, from } = this.held;
    this.held.target = this.game.snap(piece, shape, anchor, place, this.stride, from);
    this.drawHeld();
  }

  drop(event) {
    if (this.pressed && event.pointerId === this.pressed.id) {
      const { piece, from } = this.pressed;
      this.pressed = null;
      this.click(piece, from);
    } else if (this.held && !this.held.keys && event.pointerId === this.held.id) {
      this.put();
    }
  }

  // A first click selects a piece, a second one turns it.
  click(piece, from) {
    const isAgain = this.selected?.piece === piece && (this.selected.index ?? -1) === from;
    this.selected = from >= 0 ? { piece, index: from } : { piece };
    if (isAgain) this.motion(this.game.mayMove(piece, "turn") ? "turn" : "flip");
    else this.draw();
  }

  // Puts the held piece where it is.
  put() {
    const { piece, from, target } = this.held;
    this.held = null;
    if (target?.why === null) {
      this.game.place(piece, target.sites, from);
      this.selected = { piece, index: this.game.state.placed.length - 1 };
      this.report(`${this.game.data.pieces[piece].name} is on the board.`);
    } else if (target) {
      this.say(target.why, true);
    } else if (from >= 0) {
      this.game.remove(from);
      this.selected = { piece };
      this.report("");
    }
    this.draw();
  }

  letGo() {
    this.held = null;
    this.pressed = null;
    this.draw();
  }

  // Moves by buttons and keys

  motion(name) {
    const { game, held, selected } = this;
    const piece = held?.piece ?? selected?.piece;
    if (piece === undefined || !game.mayMove(piece, name)) return;
    if (held) {
      const { shape, site } = game.moved(held.shape, name, held.anchor);
      Object.assign(held, { shape, anchor: site });
      if (held.keys) this.keepOnBoard();
      this.aim();
      return;
    }
    const laid = selected.index === undefined ? null : game.state.placed[selected.index];
    if (laid?.pinned) return;
    const sites = laid ? laid.sites.map((i) => game.sites[i]) : game.state.shapes[piece];
    const { shape } = game.moved(sites, name, sites[0]);
    const shapes = game.state.shapes.map((old, i) => (i === piece ? shape : old));
    if (laid) {
      // It is turned beside the board, since there it has room.
      const placed = game.state.placed.filter((_, i) => i !== selected.index);
      game.change({ placed, shapes });
      this.selected = { piece };
      this.say(`${game.data.pieces[piece].name} is back beside the board.`);
    } else {
      game.change({ shapes });
    }
    this.draw();
    this.svg.querySelector(`[data-key="piece-${piece}"]`)?.focus({ preventScroll: true });
  }

  putBack() {
    const laid = this.game.state.placed[this.selected?.index];
    if (!laid || laid.pinned) return;
    this.game.remove(this.selected.index);
    this.selected = { piece: laid.piece };
    this.report(`${this.game.data.pieces[laid.piece].name} is back beside the board.`);
    this.draw();
  }

  // Takes up a piece by the keyboard: above the middle of the board, or where it lies.
  pickUp(piece, from) {
    const { lattice, state, sites } = this.game;
    const laid = state.placed[from];
    if (laid?.pinned || (!laid && this.game.left(piece) <= 0)) return;
    const shape = laid ? laid.sites.map((i) => sites[i]) : state.shapes[piece];
    const anchor = shape[0];
    const places = sites.map((site) => lattice.middle(site, this.stride));
    const middle = this.layers.length > 1 ? places[0] : mean(places);
    const place = laid ? lattice.middle(anchor, this.stride) : middle;
    this.hinted = null;
    this.held = { piece, from, shape, anchor, place, target: null, keys: true };
    this.keepOnBoard();
    this.draw();
    this.aim();
    this.say("Arrow keys move, R turns, F flips, Enter puts it down, Escape lets go.");
  }

  // Brings a piece that the keyboard holds to a place where at least one of its sites is on the board.
  keepOnBoard() {
    const { held, game } = this;
    const places = game.sites.map((site) => game.lattice.middle(site, this.stride));
    const isNear = places.some((place) => distance(place, held.place) < 0.8);
    if (isNear) return;
    const off = (place) => distance(place, held.place);
    held.place = places.reduce((best, place) => (off(place) < off(best) ? place : best));
  }

  // Moves a piece that the keyboard holds by one period, or to another layer.
  step([dx, dy], layers = 0) {
    const { held } = this;
    held.place = [held.place[0] + dx + layers * this.stride, held.place[1] + dy];
    this.keepOnBoard();
    this.aim();
  }

  key(event) {
    if (event.target.matches("input, select, textarea")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const piece = event.target.closest?.(".piece");
    const down = this.game.lattice.axes[1];
    const commands = {
      z: () => (event.shiftKey ? this.redo() : this.undo()),
      y: () => this.redo(),
    };
    const carried = {
      ArrowLeft: () => this.step([-1, 0]),
      ArrowRight: () => this.step([1, 0]),
      ArrowUp: () => this.step([-down[0], -down[1]]),
      ArrowDown: () => this.step(down),
      PageUp: () => this.step([0, 0], 1),
      PageDown: () => this.step([0, 0], -1),
      Enter: () => this.put(),
      " ": () => this.put(),
      Escape: () => this.letGo(),
    };
    const free = {
      Delete: () => this.putBack(),
      Backspace: () => this.putBack(),
      h: () => this.hint(),
      Escape: () => { this.selected = null; this.hinted = null; this.draw(); },
    };
    if (piece) {
      const from = piece.dataset.index === undefined ? -1 : Number(piece.dataset.index);
      const own = Number(piece.dataset.piece);
      free.Enter = free[" "] = () => this.pickUp(own, from);
      if (!this.held) this.selected = from >= 0 ? { piece: own, index: from } : { piece: own };
    }
    const motions = { r: "turn", f: "flip", t: "tilt" };
    const action = isCommand
      ? commands[name]
      : name in motions ? () => this.motion(motions[name])
        : (this.held ? carried : free)[name];
    if (!action || (!isCommand && this.held && !this.held.keys && name in carried && name !== "Escape")) return;
    event.preventDefault();
    action();
  }

  undo() {
    this.held = null;
    if (this.game.undo()) this.report("");
    this.selected = null;
    this.draw();
  }

  redo() {
    this.held = null;
    if (this.game.redo()) this.report("");
    this.selected = null;
    this.draw();
  }

  // Shows where a piece lies in a solution; asked again, puts it there.
  hint() {
    const { game } = this;
    if (game.data.solutions === undefined || game.isFull) return;
    const name = (piece) => game.data.pieces[piece].name;
    if (this.hinted) {
      const { piece, sites } = this.hinted;
      this.hinted = null;
      game.place(piece, sites.map((i) => game.sites[i]));
      this.report(`${name(piece)} is on the board.`);
    } else {
      const { move, wrong } = game.hint(this.selected?.piece);
      if (move) {
        this.hinted = move;
        this.say(`${name(move.piece)} fits there. Press Hint again to place it.`);
      } else if (wrong >= 0) {
        this.selected = { piece: game.state.placed[wrong].piece, index: wrong };
        const which = game.data.solutions.complete ? "solution" : "stored solution";
        this.say(`No ${which} contains all placed pieces. Move ${name(this.selected.piece)}.`, true);
      }
    }
    this.draw();
  }

  // Says what a move did, or that the puzzle is solved.
  report(what) {
    const { game } = this;
    const solved = game.isSolved;
    document.body.dataset.state = solved ? "solved" : "playing";
    if (solved) this.say("Solved!");
    else if (solved === undefined) this.say(`The board is full. Rules to check: ${game.data.rules.join(", ")}.`);
    else if (game.isFull) this.say(`The board is full, but a rule is broken: ${game.data.rules.join(", ")}.`, true);
    else this.say(what);
  }
}

// Pieces in rows of a width: where each begins, and how high all are.
function rows(slots, width) {
  const at = [];
  let [x, y, high] = [GAP / 2, MARGIN, 0];
  for (const { size: [w, h] } of slots) {
    if (x + w > width && x > GAP / 2) {
      [x, y, high] = [GAP / 2, y + high + GAP, 0];
    }
    at.push([x, y]);
    x += w + GAP;
    high = Math.max(high, h);
  }
  return { at, height: y + high + MARGIN };
}
