// The game: what lies on the board, what may lie there, undo, and hints from stored solutions.

class Game {
  constructor(data) {
    this.data = data;
    this.lattice = new Lattice(data.lattice);
    this.sites = data.board.sites;
    this.position = new Map(this.sites.map((site, i) => [keyOf(site), i]));
    this.optional = new Set(data.board.optional);
    this.motions = { ...data.motions, back: data.motions.turn && inverseOf(data.motions.turn) };
    const placed = data.placed.map((p) => ({ ...p, sites: this.ordered(p.piece, p.sites) }));
    this.beginning = { placed, shapes: data.pieces.map((piece) => piece.sites), variant: -1 };
    this.state = this.beginning;
    this.undone = [];
    this.done = [];
  }

  // Begins with a variant.
  begin(variant) {
    this.beginning.variant = variant;
    this.state = this.beginning;
  }

  change(state) {
    this.done.push(this.state);
    this.undone = [];
    this.state = { ...this.state, ...state };
  }

  undo() {
    if (this.done.length === 0) return false;
    this.undone.push(this.state);
    this.state = this.done.pop();
    return true;
  }

  redo() {
    if (this.undone.length === 0) return false;
    this.done.push(this.state);
    this.state = this.undone.pop();
    return true;
  }

  get variant() {
    return this.data.variants[this.state.variant];
  }

  // The sites that the chosen variant leaves open.
  get open() {
    return new Set(this.variant?.open ?? []);
  }

  isLeftOut(piece) {
    return this.variant?.without.includes(piece) ?? false;
  }

  left(piece) {
    if (this.isLeftOut(piece)) return 0;
    const used = this.state.placed.filter((p) => p.piece === piece).length;
    return this.data.pieces[piece].max - used;
  }

  // Some sites of the lattice as positions on the board; undefined where one is not on it.
  positions(sites) {
    const positions = sites.map((site) => this.position.get(keyOf(site)));
    return positions.includes(undefined) ? undefined : positions.sort((a, b) => a - b);
  }

  // Which motions a piece may make.
  mayMove(piece, motion) {
    const { turns, flips } = this.data.pieces[piece];
    const allowed = { turn: turns, back: turns, tilt: turns, flip: flips }[motion];
    return allowed && this.motions[motion] !== null;
  }

  // A piece after a motion, at the origin again, and where one of its sites has gone.
  moved(sites, motion, site) {
    const matrix = this.motions[motion];
    const images = sites.map((p) => apply(matrix, p));
    const home = this.lattice.homeward(images);
    return { shape: images.map((p) => add(p, home)), site: add(apply(matrix, site), home) };
  }

  // The shapes of a piece after all motions that it may make, at the origin, each with its sites in
  // the order of the piece's own.
  orientations(piece) {
    this.known ??= [];
    if (this.known[piece]) return this.known[piece];
    const known = new Map();
    const waiting = [this.data.pieces[piece].sites];
    while (waiting.length > 0) {
      const shape = waiting.pop();
      const key = shape.map(keyOf).join(" ");
      if (known.has(key)) continue;
      known.set(key, shape);
      for (const motion of ["turn", "flip", "tilt"]) {
        if (this.mayMove(piece, motion)) waiting.push(this.moved(shape, motion, shape[0]).shape);
      }
    }
    this.known[piece] = [...known.values()];
    return this.known[piece];
  }

  // Sites of a placement in the order of the piece's own sites, by which its colour labels are known:
  // the motion that the piece has made is looked for.
  ordered(piece, positions) {
    const { labels } = this.data.pieces[piece];
    if (labels.length === 0) return positions;
    const wanted = keysOf(positions.map((i) => this.sites[i]));
    const home = this.lattice.homeward(positions.map((i) => this.sites[i]));
    const agrees = (at, n) =>
      !this.data.labels_agree || !labels[n] || !(this.data.board.labels[at] ?? labels[n]) ||
      (this.data.board.labels[at] ?? labels[n]) === labels[n];
    for (const shape of this.orientations(piece)) {
      const there = shape.map((site) => subtract(site, home));
      if (keysOf(there) !== wanted) continue;
      const found = there.map((site) => this.position.get(keyOf(site)));
      if (found.every(agrees)) return found;
    }
    return positions;
  }

  // Why a piece cannot lie on some sites, or null. `except` is the index of a placed piece that is
  // taken up meanwhile.
  whyNot(piece, sites, except = -1) {
    const name = this.data.pieces[piece].name;
    const found = sites.map((site) => this.position.get(keyOf(site)));
    if (found.includes(undefined)) return `${name} does not fit on the board there.`;
    const others = this.state.placed.filter((_, i) => i !== except);
    const copies = others.filter((p) => p.piece === piece).length;
    if (copies >= this.data.pieces[piece].max || this.isLeftOut(piece)) {
      return `No ${name} is left.`;
    }
    const open = this.open;
    if (found.some((i) => open.has(i))) return "That site stays open in this variant.";
    for (const other of others) {
      if (other.sites.some((i) => found.includes(i))) {
        return `${this.data.pieces[other.piece].name} is already there.`;
      }
    }
    if (found.some((i) => this.data.board.barred[i]?.includes(piece))) {
      return `${name} is not allowed there.`;
    }
    const { labels } = this.data.pieces[piece];
    const differs = (i, n) =>
      this.data.board.labels[i] && labels[n] && this.data.board.labels[i] !== labels[n];
    if (this.data.labels_agree && labels.length > 0 && found.some(differs)) {
      return "The labels of the piece and the board differ there.";
    }
    if (this.lattice.edges && this.data.no_crossing) {
      const own = new Set(this.lattice.straightCorners(sites));
      for (const other of others) {
        const theirs = this.lattice.straightCorners(other.sites.map((i) => this.sites[i]));
        if (theirs.some((corner) => own.has(corner))) {
          return `${name} would cross ${this.data.pieces[other.piece].name}.`;
        }
      }
    }
    return null;
  }

  // The shift near a place of the page at which a piece fits, or else the nearest on the board.
  // `anchor` is the site of the piece that is wanted at `place`.
  snap(piece, shape, anchor, place, stride, except) {
    const reach = 0.8;
    const layers = new Set(this.sites.map((site) => this.lattice.layer(site)));
    const candidates = [];
    for (const layer of layers) {
      const rise = [0, 0, (layer - this.lattice.layer(anchor)) * this.lattice.period];
      const here = this.lattice.middle(add(anchor, rise), stride);
      for (const way of this.lattice.periodsNear([place[0] - here[0], place[1] - here[1]])) {
        const shift = add(way, rise);
        const off = distance(this.lattice.middle(add(anchor, shift), stride), place);
        candidates.push({ shift, off });
      }
    }
    candidates.sort((a, b) => a.off - b.off);
    const sitesAt = (shift) => shape.map((site) => add(site, shift));
    const near = candidates.filter(({ off }) => off < reach);
    for (const { shift } of near) {
      if (this.whyNot(piece, sitesAt(shift), except) === null) {
        return { sites: sitesAt(shift), shift, why: null };
      }
    }
    const [nearest] = near;
    if (nearest === undefined) return null;
    const sites = sitesAt(nearest.shift);
    if (!sites.some((site) => this.position.has(keyOf(site)))) return null;
    return { sites, shift: nearest.shift, why: this.whyNot(piece, sites, except) };
  }

  // Puts a piece on sites where it fits; `from` is the placed piece that it was.
  place(piece, sites, from = -1) {
    const placed = this.state.placed.filter((_, i) => i !== from);
    const shape = sites.map((site) => add(site, this.lattice.homeward(sites)));
    const shapes = this.state.shapes.map((old, i) => (i === piece ? shape : old));
    // In the order of the piece's own sites, by which its labels are known.
    const positions = sites.map((site) => this.position.get(keyOf(site)));
    this.change({ placed: [...placed, { piece, sites: positions, pinned: false }], shapes });
    this.placed?.();
  }

  remove(index) {
    this.change({ placed: this.state.placed.filter((_, i) => i !== index) });
  }

  // Takes all but the pinned pieces off the board.
  clear() {
    this.change({ placed: this.beginning.placed.filter(({ pinned }) => pinned), shapes: this.beginning.shapes });
  }

  // Lays a stored solution on the board.
  show(solution) {
    const { list, placements } = this.data.solutions;
    const isPinned = (piece, sites) =>
      this.data.placed.some((p) => p.pinned && p.piece === piece && String(p.sites) === String(sites));
    const placed = list[solution].map((n) => {
      const [piece, ...sites] = placements[n];
      return { piece, sites: this.ordered(piece, sites), pinned: isPinned(piece, sites) };
    });
    this.change({ placed });
    this.shown?.();
  }

  // How many sites are still to be covered.
  get uncovered() {
    const covered = new Set(this.state.placed.flatMap((p) => p.sites));
    const open = this.open;
    const isWanted = (_, i) => !this.optional.has(i) && !open.has(i) && !covered.has(i);
    return this.sites.filter(isWanted).length;
  }

  // Whether everything is covered and every piece used as often as it must be.
  get isFull() {
    const count = (piece) => this.state.placed.filter((p) => p.piece === piece).length;
    const isUsed = (piece, i) => this.isLeftOut(i) || count(i) >= piece.min;
    return this.uncovered === 0 && this.data.pieces.every(isUsed);
  }

  // Whether the board is a solution: true, false, or undefined where rules of other kinds are left
  // for the player to check.
  get isSolved() {
    if (!this.isFull) return false;
    if (this.data.rules.length === 0) return true;
    if (!this.data.solutions?.complete) return undefined;
    return this.continuations().length > 0;
  }

  // The ways in which stored solutions, or turned and flipped copies of them, hold what lies on the
  // board: a solution and a symmetry that maps the board's pieces into it.
  continuations() {
    const stored = this.data.solutions;
    if (stored === undefined) return [];
    this.byKey ??= new Map(stored.placements.map((p, n) => [placementKey(p[0], p.slice(1)), n]));
    const found = [];
    stored.symmetries.forEach((symmetry, s) => {
      const wanted = this.state.placed.map((p) => this.byKey.get(imageKey(p, symmetry)));
      if (wanted.includes(undefined)) return;
      stored.list.forEach((solution, n) => {
        if (holdsAll(solution, wanted)) found.push({ solution: n, symmetry: s, wanted });
      });
    });
    return found;
  }

  // Whether the stored solutions are those of what is played.
  get isStored() {
    return this.data.solutions?.list.length > 0 && this.data.variants.length === 0;
  }

  // Whether hints can be given: by stored solutions, or by a search, which does not know all rules.
  get hasHints() {
    return this.isStored || this.data.rules.length === 0;
  }

  // The next piece of a solution that begins like the board: where it lies. Of `preferred` if it can
  // be. Without one, the solution that has most of the board, and a piece that it has elsewhere.
  hint(preferred) {
    const stored = this.data.solutions;
    if (!this.isStored) {
      this.search ??= new Search(this);
      return this.search.hint(preferred);
    }
    const [first] = this.continuations();
    if (first === undefined) return this.wrong();
    const { solution, symmetry, wanted } = first;
    const rest = [...stored.list[solution]];
    for (const known of wanted) rest.splice(rest.indexOf(known), 1);
    const back = inverse(stored.symmetries[symmetry]);
    const moves = rest.map((n) => {
      const [piece, ...sites] = stored.placements[n];
      const own = back.pieces[piece];
      return { piece: own, sites: this.ordered(own, sites.map((i) => back.sites[i])) };
    });
    return { move: moves.find((move) => move.piece === preferred) ?? moves[0] };
  }

  // A placed piece that is not where the nearest stored solution has it.
  wrong() {
    const stored = this.data.solutions;
    let best = { count: -1, index: -1 };
    for (const symmetry of stored.symmetries) {
      const ids = this.state.placed.map((p) => this.byKey.get(imageKey(p, symmetry)));
      for (const solution of stored.list) {
        const isThere = ids.map((id) => id !== undefined && solution.includes(id));
        const count = isThere.filter(Boolean).length;
        const last = this.state.placed.findLastIndex((p, i) => !isThere[i] && !p.pinned);
        if (count > best.count && last >= 0) best = { count, index: last };
      }
    }
    return { wrong: best.index, kept: best.count };
  }
}

const keysOf = (sites) => sites.map(keyOf).sort().join(" ");
const placementKey = (piece, sites) => `${piece}:${[...sites].sort((a, b) => a - b).join(",")}`;
const imageKey = ({ piece, sites }, symmetry) =>
  placementKey(symmetry.pieces[piece], sites.map((i) => symmetry.sites[i]));

function inverse({ sites, pieces }) {
  const back = { sites: [], pieces: [] };
  sites.forEach((to, from) => { back.sites[to] = from; });
  pieces.forEach((to, from) => { back.pieces[to] = from; });
  return back;
}

// Whether a list holds all of another, as often.
function holdsAll(list, wanted) {
  const rest = [...list];
  return wanted.every((n) => {
    const at = rest.indexOf(n);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}
