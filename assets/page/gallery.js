// The gallery of stored solutions, filtered and sorted by their measures.

// Pictures that are drawn at once.
const BATCH = 48;

class Gallery {
  constructor(game, table) {
    this.game = game;
    this.table = table;
    this.stored = game.data.solutions;
    // For each measure what is wanted of it.
    this.wanted = new Map();
    this.onlyBoard = false;
    // No measure: -1 for the order of the numbers, -2 for that of the groups.
    this.order = { measure: this.stored.headings.length > 0 ? -2 : -1, descending: false };
    byId("gallery").hidden = false;
    byId("thumbnails").classList.toggle("wide", table.layers.length > 1);
    byId("more").addEventListener("click", () => this.showMore());
    this.makeFilters();
    this.update();
  }

  makeFilters() {
    const filters = byId("filters");
    const labelled = (text, ...fields) => {
      const label = document.createElement("label");
      label.append(`${text} `, ...fields);
      filters.append(label);
    };
    const select = (name, options, change) => {
      const made = document.createElement("select");
      made.setAttribute("aria-label", name);
      options.forEach(([value, text]) => made.append(new Option(text, value)));
      made.addEventListener("change", () => { change(made.value); this.update(); });
      return made;
    };
    this.stored.measures.forEach((measure, m) => {
      const values = [...new Set(this.stored.values.map((row) => row[m]))].sort((a, b) => a - b);
      if (values.length < 2) return;
      const wants = (test) => (test ? this.wanted.set(m, test) : this.wanted.delete(m));
      if (measure.kind === "number") {
        const ends = [values[0], values.at(-1)];
        const field = (end, name) => {
          const made = document.createElement("input");
          Object.assign(made, { type: "number", min: ends[0], max: ends[1], placeholder: ends[end] });
          made.setAttribute("aria-label", `${measure.name}, ${name}`);
          made.addEventListener("input", () => {
            const [least, most] = [from.value || ends[0], to.value || ends[1]].map(Number);
            wants((value) => value >= least && value <= most);
            this.update();
          });
          return made;
        };
        const from = field(0, "at least");
        const to = field(1, "at most");
        labelled(measure.name, from, " to ", to);
      } else {
        const name = (value) => (measure.kind === "class" ? measure.classes[value] : ["no", "yes"][value]);
        const options = [["", "any"], ...values.map((value) => [value, name(value)])];
        labelled(measure.name, select(measure.name, options, (text) => {
          wants(text === "" ? null : (value) => value === Number(text));
        }));
      }
    });
    const first = this.stored.headings.length > 0 ? [["-2", "group"]] : [];
    const orders = [...first, ["-1", "number"], ...this.stored.measures.flatMap((measure, m) => [
      [`${m}`, `${measure.name}, smallest first`], [`${m} desc`, `${measure.name}, largest first`]])];
    labelled("Sorted by", select("Sorted by", orders, (text) => {
      const [measure, way] = text.split(" ");
      this.order = { measure: Number(measure), descending: way === "desc" };
    }));
    const box = document.createElement("input");
    box.type = "checkbox";
    box.addEventListener("change", () => { this.onlyBoard = box.checked; this.update(); });
    labelled("Only solutions with the pieces on the board", box);
  }

  // Lists the solutions that are wanted.
  update() {
    const { list, values } = this.stored;
    const alike = this.onlyBoard ? new Set(this.game.continuations().map((c) => c.solution)) : null;
    const tests = [...this.wanted];
    const isWanted = (n) => tests.every(([m, test]) => test(values[n][m])) && (alike?.has(n) ?? true);
    this.shown = list.map((_, n) => n).filter(isWanted);
    const { measure, descending } = this.order;
    const { numbers } = this.stored;
    if (measure >= -1) {
      const sign = descending ? -1 : 1;
      const value = (n) => (measure < 0 ? 0 : values[n][measure]);
      this.shown.sort((a, b) => sign * (value(a) - value(b)) || numbers[a] - numbers[b]);
    }
    const grouped = (n) => n.toLocaleString("en");
    const { caption } = this.stored;
    const more = this.stored.complete ? "" : "; there may be more";
    const all = caption === "" ? more : `. ${caption}`;
    byId("found").textContent = `${grouped(this.shown.length)} of ${grouped(list.length)} solutions${all}`;
    byId("thumbnails").replaceChildren();
    this.heading = null;
    this.showMore();
  }

  showMore() {
    const thumbnails = byId("thumbnails");
    const from = thumbnails.querySelectorAll("button").length;
    for (const n of this.shown.slice(from, from + BATCH)) {
      const heading = this.order.measure === -2 ? this.headingOf(n) : null;
      if (heading && heading !== this.heading) {
        const line = document.createElement("h3");
        line.textContent = heading;
        thumbnails.append(line);
      }
      this.heading = heading;
      thumbnails.append(this.thumbnail(n));
    }
    byId("more").hidden = from + BATCH >= this.shown.length;
  }

  // The heading of the group that a solution is in.
  headingOf(n) {
    return this.stored.headings.findLast(([first]) => first <= n)?.[1];
  }

  thumbnail(n) {
    const { game, table } = this;
    const b = table.boardBounds;
    const box = [b.left - 0.1, b.top - 0.1, b.right - b.left + 0.2, b.bottom - b.top + 0.2];
    const svg = element("svg", { viewBox: box.map(number).join(" "), "aria-hidden": "true" });
    this.stored.list[n].forEach((id, index) => {
      const [piece, ...sites] = this.stored.placements[id];
      const points = sites.map((i) => game.sites[i]);
      svg.append(figure(game, piece, points, table.stride, table.shades(piece, index)));
    });
    const button = document.createElement("button");
    const name = this.stored.numbers[n].toLocaleString("en");
    button.append(svg, name);
    button.setAttribute("aria-label", `Solution ${name}: show on the board`);
    button.addEventListener("click", () => {
      game.show(n);
      table.selected = null;
      table.hinted = null;
      table.draw();
      table.say(`Solution ${name} is on the board. Undo restores the previous board.`);
      table.svg.scrollIntoView({ block: "nearest" });
    });
    return button;
  }
}
