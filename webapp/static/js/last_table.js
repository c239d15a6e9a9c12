// The first page leads back to the table this phone was last at, as long as its night goes on.

import { byId } from "./dom.js";
import { call, known } from "./night_api.js";

const MOST = 3; // how many are asked for: who closed three nights in a row begins a new one

/** Show the way to the newest table that is open; nothing where there is none or the computer is away. */
export async function offerLast() {
  const mine = Object.entries(known()).filter(([, entry]) => entry.token).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  for (const [id] of mine) {
    const { status, body } = await call("GET", `/api/tables/${id}?since=0`);
    if (status !== 200 || body.settings.closed) continue;
    const { name, persons } = body.settings;
    byId("last-table-name").textContent = name || persons.map((person) => person.name).join("、");
    byId("last-table").href = `/t/${id}`;
    byId("last-table").hidden = false;
    return;
  }
}
