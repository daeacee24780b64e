// The clock of a try, and the record of what was solved, which the browser keeps.

// The entries that are shown at once.
const SHOWN_ENTRIES = 20;
const CLOCK_SETTING = "polywright clock";

const clockText = (seconds) => {
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(Math.floor(seconds) % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};
const hintText = (hints) => (hints === 0 ? "without hints" : hints === 1 ? "with 1 hint" : `with ${hints} hints`);

// The time of day where the player is, as texts sort it.
function localTime(date) {
  const two = (n) => String(n).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

// The name under which the record of a puzzle is kept: of its pieces and its board, so that another
// page of the same puzzle finds it.
function recordName({ title, lattice, pieces, board, variants }) {
  const shapes = pieces.map(({ sites, min, max, labels, turns, flips }) => [sites, min, max, labels, turns, flips]);
  const text = JSON.stringify([lattice.axes, shapes, board.sites, board.optional, variants.map(({ name }) => name)]);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return `polywright record ${hash.toString(16)} ${title}`;
}

class Record {
  constructor(game) {
    this.game = game;
    this.name = recordName(game.data);
    this.entries = this.load();
    // What was done in each variant since it was begun.
    this.tries = new Map();
    this.isHidden = this.read(CLOCK_SETTING) === "hidden";
    byId("clock").addEventListener("click", () => this.hide(!this.isHidden));
    byId("save-record").addEventListener("click", () => saveText(this.csv(), "csv", game.data.title, "record"));
    setInterval(() => this.tick(), 1000);
    this.hide(this.isHidden);
    this.show();
  }

  // Storage may be forbidden, or full: then the record lasts as long as the page.
  read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  write(key, text) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  load() {
    try {
      const entries = JSON.parse(this.read(this.name) ?? "[]");
      const isSound = (own) => typeof own?.solved === "string" && Number.isFinite(own.seconds) && Number.isFinite(own.hints);
      return Array.isArray(entries) ? entries.filter(isSound) : [];
    } catch {
      return [];
    }
  }

  get try() {
    const { variant } = this.game.state;
    if (!this.tries.has(variant)) {
      this.tries.set(variant, { seconds: 0, hints: 0, isStarted: false, isOver: false });
    }
    return this.tries.get(variant);
  }

  startOver() {
    this.tries.delete(this.game.state.variant);
    this.showClock();
  }

  // Solutions that are looked at are none that were found.
  giveUp() {
    this.try.isOver = true;
  }

  move() {
    this.try.isStarted = true;
  }

  help() {
    if (!this.try.isOver) this.try.hints += 1;
  }

  tick() {
    const { isStarted, isOver } = this.try;
    if (isStarted && !isOver && !document.hidden) this.try.seconds += 1;
    this.showClock();
  }

  hide(isHidden) {
    this.isHidden = isHidden;
    this.write(CLOCK_SETTING, isHidden ? "hidden" : "shown");
    document.body.classList.toggle("no-clock", isHidden);
    byId("clock").title = isHidden ? "Show the clock" : "Hide the clock";
    this.showClock();
  }

  showClock() {
    byId("clock").textContent = this.isHidden ? "Clock" : clockText(this.try.seconds);
  }

  // Records a solved puzzle, once for each try; what is said of it.
  solved() {
    const own = this.try;
    if (!own.isOver) {
      own.isOver = true;
      own.isFound = true;
      const variant = this.game.variant?.name ?? "";
      const { seconds, hints } = own;
      // Another page of the puzzle may have added to it.
      this.entries = [...this.load(), { variant, solved: localTime(new Date()), seconds, hints }];
      this.isKept = this.write(this.name, JSON.stringify(this.entries));
      this.show();
    }
    if (!own.isFound) return "Solved.";
    const time = this.isHidden ? "" : ` in ${clockText(own.seconds)}`;
    const lost = this.isKept ? "" : " This browser does not keep the record; save it as CSV.";
    return `Solved${time}, ${hintText(own.hints)}.${lost}`;
  }

  isSolved(variant) {
    return this.entries.some((own) => own.variant === variant);
  }

  show() {
    const newest = [...this.entries].reverse().slice(0, SHOWN_ENTRIES);
    const cell = (text, kind = "") => {
      const made = document.createElement("td");
      Object.assign(made, { textContent: text, className: kind });
      return made;
    };
    byId("entries").replaceChildren(...newest.map(({ variant, solved, seconds, hints }) => {
      const row = document.createElement("tr");
      row.append(cell(solved), cell(variant, "variant"), cell(clockText(seconds), "time number"), cell(String(hints), "number"));
      return row;
    }));
    const count = this.entries.length;
    const more = count > newest.length ? `; the last ${newest.length} are shown` : "";
    byId("recorded").textContent = count === 0 ? "Nothing solved yet." : `Solved ${count === 1 ? "once" : `${count} times`}${more}.`;
    byId("record-table").hidden = count === 0;
    byId("save-record").disabled = count === 0;
    document.body.classList.toggle("no-variants", this.game.data.variants.length === 0);
    this.changed?.();
  }

  csv() {
    const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const rows = this.entries.map(({ variant, solved, seconds, hints }) =>
      [this.game.data.title, variant, solved, seconds, hints].map((own) => field(String(own))).join(","));
    return ["puzzle,variant,solved,seconds,hints", ...rows, ""].join("\r\n");
  }
}
