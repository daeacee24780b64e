// The pieces of a solution in the plane, as figures that are shifted.

// The largest unit, in pixels.
const MAX_UNIT = 84;

class Plane {
  constructor(data) {
    const lattice = new Lattice(data.lattice);
    this.svg = byId("table");
    this.svg.removeAttribute("hidden");
    this.figures = data.pieces.map(({ sites, shades }, piece) =>
      figure({ lattice, data }, piece, sites, 0, shades, { class: "piece" }));
    const [required, optional] = [false, true].map((isOptional) =>
      data.board.sites.filter((_, i) => data.board.optional.includes(i) === isOptional));
    this.svg.append(...ground(lattice, required, optional, 0), ...this.figures);
    this.lattice = lattice;
    this.board = required.concat(optional);
  }

  // The places by which a piece reaches farthest.
  placesOf({ sites }) {
    return sites.flatMap((site) => this.lattice.outline(site).map((corner) => this.lattice.at(corner, 0)));
  }

  // Makes room for all that is seen of pieces, given as places, and for the board.
  fit(places) {
    const all = places.concat(this.placesOf({ sites: this.board }));
    const [left, top] = [0, 1].map((k) => Math.min(...all.map((p) => p[k])) - 0.25);
    const [right, bottom] = [0, 1].map((k) => Math.max(...all.map((p) => p[k])) + 0.25);
    this.svg.setAttribute("viewBox", [left, top, right - left, bottom - top].map(number).join(" "));
    this.svg.style.maxWidth = `${Math.round(MAX_UNIT * (right - left))}px`;
  }

  // Draws the pieces at a moment, which knows the shift and the presence of each.
  draw(moment = this.moment) {
    this.moment = moment;
    this.figures.forEach((own, piece) => {
      const presence = moment.presence(piece);
      own.setAttribute("transform", `translate(${placeText(moment.shift(piece))})`);
      own.style.opacity = presence;
      own.style.display = presence > 0 ? "" : "none";
    });
  }
}
