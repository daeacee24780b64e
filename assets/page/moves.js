// How a solution is taken apart: the moment that is shown, and what plays it.
//
// Time is counted in moves: at 1.5 the second one is half done.

// The time that a move takes, in seconds.
const MOVE_TIME = 0.8;

class Player {
  constructor(data) {
    this.data = data;
    this.end = data.moves.length;
    this.time = 0;
    // 1 while pieces are taken out, -1 while they are put back.
    this.playing = 0;
    this.stage = data.solid ? new Space(data) : new Plane(data);
    this.fit();
    this.list();
    this.connect();
    this.show();
  }

  // Room for what is there before each move.
  fit() {
    const places = [];
    for (let time = 0; time < Math.max(1, this.end); time += 1) {
      const moment = this.momentAt(time);
      this.data.pieces.forEach((own, piece) => {
        if (moment.presence(piece) === 0) return;
        const shift = moment.shift(piece);
        for (const place of this.stage.placesOf(own)) places.push(place.map((n, k) => n + shift[k]));
      });
    }
    this.stage.fit(places);
  }

  // Where the pieces are at a time, and how much of each is seen: it fades in the second half of its last
  // move. A move begins and ends slowly.
  momentAt(time) {
    const { moves, left_at } = this.data;
    return {
      shift: (piece) => moves.slice(0, Math.ceil(time)).reduce((at, { pieces, way }, n) => {
        if (!pieces.includes(piece)) return at;
        const done = Math.min(1, time - n);
        const share = done * done * (3 - 2 * done);
        return at.map((own, k) => own + share * way[k]);
      }, [0, 0, 0]),
      presence: (piece) => Math.min(1, Math.max(0, 2 * ((left_at[piece] ?? Infinity) - time))),
    };
  }

  list() {
    const swatch = (piece) => {
      const { shades } = this.data.pieces[piece];
      const made = document.createElement("span");
      made.className = "swatch";
      made.style.setProperty("--fill", shades.light[0]);
      made.style.setProperty("--fill-dark", shades.dark[0]);
      return made;
    };
    this.rows = this.data.moves.map(({ words, pieces, separation }, n) => {
      const [row, button, number, swatches] = ["li", "button", "span", "span"].map((tag) => document.createElement(tag));
      row.className = n > 0 && separation === this.data.moves[n - 1].separation ? "" : "first";
      number.className = "number";
      number.textContent = n + 1;
      swatches.className = "swatches";
      swatches.append(...pieces.map(swatch));
      button.append(number, swatches, words);
      button.addEventListener("click", () => this.go(n + 1));
      row.append(button);
      return row;
    });
    byId("list").append(...this.rows);
    byId("level").textContent = this.data.heading;
  }

  connect() {
    press("play", () => this.playOrPause());
    press("step", () => this.step(1));
    press("back", () => this.step(-1));
    press("assemble", () => this.assemble());
    byId("view").hidden = byId("turning").hidden = !this.data.solid;
    press("view", () => this.stage.reset());
    byId("moment").max = this.end;
    byId("moment").addEventListener("input", (event) => this.go(Number(event.target.value)));
    window.addEventListener("resize", () => this.stage.draw());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isControl = event.target.matches("button, input, summary");
    const actions = {
      ".": () => this.step(1),
      ",": () => this.step(-1),
      Home: () => this.data.solid && this.stage.reset(),
    };
    if (!isControl) actions[" "] = () => (event.shiftKey ? this.assemble() : this.playOrPause());
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  go(time) {
    this.playing = 0;
    this.time = Math.min(this.end, Math.max(0, time));
    this.show();
  }

  // Goes to the end of the next move, or to the beginning of one.
  step(way) {
    this.go(way > 0 ? Math.floor(this.time) + 1 : Math.ceil(this.time) - 1);
  }

  playOrPause() {
    if (this.playing !== 0) return this.go(this.time);
    if (this.time >= this.end) this.time = 0;
    this.play(1);
  }

  assemble() {
    if (this.time === 0) this.time = this.end;
    this.play(-1);
  }

  play(way) {
    const isIdle = this.playing === 0;
    this.playing = way;
    this.last = undefined;
    if (isIdle) requestAnimationFrame((now) => this.advance(now));
    this.show();
  }

  advance(now) {
    if (this.playing === 0) return;
    this.time += (this.playing * (now - (this.last ?? now))) / 1000 / MOVE_TIME;
    this.last = now;
    if (this.playing > 0 ? this.time >= this.end : this.time <= 0) return this.go(this.time);
    this.show();
    requestAnimationFrame((next) => this.advance(next));
  }

  // Brings a row of the list into view, and leaves the page where it is.
  reveal(row) {
    const list = byId("list");
    if (!row || list.scrollHeight <= list.clientHeight) return;
    const top = row.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else list.scrollTop = Math.max(list.scrollTop, top + row.offsetHeight - list.clientHeight);
  }

  show() {
    const { time, end, playing, data } = this;
    const made = Math.ceil(time);
    // Where less motion is asked for, moves are shown done.
    const isStill = playing !== 0 && matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.stage.draw(this.momentAt(isStill ? (playing > 0 ? Math.floor(time) : made) : time));
    const words = made === 0 ? "together" : data.moves[made - 1].words;
    const status = `Move ${made} of ${end}: ${words}`;
    if (byId("status").textContent !== status) byId("status").textContent = status;
    byId("moment").value = time;
    byId("moment").setAttribute("aria-valuetext", status);
    byId("play").textContent = playing === 0 ? "Play" : "Pause";
    byId("back").disabled = time === 0;
    byId("step").disabled = time === end;
    this.rows.forEach((row, n) => {
      const button = row.firstChild;
      if (n + 1 === made) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.reveal(this.rows[Math.max(0, made - 1)]);
    document.body.dataset.state = playing !== 0 ? "playing" : time === 0 ? "together" : time === end ? "apart" : "paused";
  }
}

function start() {
  const data = JSON.parse(byId("data").textContent);
  const player = new Player(data);
  startTools(data, () => player.stage.draw());
  // For the browser's console.
  window.polywright = { player };
}

start();
