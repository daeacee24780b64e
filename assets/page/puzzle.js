// The page: its buttons, and what it says.

function start() {
  const data = JSON.parse(byId("data").textContent);
  const game = new Game(data);
  const say = (text, isAlert = false) => {
    byId("status").textContent = text;
    byId("status").classList.toggle("alert", isAlert);
  };
  const table = new Table(game, say);
  const variants = new Variants(game, table);
  if (variants.first !== undefined) game.begin(variants.first);
  const record = new Record(game);
  variants.isSolved = (name) => record.isSolved(name);
  record.changed = () => variants.mark();
  variants.mark();
  for (const motion of ["turn", "flip", "tilt"]) {
    byId(motion).hidden = !data.pieces.some((_, piece) => game.mayMove(piece, motion));
    press(motion, () => table.motion(motion));
  }
  if (data.lattice.solid) byId("flip").textContent = "Mirror";
  press("put-back", () => table.putBack());
  byId("hint").hidden = !game.hasHints;
  press("hint", () => table.hint());
  press("undo", () => table.undo());
  press("redo", () => table.redo());
  press("clear", () => {
    game.clear();
    record.startOver();
    Object.assign(table, { selected: null, hinted: null, held: null });
    table.report(table.left());
    table.draw();
  });
  startTools(data);
  const gallery = data.solutions?.list.length > 1 ? new Gallery(game, table) : null;
  table.solved = () => record.solved();
  table.helped = () => record.help();
  table.changed = () => {
    const piece = table.held?.piece ?? table.selected?.piece;
    for (const motion of ["turn", "flip", "tilt"]) {
      byId(motion).disabled = piece === undefined || !game.mayMove(piece, motion);
    }
    byId("put-back").disabled = !(table.selected?.index >= 0);
    byId("undo").disabled = game.done.length === 0;
    byId("redo").disabled = game.undone.length === 0;
    if (gallery?.onlyBoard) gallery.update();
    variants.follow();
    record.showClock();
  };
  game.placed = () => record.move();
  game.shown = () => record.giveUp();
  say(table.left());
  document.body.dataset.state = "playing";
  table.draw();
  // For the browser's console.
  window.polywright = { game, table, variants, record };
}

start();
