// Names by the order in which tiles lie: three rows of nine, a suit a row. No screen in here.

const ASKED = [
  { suits: ["m", "p", "s"], back: false },
  { suits: ["s", "p", "m"], back: true }, // the photo taken from the other side
];
const OTHERS = [["m", "s", "p"], ["p", "m", "s"], ["p", "s", "m"], ["s", "m", "p"], ["s", "p", "m"], ["m", "p", "s"]]
  .flatMap((suits) => [{ suits, back: false }, { suits, back: true }])
  .filter((order) => !ASKED.some((asked) => asked.suits[0] === order.suits[0] && asked.suits[1] === order.suits[1] && asked.back === order.back));
const CLEAR = 6; // readings of a row's nine that make its suit clear

const middle = ({ box: [x1, y1, x2, y2] }) => [(x1 + x2) / 2, (y1 + y2) / 2];

/** Three rows of nine from top to bottom, each from left to right; null when they don't lie like that. */
function rowsOfNine(tiles) {
  if (tiles.length !== 27) return null;
  const down = [...tiles].sort((a, b) => middle(a)[1] - middle(b)[1]);
  const rows = [0, 9, 18].map((first) => down.slice(first, first + 9));
  const height = Math.max(...tiles.map(({ box }) => box[3] - box[1]));
  for (let i = 1; i < rows.length; i += 1) {
    // A slanted photo lets rows overlap a little, but not by more than half a tile.
    if (middle(rows[i][0])[1] - middle(rows[i - 1][8])[1] < 0.2 * height) return null;
  }
  return rows.map((row) => row.sort((a, b) => middle(a)[0] - middle(b)[0]));
}

/** The name of place 0-26 in an order of rows. */
function nameAt({ suits, back }, place) {
  const column = place % 9;
  return `${back ? 9 - column : column + 1}${suits[Math.floor(place / 9)]}`;
}

function count(tiles, fits) {
  return tiles.filter((tile, place) => fits(tile.tile, place)).length;
}

const agreement = (tiles, order) => count(tiles, (name, place) => name === nameAt(order, place));

/** How well readings fit an order: whole names first, then suits and numbers alone. */
function fit(tiles, order) {
  const suits = count(tiles, (name, place) => name[1] === nameAt(order, place)[1]);
  const numbers = count(tiles, (name, place) => name[0] === nameAt(order, place)[0]);
  return 2 * agreement(tiles, order) + suits + numbers;
}

function best(tiles, orders) {
  return orders.map((order) => [order, fit(tiles, order)]).sort((a, b) => b[1] - a[1])[0][0];
}

/** Whether the readings say clearly that the rows lie in `other` order: a whole row of another suit, or a row's worth more names. */
function clearly(tiles, other, asked) {
  const anotherSuit = [0, 1, 2].some((row) => other.suits[row] !== asked.suits[row]
    && tiles.slice(9 * row, 9 * row + 9).filter(({ tile }) => tile[1] === other.suits[row]).length >= CLEAR);
  const right = agreement(tiles, other);
  return anotherSuit || (right >= 9 && right - agreement(tiles, asked) >= 9);
}

/** Names by an order, but for those a player has said; what the reader thought otherwise is doubted. */
export function nameBy(tiles, order) {
  return tiles.map((tile) => {
    if (tile.mended || tile.place === undefined) return tile;
    const name = nameAt(order, tile.place);
    return { ...tile, tile: name, unsure: tile.read !== name };
  });
}

/**
 * The tiles with their names, and `orders` where somebody has to say which one holds.
 *
 * Three rows of nine are named by the order asked for where the readings agree on a row's worth; anything else keeps
 * the names it was read with. Where the rows are clearly laid in another order, {seen, asked} are both offered.
 */
export function named(tiles) {
  const rows = rowsOfNine(tiles);
  if (!rows) return { tiles: tiles.map((tile) => ({ ...tile })), orders: null };
  const laid = rows.flat().map((tile, place) => ({ ...tile, read: tile.tile, place }));
  const asked = best(laid, ASKED);
  const seen = best(laid, [...ASKED, ...OTHERS]);
  if (!ASKED.includes(seen) && clearly(laid, seen, asked)) return { tiles: laid, orders: { seen, asked } };
  return { tiles: agreement(laid, asked) < 9 ? laid : nameBy(laid, asked), orders: null };
}
