// The drawing of board and pieces, and where they lie on the page.

// Room around the board and between pieces, in units of the lattice.
const MARGIN = 0.5;
const NARROW_MARGIN = 0.1;
const GAP = 0.6;
// Room below a piece for its caption.
const FOOT = 0.5;
// The widest page on which the board takes the whole width, in pixels, and how much of the height.
const NARROW = 600;
const BOARD_SHARE = 0.65;
// The largest unit, and the smallest of a page with many pieces, in pixels.
const LARGEST_UNIT = 84;
const SMALLEST_UNIT = 14;
// How large the pieces beside the board are, as a share of their size on it.
const SHARES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

class Drawing {
  constructor(game) {
    this.game = game;
    this.svg = byId("table");
    this.boardBounds = game.lattice.bounds(game.sites, 0);
    const layers = game.sites.map((site) => game.lattice.layer(site));
    this.layers = [...new Set(layers)].sort((a, b) => a - b);
    this.stride = this.layers.length > 1 ? this.boardBounds.right - this.boardBounds.left + 1 : 0;
    this.boardBounds = game.lattice.bounds(game.sites, this.stride);
    window.addEventListener("resize", () => {
      this.room = undefined;
      this.draw();
    });
  }

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
    const { width, height, scale, share, at, board } = this.layout(slots);
    this.origin = board;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `0 0 ${number(width)} ${number(height)}`);
    this.svg.setAttribute("width", Math.round(width * scale));
    this.svg.setAttribute("height", Math.round(height * scale));
    this.onBoard = element("g", { transform: `translate(${placeText(board)})` });
    this.onBoard.append(...this.boardShapes());
    this.game.state.placed.forEach((placed, index) => this.onBoard.append(this.placedShape(placed, index)));
    if (this.hinted) this.onBoard.append(this.ghost(this.hinted.piece, this.hinted.sites, "hinted"));
    slots.forEach((slot, i) => this.svg.append(this.slotShape(slot, at[i], share)));
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
    return data.pieces.map(({ max }, piece) => {
      const shape = state.shapes[piece];
      const stride = this.ownStride(shape);
      const bounds = lattice.bounds(shape, stride);
      const [w, h] = lattice.solid ? extent(bounds) : this.roomToTurn(piece);
      const foot = max > 1 ? FOOT : 0;
      return { piece, shape, stride, bounds, size: [w, h + foot], foot };
    }).filter(({ piece }) => !this.game.isLeftOut(piece));
  }

  // A flat piece has the same room however it is turned.
  roomToTurn(piece) {
    this.rooms ??= [];
    this.rooms[piece] ??= this.game.orientations(piece)
      .map((shape) => extent(this.game.lattice.bounds(shape, 0)))
      .reduce((most, [w, h]) => [Math.max(most[0], w), Math.max(most[1], h)]);
    return this.rooms[piece];
  }

  // Where board and pieces lie: beside or below each other, whichever is larger on this screen. On a
  // narrow page the board is as wide as the page, and the pieces are below it.
  layout(slots) {
    const b = this.boardBounds;
    const room = this.room ??= this.measure();
    const isNarrow = room[0] < NARROW;
    const margin = isNarrow ? NARROW_MARGIN : MARGIN;
    const captions = this.layers.length > 1 ? 0.7 : 0;
    const [bw, bh] = extent(b).map((length) => length + 2 * margin);
    const high = bh + captions;
    let best = null;
    const consider = (share, beside, free) => {
      const { at, width: used, height } = rows(slots, free, share);
      const width = beside ? bw + used : Math.max(bw, used);
      const all = beside ? Math.max(high, height) : high + height;
      const fits = Math.min(LARGEST_UNIT, room[0] / width);
      const scale = Math.min(fits, isNarrow ? (BOARD_SHARE * room[1]) / high : room[1] / all);
      // A larger board is better, larger pieces too; a narrow page has all on one screen if it can.
      const isSeen = all * scale <= room[1];
      const score = isNarrow ? (isSeen ? share : share - 2 * (all * scale) / room[1]) : scale * Math.sqrt(share);
      if (best && score <= best.score) return;
      const [dx, dy] = beside ? [bw, 0] : [(width - used) / 2, high];
      const left = beside ? 0 : (width - bw) / 2;
      best = {
        score, width, height: all, scale, share,
        at: at.map(([x, y]) => [x + dx, y + dy]),
        board: [left + margin - b.left, margin - b.top],
      };
    };
    for (const share of SHARES) {
      const widest = Math.max(...slots.map(({ size }) => size[0]), 1) * share + GAP;
      if (isNarrow) {
        consider(share, false, Math.max(bw, widest));
        continue;
      }
      for (let part = 1; part <= 12; part += 1) {
        consider(share, true, Math.max(widest, (bw * part) / 6));
        consider(share, false, Math.max(bw, widest, (bw * (part + 5)) / 6));
      }
    }
    // Many pieces make a long page rather than a tiny board.
    best.scale = Math.max(best.scale, Math.min(room[0] / best.width, SMALLEST_UNIT));
    return best;
  }

  // Width and height of the page that are free for board and pieces, in pixels.
  measure() {
    const top = this.svg.getBoundingClientRect().top + window.scrollY;
    return [this.svg.parentElement.clientWidth, Math.max(300, window.innerHeight - top - 8)];
  }

  boardShapes() {
    const { game, stride } = this;
    const { lattice, data } = game;
    const optional = game.sites.filter((_, i) => game.optional.has(i));
    const required = game.sites.filter((_, i) => !game.optional.has(i));
    const shapes = ground(lattice, required, optional, stride);
    const isOpen = game.open;
    const open = [...isOpen].map((i) => game.sites[i]);
    if (open.length > 0 && !lattice.edges) {
      shapes.push(element("path", { d: cellPaths(lattice, open, stride).fill, class: "open" }));
    }
    const size = lattice.edges ? 0.17 : 0.8 * radiusInside(lattice, game.sites[0]);
    for (const [i, text] of Object.entries(data.board.texts)) {
      const letters = Math.min(size, (1.6 * size) / Math.max(1, text.length));
      const kind = isOpen.has(Number(i)) ? "site-text named-open" : "site-text";
      shapes.push(word(lattice.middle(game.sites[i], stride), text, letters, kind));
    }
    // A piece shows its own labels alone.
    const lying = game.state.placed.filter((_, index) => index !== this.held?.from);
    const covered = new Set(lying.flatMap((placed) => placed.sites));
    data.board.labels.forEach((label, i) => {
      if (label && !covered.has(i)) shapes.push(badge(game, label, game.sites[i], stride));
    });
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

  slotShape({ piece, shape, stride, bounds, size, foot }, [x, y], share) {
    const { name, max } = this.game.data.pieces[piece];
    const left = this.game.left(piece) - (this.held?.piece === piece && this.held.from < 0 ? 1 : 0);
    const isSelected = this.selected?.index === undefined && this.selected?.piece === piece;
    const group = figure(this.game, piece, shape, stride, this.shades(piece), {
      class: `piece${left > 0 ? "" : " used"}${isSelected ? " selected" : ""}`,
      "data-piece": piece, "data-key": `piece-${piece}`,
      tabindex: left > 0 ? 0 : -1, role: "button",
      "aria-label": `${name}, ${left > 0 ? (max > 1 ? `${left} left` : "beside the board") : "on the board"}`,
    }, share);
    const middle = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
    const centre = [x + share * (size[0] / 2 - middle[0]), y + share * ((size[1] - foot) / 2 - middle[1])];
    group.setAttribute("transform", `translate(${placeText(centre)}) scale(${share})`);
    const [w, h] = size;
    const corner = { x: number(middle[0] - w / 2), y: number(middle[1] - (h - foot) / 2) };
    group.prepend(element("rect", { ...corner, width: number(w), height: number(h), class: "touch" }));
    if (max > 1) {
      const at = [middle[0], bounds.bottom + 0.3];
      group.append(word(at, `×${left}`, 0.4, "count"));
    }
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
}

// Width and height of bounds.
const extent = ({ left, top, right, bottom }) => [right - left, bottom - top];

// Pieces in rows of a width: where each begins, and how wide and high all are.
function rows(slots, width, share) {
  const at = [];
  const gap = GAP * Math.max(share, 0.6);
  let [x, y, high, wide] = [gap / 2, gap / 2, 0, 0];
  for (const { size } of slots) {
    const [w, h] = size.map((length) => length * share);
    if (x + w + gap / 2 > width + 1e-9 && x > gap / 2) {
      [x, y, high] = [gap / 2, y + high + gap, 0];
    }
    at.push([x, y]);
    x += w + gap;
    wide = Math.max(wide, x - gap / 2);
    high = Math.max(high, h);
  }
  return { at, width: wide, height: y + high + gap / 2 };
}
