// The page: its buttons, and what it says.

function start() {
  const data = JSON.parse(byId("data").textContent);
  const game = new Game(data);
  const say = (text, isAlert = false) => {
    byId("status").textContent = text;
    byId("status").classList.toggle("alert", isAlert);
  };
  const table = new Table(game, say);
  byId("about").textContent = [data.author, data.source].filter(Boolean).join(" · ");
  const press = (id, action) => byId(id).addEventListener("click", action);
  for (const motion of ["turn", "flip", "tilt"]) {
    byId(motion).hidden = !data.pieces.some((_, piece) => game.mayMove(piece, motion));
    press(motion, () => table.motion(motion));
  }
  if (data.lattice.solid) byId("flip").textContent = "Mirror";
  press("put-back", () => table.putBack());
  byId("hint").hidden = !data.solutions?.list.length;
  press("hint", () => table.hint());
  press("undo", () => table.undo());
  press("redo", () => table.redo());
  press("clear", () => {
    game.clear();
    Object.assign(table, { selected: null, hinted: null, held: null });
    table.report("");
    table.draw();
  });
  press("print", () => window.print());
  press("download", () => download(data));
  chooseVariant(game, table);
  chooseTheme();
  const gallery = data.solutions?.list.length > 1 ? new Gallery(game, table) : null;
  table.changed = () => {
    const piece = table.held?.piece ?? table.selected?.piece;
    for (const motion of ["turn", "flip", "tilt"]) {
      byId(motion).disabled = piece === undefined || !game.mayMove(piece, motion);
    }
    byId("put-back").disabled = !(table.selected?.index >= 0);
    byId("undo").disabled = game.done.length === 0;
    byId("redo").disabled = game.undone.length === 0;
    if (gallery?.onlyBoard) gallery.update();
  };
  say(`${game.uncovered} ${data.site_words[game.uncovered === 1 ? 0 : 1]} to cover.`);
  document.body.dataset.state = "playing";
  table.draw();
  // For the browser's console.
  window.polywright = { game, table };
}

// Gives the puzzle file inside the page to be saved.
function download(data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([byId("puzzle-file").textContent], { type: "text/plain" }));
  link.download = `${data.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "puzzle"}.ron`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function chooseVariant(game, table) {
  const { variants } = game.data;
  if (variants.length === 0) return;
  byId("variant-choice").hidden = false;
  variants.forEach(({ name }, n) => byId("variant").append(new Option(name, n)));
  byId("variant").addEventListener("change", () => {
    game.change({ placed: game.beginning.placed, variant: Number(byId("variant").value) });
    table.selected = null;
    table.report("");
    table.draw();
  });
}

function chooseTheme() {
  const root = document.documentElement;
  const button = byId("theme");
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
  });
  label();
}

start();
