// The variants: which one is played. Those that are dates begin with today's.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY = 24 * 60 * 60 * 1000;
// Every date has each weekday within so many days.
const LONGEST_SEARCH = 41 * 366;

// The place of a word in a list, which has its first three letters: "Oct" and "October" are one.
function wordIn(list, word) {
  const at = list.indexOf(word.slice(0, 3));
  return /^[a-z]{3,9}$/.test(word) ? at : -1;
}

// What a name says of a date, such as "6 Oct" or "Sat 28 Nov"; null if it is none.
function dateIn(name) {
  const found = {};
  for (const word of name.toLowerCase().split(/[\s,]+/)) {
    const [month, weekday] = [wordIn(MONTHS, word), wordIn(WEEKDAYS, word)];
    const [key, value] = month >= 0 ? ["month", month]
      : weekday >= 0 ? ["weekday", weekday]
        : /^\d{1,2}$/.test(word) ? ["day", Number(word)] : [];
    if (key === undefined || key in found) return null;
    found[key] = value;
  }
  return "month" in found && "day" in found ? found : null;
}

// The start of a day, in a time without summer time.
function today() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}

class Variants {
  constructor(game, table) {
    Object.assign(this, { game, table, names: game.data.variants.map(({ name }) => name) });
    const dates = this.names.map(dateIn);
    this.byDate = null;
    if (dates.length > 1 && !dates.includes(null)) {
      const key = ({ month, day, weekday }) => [month, day, weekday ?? ""].join(" ");
      this.byDate = new Map(dates.map((date, n) => [key(date), n]));
      this.hasWeekdays = "weekday" in dates[0];
      this.day = today();
    }
    if (this.names.length === 0) return;
    byId("variants").hidden = false;
    this.names.forEach((name, n) => byId("variant").append(new Option(name, n)));
    byId("variant").addEventListener("change", () => this.choose(Number(byId("variant").value)));
    byId("random").addEventListener("click", () => this.random());
    byId("today").hidden = this.byDate === null;
    byId("today").addEventListener("click", () => {
      this.day = today();
      this.chooseDay(1);
    });
    for (const [id, way] of [["previous", -1], ["next", 1]]) {
      const name = `${way < 0 ? "Previous" : "Next"} ${this.byDate ? "day" : "variant"}`;
      Object.assign(byId(id), { title: name, ariaLabel: name });
      byId(id).addEventListener("click", () => this.step(way));
    }
  }

  // The variant to begin with; undefined without variants.
  get first() {
    if (this.names.length === 0) return undefined;
    return this.byDate ? this.variantOfDay(1) ?? 0 : 0;
  }

  // The variant of the day, or of the next one in a direction that has any.
  variantOfDay(way) {
    for (let n = 0; n < 366; n += 1, this.day += way * DAY) {
      const found = this.byDate.get(this.keyOf(this.day));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  keyOf(day) {
    const date = new Date(day);
    const weekday = this.hasWeekdays ? date.getUTCDay() : "";
    return [date.getUTCMonth(), date.getUTCDate(), weekday].join(" ");
  }

  chooseDay(way) {
    const found = this.variantOfDay(way);
    if (found !== undefined) this.choose(found);
  }

  step(way) {
    const count = this.names.length;
    if (this.byDate === null) return this.choose((this.game.state.variant + way + count) % count);
    this.day += way * DAY;
    return this.chooseDay(way);
  }

  // One that is not solved yet, as long as there are any.
  random() {
    const all = this.names.map((_, n) => n).filter((n) => n !== this.game.state.variant);
    const unsolved = all.filter((n) => !this.isSolved?.(this.names[n]));
    const from = unsolved.length > 0 ? unsolved : all;
    if (from.length > 0) this.choose(from[Math.floor(Math.random() * from.length)]);
  }

  choose(variant) {
    if (variant !== this.game.state.variant) {
      this.game.change({ placed: this.game.beginning.placed, variant });
    }
    this.table.selected = null;
    this.table.hinted = null;
    this.table.held = null;
    this.table.report(this.table.left());
    this.table.draw();
  }

  // Shows the variant that is played: the day too, where it was reached by another way.
  follow() {
    const { variant } = this.game.state;
    if (this.names.length === 0) return;
    byId("variant").value = String(variant);
    if (this.byDate === null || this.byDate.get(this.keyOf(this.day)) === variant) return;
    const start = today();
    for (let n = 0; n < LONGEST_SEARCH; n += 1) {
      const day = [start + n * DAY, start - n * DAY].find((at) => this.byDate.get(this.keyOf(at)) === variant);
      if (day !== undefined) {
        this.day = day;
        return;
      }
    }
  }

  // Says in the list which ones are solved.
  mark() {
    this.names.forEach((name, n) => {
      byId("variant").options[n].text = this.isSolved(name) ? `${name} · solved` : name;
    });
  }
}
