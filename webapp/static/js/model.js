// Changing a reading: the same JSON the server sent (SPEC 2.3), mended in place. No screen in here.

/** An empty reading for tiles typed by hand. */
export function blankReading() {
  return { ok: true, file: null, image: null, tiles: [], groups: [], problems: [] };
}

const ROLES = ["hand", "meld", "discards", "flip", "win", "wall", "loose"];
const list = (value, check) => Array.isArray(value) && value.every(check);
const number = (value) => Number.isFinite(value);
const text = (value) => typeof value === "string";
const open = (value) => value === null || value === undefined;
const object = (value) => typeof value === "object" && !open(value);

/** Whether a sheet that came from elsewhere can be shown: one that can't would take the whole page down. */
export function drawable(sheet) {
  const reading = sheet?.reading;
  if (!text(sheet?.slot) || !object(reading)) return false;
  const { tiles, groups, problems, image } = reading;
  const shown = (tile) => object(tile) && text(tile.tile) && (open(tile.was) || text(tile.was))
    && (open(tile.box) || (tile.box.length === 4 && list(tile.box, number)))
    && (open(tile.alternatives) || list(tile.alternatives, (item) => list(item, () => true) && text(item[0])));
  const lies = (group) => object(group) && ROLES.includes(group.role) && list(group.tiles, (i) => Number.isInteger(i) && i >= 0 && i < tiles.length);
  return list(tiles, shown) && list(groups, lies)
    && (open(problems) || list(problems, (problem) => object(problem) && text(problem.message)))
    && (open(image) || (number(image.width) && number(image.height)));
}

export function tileAt(sheet, index) {
  return sheet.reading.tiles[index];
}

export function groupOf(sheet, index) {
  return sheet.reading.groups.find((group) => group.tiles.includes(index));
}

/** Say what a tile is; what it was read as stays beside it. */
export function setTile(sheet, index, tile) {
  const old = tileAt(sheet, index);
  if (old.was === undefined && !old.added) old.was = old.tile;
  old.tile = tile;
  old.unsure = false;
  old.mended = true;
}

/** Take a tile out of its group; the reading keeps it, so that nothing else is renumbered. */
export function takeOut(sheet, index) {
  const group = groupOf(sheet, index);
  if (!group) return;
  group.tiles = group.tiles.filter((i) => i !== index);
  group.meld = null;
  sheet.reading.groups = sheet.reading.groups.filter((item) => item.tiles.length > 0);
}

function newTile(sheet, tile) {
  sheet.reading.tiles.push({ tile, confidence: null, box: null, alternatives: [], unsure: false, added: true });
  return sheet.reading.tiles.length - 1;
}

function mainSide(sheet) {
  const groups = sheet.reading.groups;
  const hands = groups.filter((group) => group.role === "hand");
  const pool = hands.length ? hands : groups;
  const biggest = pool.reduce((best, group) => (best && best.tiles.length >= group.tiles.length ? best : group), null);
  return biggest ? biggest.side : null;
}

/** Whether a group of a player's photo belongs to the player next to him. */
export function isNeighbour(sheet, group) {
  if (sheet.slot === "table" || sheet.slot === "flip" || group.role === "flip") return false;
  return group.side !== null && group.side !== undefined && group.side !== mainSide(sheet);
}

/** Add one tile to the group of a role, or to one group by number. */
export function addTile(sheet, role, tile, number = null) {
  const groups = sheet.reading.groups;
  let group = number === null
    ? groups.find((item) => item.role === role && !isNeighbour(sheet, item))
    : groups[number];
  const index = newTile(sheet, tile);
  if (!group) {
    group = { role, side: mainSide(sheet), meld: null, tiles: [] };
    groups.push(group);
  }
  group.tiles.push(index);
  if (role === "meld") group.meld = null;
  return index;
}

/** A whole 碰 or 杠 at once. */
export function addMeld(sheet, tile, size) {
  const tiles = Array.from({ length: size }, () => newTile(sheet, tile));
  sheet.reading.groups.push({ role: "meld", side: mainSide(sheet), meld: size === 3 ? "pung" : null, tiles });
}

/** Move a tile to another role, to a new meld, or to the meld with a number. */
export function moveTile(sheet, index, target) {
  const side = mainSide(sheet);
  let goal = null;
  if (target.startsWith("meld:")) goal = sheet.reading.groups[Number(target.slice(5))];
  takeOut(sheet, index);
  const groups = sheet.reading.groups;
  if (!goal && target !== "new-meld") goal = groups.find((group) => group.role === target && !isNeighbour(sheet, group));
  if (!goal || !groups.includes(goal)) {
    goal = { role: target === "new-meld" ? "meld" : target, side, meld: null, tiles: [] };
    groups.push(goal);
  }
  goal.tiles.push(index);
  if (goal.role === "meld") goal.meld = null;
}

/** Count a group left out as the player's own. */
export function claim(sheet, number) {
  const group = sheet.reading.groups[number];
  group.side = mainSide(sheet);
  if (group.role === "wall" || group.role === "loose") group.role = "hand"; // a meld of a neighbour stays a meld
}

/** How many of a tile a sheet holds, for the four-of-a-kind limit of the keypad. */
export function copies(sheets, tile) {
  let n = 0;
  for (const sheet of sheets) {
    for (const group of sheet.reading.groups) {
      if (group.role === "wall" || group.role === "loose" || isNeighbour(sheet, group)) continue;
      n += group.tiles.filter((i) => sheet.reading.tiles[i].tile === tile).length;
    }
  }
  return n;
}

/** Where a new photo belongs: an only tile is the turned one, hands on several sides are the whole table. */
export function guessSlot(reading, free, wanted) {
  const groups = reading.groups.filter((group) => group.role !== "wall");
  const tiles = groups.reduce((n, group) => n + group.tiles.length, 0);
  const hands = new Set(groups.filter((group) => group.role === "hand").map((group) => group.side));
  if (hands.size > 1) return "table";
  if (tiles <= 2 && free.includes("flip")) return "flip";
  if (wanted && free.includes(wanted)) return wanted;
  return free.find((slot) => slot !== "flip") ?? wanted;
}
