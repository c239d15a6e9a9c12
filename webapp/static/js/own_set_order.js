// Names by the order in which tiles lie: three rows of nine, a suit a row. No screen in here.

const SUITS = ["m", "p", "s"];

const middle = ({ box: [x1, y1, x2, y2] }) => [(x1 + x2) / 2, (y1 + y2) / 2];

/** Three rows of nine from top to bottom, each from left to right; null when they don't lie like that. */
export function rowsOfNine(tiles) {
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

function agreement(rows, name) {
  return rows.flatMap((row, r) => row.map((tile, c) => Number(tile.tile === name(r, c)))).reduce((a, b) => a + b, 0);
}

/** The tiles, named by their order where it is the order asked for (the detector agrees on most), else as they were read. */
export function named(tiles) {
  const rows = rowsOfNine(tiles);
  if (!rows) return tiles.map((tile) => ({ ...tile }));
  const orders = [
    (r, c) => `${c + 1}${SUITS[r]}`,
    (r, c) => `${9 - c}${SUITS[2 - r]}`, // the photo taken from the other side
  ];
  const [best, right] = orders.map((name) => [name, agreement(rows, name)]).sort((a, b) => b[1] - a[1])[0];
  if (right < 9) return tiles.map((tile) => ({ ...tile }));
  return rows.flatMap((row, r) => row.map((tile, c) => ({ ...tile, tile: best(r, c), unsure: tile.tile !== best(r, c) })));
}
