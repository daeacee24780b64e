// A short search for a solution that holds what lies on the board, for hints where none is stored.

// The time of a search in milliseconds, and the placements that it looks through at most.
const SEARCH_TIME = 1500;
const MOST_PLACEMENTS = 30000;

class Search {
  constructor(game) {
    this.game = game;
    this.last = [];
  }

  // The placements that complete the board: empty if there is no solution, null if the search was too
  // long to tell. `placed` is what lies on the board.
  complete(placed, end = performance.now() + SEARCH_TIME) {
    const known = this.rest(placed, this.last);
    if (known) return known;
    const { game } = this;
    const free = this.placements(placed);
    if (free === null) return null;
    const covered = new Set(placed.flatMap((p) => p.sites));
    const open = game.open;
    const wanted = game.sites.map((_, i) => i).filter((i) => !game.optional.has(i) && !open.has(i) && !covered.has(i));
    const used = (piece) => placed.filter((p) => p.piece === piece).length;
    const most = game.data.pieces.map(({ max }, piece) => max - used(piece));
    const least = game.data.pieces.map(({ min }, piece) => (game.isLeftOut(piece) ? 0 : Math.max(0, min - used(piece))));
    const found = this.choose(free, { wanted, most, least }, end);
    if (found?.length > 0) this.last = [...placed, ...found];
    return found;
  }

  // What is left of a solution without some placements; undefined if it does not hold them.
  rest(placed, solution) {
    const key = ({ piece, sites }) => placementKey(piece, sites);
    const keys = solution.map(key);
    if (solution.length === 0 || !holdsAll(keys, placed.map(key))) return undefined;
    const gone = placed.map(key);
    return solution.filter((p) => {
      const at = gone.indexOf(key(p));
      if (at >= 0) gone.splice(at, 1);
      return at < 0;
    });
  }

  // All placements that fit beside those on the board; null if there are too many.
  placements(placed) {
    const { game } = this;
    const { lattice } = game;
    const { state } = game;
    const found = new Map();
    game.state = { ...state, placed };
    game.data.pieces.forEach((_, piece) => {
      if (game.left(piece) <= 0 || found.size > MOST_PLACEMENTS) return;
      for (const shape of game.orientations(piece)) {
        for (const site of game.sites) {
          const shift = subtract(site, shape[0]);
          if (shift.some((n, k) => modulo(n, k < 2 || lattice.solid ? lattice.period : 1) !== 0)) continue;
          const points = shape.map((point) => add(point, shift));
          const positions = points.map((point) => game.position.get(keyOf(point)));
          if (positions.includes(undefined) || game.whyNot(piece, points) !== null) continue;
          const corners = game.data.no_crossing ? lattice.straightCorners(points) : [];
          found.set(placementKey(piece, positions), { piece, sites: positions, corners });
        }
      }
    });
    game.state = state;
    return found.size > MOST_PLACEMENTS ? null : [...found.values()];
  }

  // Chooses placements for the site or piece that has fewest.
  choose(free, { wanted, most, least }, end) {
    if (wanted.length === 0 && least.every((n) => n === 0)) return [];
    if (performance.now() > end) return null;
    const ofSite = new Map(wanted.map((site) => [site, 0]));
    const ofPiece = least.map(() => 0);
    for (const { piece, sites } of free) {
      ofPiece[piece] += 1;
      for (const site of sites) if (ofSite.has(site)) ofSite.set(site, ofSite.get(site) + 1);
    }
    let best = { count: Infinity };
    for (const [site, count] of ofSite) if (count < best.count) best = { count, has: (p) => p.sites.includes(site) };
    least.forEach((n, piece) => {
      if (n > 0 && ofPiece[piece] < best.count) best = { count: ofPiece[piece], has: (p) => p.piece === piece };
    });
    let rest = free;
    for (const own of free.filter(best.has)) {
      // A placement that was tried is not tried again beside others.
      rest = rest.filter((p) => p !== own);
      const left = most.map((n, piece) => n - (piece === own.piece ? 1 : 0));
      const fits = (p) => left[p.piece] > 0 && !p.sites.some((site) => own.sites.includes(site))
        && !p.corners.some((corner) => own.corners.includes(corner));
      const found = this.choose(rest.filter(fits), {
        wanted: wanted.filter((site) => !own.sites.includes(site)),
        most: left,
        least: least.map((n, piece) => (piece === own.piece ? Math.max(0, n - 1) : n)),
      }, end);
      if (found === null) return null;
      if (found.length > 0 || this.isDone(own, wanted, least)) return [own, ...found];
    }
    return [];
  }

  // Whether a placement was the last.
  isDone(own, wanted, least) {
    return wanted.every((site) => own.sites.includes(site))
      && least.every((n, piece) => n <= (piece === own.piece ? 1 : 0));
  }

  // The next move: a placement of a solution, or a placed piece that no solution has there. Neither,
  // and `isUnknown`, where the search is too long.
  hint(preferred) {
    const { placed } = this.game.state;
    const end = performance.now() + SEARCH_TIME;
    const found = this.complete(placed, end);
    if (found === null) return { isUnknown: true };
    if (found.length > 0) {
      const { piece, sites } = found.find((p) => p.piece === preferred) ?? found[0];
      return { move: { piece, sites } };
    }
    for (let wrong = placed.length - 1; wrong >= 0; wrong -= 1) {
      if (placed[wrong].pinned) continue;
      if (this.complete(placed.filter((_, i) => i !== wrong), end)?.length > 0) return { wrong };
    }
    return { wrong: placed.findLastIndex((p) => !p.pinned) };
  }
}
