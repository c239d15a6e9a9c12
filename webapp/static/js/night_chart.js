// Totals over the hands as lines, one a person; drawn from the rows, no library.

import { el, svg } from "./dom.js";
import { people, personName } from "./night_ui.js";
import { signed } from "./words.js";

const W = 340;
const H = 150;
const PAD = 8;

/** Running unit totals: one array a person, starting at 0. */
export function running(view, rows) {
  const ids = people(view).filter((id) => id !== "pot" || view.totals.units.pot);
  const sums = Object.fromEntries(ids.map((id) => [id, 0]));
  const out = ids.map((id) => ({ id, values: [0] }));
  for (const row of rows) {
    const counts = row.kind === "hand" || (row.kind === "line" && row.in === "units" && row.type !== "paid");
    if (row.deleted || !counts) continue;
    for (const line of out) {
      sums[line.id] += row.net[line.id] ?? 0;
      line.values.push(sums[line.id]);
    }
  }
  return out;
}

export function chart(view, rows) {
  const lines = running(view, rows);
  const n = lines[0].values.length;
  if (n < 2) return null;
  const all = lines.flatMap((line) => line.values);
  const low = Math.min(...all, 0);
  const high = Math.max(...all, 0);
  const x = (i) => PAD + (i * (W - 2 * PAD)) / (n - 1);
  const y = (value) => PAD + ((high - value) * (H - 2 * PAD)) / (high - low || 1);
  const label = lines.map((line) => `${personName(view, line.id)} ${signed(line.values.at(-1))}`).join("，");
  return el("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": label },
      svg("line", { class: "zero", x1: PAD, x2: W - PAD, y1: y(0), y2: y(0) }),
      ...lines.map((line, k) => svg("polyline", {
        class: `p${k % 6}`, points: line.values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
      }))),
    el("figcaption", {}, lines.map((line, k) => el("span", { class: `key p${k % 6}` }, personName(view, line.id)))));
}
