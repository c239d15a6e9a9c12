// Tiles and tables drawn from what the server sends.

import { el, face } from "./dom.js";
import { signed, tileName } from "./words.js";

/** Tiles in a row; `lit` are places, `apart` a tile set off at the end. */
export function row(tiles, { lit = [], apart = null } = {}) {
  const names = [...tiles, ...(apart ? [apart] : [])].map(tileName).join(", ");
  return el("span", { class: "tiles", role: "img", "aria-label": names },
    tiles.map((tile, i) => face(tile, { class: lit.includes(i) ? "face lit" : "face" })),
    apart ? face(apart, { class: "face apart" }) : null);
}

/** A sentence in pieces, the terms in it linked to the glossary. */
export function said(pieces) {
  return pieces.map(([text, term]) => (term ? el("a", { class: "term", href: `/learn/glossary#${term}` }, text) : text));
}

/** A hand, its melds and its winning tile. */
export function holding(hand, melds = [], win = null) {
  return el("p", { class: "holding" }, hand.length || win ? row(hand, { apart: win }) : null,
    melds.map((meld) => el("span", { class: "meld" }, row(meld))));
}

/** A hand set by set; the groups that make its pattern are marked. */
export function groups(list) {
  return el("span", { class: "groups" }, list.map((group) => row(group.tiles, { lit: group.lit ? group.tiles.map((_, i) => i) : [] })));
}

function cells(seats, amounts, right = null) {
  return seats.map((_, i) => {
    const n = amounts[i];
    const kind = right ? (n === right[i] ? "plus" : "minus") : n > 0 ? "plus" : n < 0 ? "minus" : "";
    return el("td", { class: kind }, n === 0 && !right ? "" : signed(n));
  });
}

/** A settlement as a table: a line a payment, a column a player; `mine`: what the reader answered, by column. */
export function sums({ seats, lines, net }, words, mine = null) {
  const line = (head, amounts, right) => el("tr", {}, el("th", { scope: "row" }, head), cells(seats, amounts, right));
  return el("table", { class: "sums" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, words.item), seats.map((seat) => el("th", { scope: "col" }, seat)))),
    el("tbody", {}, lines.map((item) => line(item.why, item.effect))),
    el("tfoot", {},
      el("tr", {}, el("th", { scope: "row" }, words.sum), net.map((n) => el("td", { class: n > 0 ? "plus" : n < 0 ? "minus" : "" }, signed(n)))),
      mine ? line(words.yours, mine, net) : null));
}

/** All seats as they lie. */
export function table(picture, words) {
  const seats = picture.seats.map((seat) => el("div", { class: "seat-row" },
    el("b", { class: "seat-name" }, seat.seat,
      seat.won ? el("span", { class: "tag won" }, words.won) : null,
      seat.dealer ? el("span", { class: "tag" }, words.dealer) : null),
    el("div", { class: "seat-tiles" },
      seat.hand ? row(seat.hand, { apart: seat.win }) : null,
      seat.melds.map((meld) => el("span", { class: "meld" }, row(meld.tiles), el("small", {}, meld.from ? `${meld.name} ← ${meld.from}` : meld.name))),
      seat.discards.length ? el("span", { class: "meld" }, row(seat.discards), el("small", {}, words.discards)) : null)));
  if (picture.flip) {
    seats.push(el("div", { class: "seat-row" }, el("b", { class: "seat-name" }, words.flip), el("div", { class: "seat-tiles" }, row([picture.flip]))));
  }
  return el("div", { class: "seating" }, seats);
}

/** JSON from the server, or null when it can't be reached. */
export async function ask(path, body = null) {
  try {
    const options = body === null ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(path, options);
    return await response.json();
  } catch {
    return null;
  }
}
