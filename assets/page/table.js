// The table: turns pointers and keys into moves.

// How far a pointer may stray in a click, in pixels.
const CLICK_REACH = 6;
// The times of a double click and of a long press, in milliseconds.
const DOUBLE_CLICK = 400;
const LONG_PRESS = 500;
// The way of a wheel that turns a piece once, in pixels.
const WHEEL_STEP = 60;

class Table extends Drawing {
  constructor(game, say) {
    super(game);
    Object.assign(this, { say, selected: null, held: null, hinted: null, wheel: 0 });
    this.svg.addEventListener("pointerdown", (event) => this.take(event));
    // A finger on a piece moves the piece and not the page.
    const keepPage = (event) => { if (this.held || event.target.closest(".piece")) event.preventDefault(); };
    this.svg.addEventListener("touchstart", keepPage, { passive: false });
    this.svg.addEventListener("contextmenu", keepPage);
    this.svg.addEventListener("wheel", (event) => this.turnByWheel(event), { passive: false });
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.drop(event));
    window.addEventListener("pointercancel", () => this.letGo());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // Pointers

  // Where a pointer is, in the board's own places.
  placeOf(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.onBoard.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  // The piece under a pointer, if it may be moved.
  pieceAt(event) {
    const target = event.target.closest?.("#table .piece");
    if (!target) return null;
    const piece = Number(target.dataset.piece);
    const from = target.dataset.index === undefined ? -1 : Number(target.dataset.index);
    const laid = this.game.state.placed[from];
    if (laid?.pinned || (!laid && this.game.left(piece) <= 0)) return null;
    return { target, piece, from, laid };
  }

  select(piece, from) {
    this.selected = from >= 0 ? { piece, index: from } : { piece };
  }

  // The right button turns.
  turnAt(event, motion) {
    const found = this.pieceAt(event);
    if (!this.held && found) this.select(found.piece, found.from);
    if (this.held || found) this.motion(motion);
  }

  turnByWheel(event) {
    if (!this.held && (!this.pieceAt(event) || this.pieceAt(event).laid)) return;
    event.preventDefault();
    this.wheel += event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL_STEP);
    if (Math.abs(this.wheel) < WHEEL_STEP) return;
    this.turnAt(event, this.wheel > 0 ? "turn" : "back");
    this.wheel = 0;
  }

  take(event) {
    const found = this.pieceAt(event);
    if (event.button === 2 && found) this.turnAt(event, "turn");
    if (event.button !== 0 || !found || this.held || this.pressed) return;
    const { target, piece, from, laid } = found;
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
    const isTouch = event.pointerType !== "mouse";
    this.pressed.isTouch = isTouch;
    if (isTouch) this.longPress = setTimeout(() => this.flipPressed(), LONG_PRESS);
  }

  // A long press flips.
  flipPressed() {
    if (!this.pressed) return;
    const { piece, from } = this.pressed;
    this.pressed = null;
    this.select(piece, from);
    this.motion(this.game.mayMove(piece, "flip") ? "flip" : "turn");
  }

  move(event) {
    if (this.pressed && event.pointerId === this.pressed.id) {
      const { x, y, id, isTouch, ...held } = this.pressed;
      if (Math.hypot(event.clientX - x, event.clientY - y) < CLICK_REACH) return;
      clearTimeout(this.longPress);
      this.pressed = null;
      this.held = { ...held, id, target: null };
      this.select(held.piece, held.from);
      this.draw();
    }
    if (!this.held || this.held.keys || event.pointerId !== this.held.id) return;
    // The right button, while the left one holds the piece.
    if (event.button === 2 && event.buttons & 2) this.motion("turn");
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
      clearTimeout(this.longPress);
      const { piece, from, isTouch } = this.pressed;
      this.pressed = null;
      this.click(piece, from, isTouch);
    } else if (this.held && !this.held.keys && event.pointerId === this.held.id && event.button === 0) {
      this.put();
    }
  }

  // A first click or tap selects a piece; a second tap turns it, a double click flips it.
  click(piece, from, isTouch) {
    const isAgain = this.selected?.piece === piece && (this.selected.index ?? -1) === from;
    const isDouble = isAgain && performance.now() - this.clicked < DOUBLE_CLICK;
    this.select(piece, from);
    this.clicked = performance.now();
    const [first, second] = isTouch ? ["turn", "flip"] : ["flip", "turn"];
    if (isTouch ? isAgain : isDouble) this.motion(this.game.mayMove(piece, first) ? first : second);
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
    clearTimeout(this.longPress);
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
      if (!this.held) this.select(own, from);
    }
    const motions = { r: event.shiftKey ? "back" : "turn", f: "flip", t: "tilt" };
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
    if (!game.hasHints || game.isFull) return;
    const name = (piece) => game.data.pieces[piece].name;
    if (this.hinted) {
      const { piece, sites } = this.hinted;
      this.hinted = null;
      game.place(piece, sites.map((i) => game.sites[i]));
      this.report(`${name(piece)} is on the board.`);
    } else {
      const { move, wrong, isUnknown } = game.hint(this.selected?.piece);
      if (move) {
        this.hinted = move;
        this.helped?.();
        this.say(`${name(move.piece)} fits there. Press Hint again to place it.`);
      } else if (wrong >= 0) {
        this.selected = { piece: game.state.placed[wrong].piece, index: wrong };
        const which = game.data.solutions?.complete === false ? "stored solution" : "solution";
        this.say(`No ${which} contains all placed pieces. Move ${name(this.selected.piece)}.`, true);
      } else if (isUnknown) {
        this.say("No solution was found within a second and a half. Place more pieces first.");
      } else {
        this.say("The puzzle has no solution.", true);
      }
    }
    this.draw();
  }

  // Says how much of the board is left.
  left() {
    const { data, uncovered } = this.game;
    return `${uncovered.toLocaleString("en")} ${data.site_words[uncovered === 1 ? 0 : 1]} to cover.`;
  }

  // Says what a move did, or that the puzzle is solved.
  report(what) {
    const { game } = this;
    const solved = game.isSolved;
    document.body.dataset.state = solved ? "solved" : "playing";
    if (solved) this.say(this.solved?.() ?? "Solved.");
    else if (solved === undefined) this.say(`The board is full. Rules to check: ${game.data.rules.join(", ")}.`);
    else if (game.isFull) this.say(`The board is full, but a rule is broken: ${game.data.rules.join(", ")}.`, true);
    else this.say(what);
  }
}
