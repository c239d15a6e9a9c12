// A hand settled without a table goes to one after all: a table of this phone, or a new one with the same people.

import { closeDialog, el, openDialog } from "./dom.js";
import { call, known, remember } from "./night_api.js";
import { kept, newId } from "./photos.js";
import { nextHand, rule, state } from "./state.js";
import { handBody } from "./table.js";
import { slotName, t } from "./words.js";

const MOST = 5;
const keys = new Map(); // table → Idempotency-Key of this hand: a second tap is the same hand
let keyed = ""; // the hand those keys stand for

function title(view) {
  return view.settings.name || view.settings.persons.map((person) => person.name).join("、");
}

/** Tables of this phone that take this hand: writable, open, with as many players. */
async function tables(seats) {
  const mine = Object.entries(known()).filter(([, entry]) => entry.token).sort((a, b) => b[1].at - a[1].at).slice(0, MOST);
  const answers = await Promise.all(mine.map(([id]) => call("GET", `/api/tables/${id}?since=0`)));
  return answers.filter(({ status, body }) => status === 200 && !body.settings.closed && Object.keys(body.settings.seats).length === seats.length)
    .map(({ body }) => body);
}

/** The photos of the hand, kept with the table; what can't be sent is left out, the tiles are there all the same. */
async function photos(id) {
  const sent = new Map();
  for (const sheet of state.sheets) {
    const blob = sheet.photo ? await kept(sheet.photo) : null;
    if (!blob) continue;
    const form = new FormData();
    form.append("photo", blob, "photo");
    const answer = await call("POST", `/api/tables/${id}/photos`, { id, body: form });
    if (answer.status === 201) sent.set(sheet, answer.body.photo);
  }
  return sent;
}

/** Send the hand; a refusal over the dealer asks whether he is meant. Returns what to say, or null once it is saved. */
async function send(view, id, seats, said = false) {
  const hand = JSON.stringify(view.situation);
  if (hand !== keyed) keys.clear();
  keyed = hand;
  const place = `${id}/${JSON.stringify(seats)}/${said}`;
  if (!keys.has(place)) keys.set(place, newId());
  const sent = await photos(id);
  const body = { ...handBody(view, (sheet) => sent.get(sheet)), seats, dealer_said: said };
  const answer = await call("POST", `/api/tables/${id}/hands`, { id, body, headers: { "Idempotency-Key": keys.get(place) } });
  if (answer.status === 200 || answer.status === 201) {
    remember(id, {});
    nextHand(view.settlement.next_dealer, view.settlement.next_streak);
    location.assign(`/t/${id}`);
    return null;
  }
  const error = answer.body?.error ?? { message: t("offline") };
  return { message: error.message, dealer: error.field === "situation.dealer" };
}

/** Who of that table sat where: by name, else in the order they sit there. Choosing somebody twice swaps the two. */
function seating(seats, table) {
  const { persons, seats: sitting } = table.settings;
  const left = persons.map((person) => person.id);
  const take = (id) => left.splice(left.indexOf(id), 1)[0];
  const chosen = new Map();
  for (const seat of seats) {
    const same = persons.find((person) => person.name === state.names[seat] && left.includes(person.id));
    if (same) chosen.set(seat, take(same.id));
  }
  for (const seat of seats.filter((item) => !chosen.has(item))) {
    chosen.set(seat, take(left.includes(sitting[seat]) ? sitting[seat] : left[0]));
  }
  const boxes = seats.map((seat) => {
    const box = el("select", { "data-seat": seat, "aria-label": slotName(seat, state.names) },
      persons.map((person) => el("option", { value: person.id }, person.name)));
    box.value = chosen.get(seat);
    box.dataset.was = box.value;
    box.addEventListener("change", () => {
      const other = boxes.find((item) => item !== box && item.value === box.value);
      if (other) other.value = box.dataset.was;
      boxes.forEach((item) => { item.dataset.was = item.value; });
    });
    return box;
  });
  return { boxes, chosen: () => Object.fromEntries(boxes.map((box) => [box.dataset.seat, box.value])) };
}

export async function saveToTable(view) {
  const seats = Object.keys(view.situation.players);
  const body = el("div", { class: "cards" }, el("p", {}, t("settlement.loading")));
  const bad = el("p", { class: "note bad", role: "alert", hidden: true });
  const again = el("div", {});
  const dialog = el("dialog", { id: "to-table-dialog", class: "full", "aria-labelledby": "to-table-title" },
    el("div", { class: "picture-box" },
      el("header", { class: "dialog-head" }, el("h2", { id: "to-table-title" }, t("table.which")),
        el("button", { type: "button", class: "secondary", onclick: () => closeDialog(dialog) }, t("close"))),
      body, bad, again));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  openDialog(dialog);
  let busy = false;

  function complain(text, more = null) {
    bad.textContent = text;
    bad.hidden = !text;
    again.replaceChildren(...(more ? [more] : []));
  }

  async function once(run) {
    if (busy) return;
    busy = true;
    complain("");
    await run();
    busy = false;
  }

  const save = (id, seated, said = false) => once(async () => {
    const refused = await send(view, id, seated, said);
    if (!refused) return;
    complain(refused.message, refused.dealer
      ? el("button", { type: "button", class: "secondary wide", id: "dealer-meant", onclick: () => save(id, seated, true) }, t("table.dealer_meant")) : null);
  });

  function choose(table) {
    const { boxes, chosen } = seating(seats, table);
    const other = table.settings.profile !== view.situation.profile;
    complain("");
    body.replaceChildren(
      el("p", {}, t("table.who_sat", { table: title(table) })),
      ...boxes.map((box) => el("label", { class: "pair" }, el("b", {}, slotName(box.dataset.seat, state.names)), box)),
      ...(other ? [el("p", { class: "note" }, t("table.other_rules", { rules: rule().title }))] : []),
      el("button", { type: "button", class: "action go", id: "save-there", onclick: () => save(table.id, chosen()) }, t("table.save_as", { n: table.hands + 1 })));
  }

  const key = newId(); // sent again after a lost answer, it is the same table
  let opened = null; // a table made in this dialog: a second tap saves there, not in yet another one
  const open = () => once(async () => {
    if (!opened) {
      const persons = seats.map((seat) => ({ name: slotName(seat, state.names) }));
      const { profile, variants, overlay } = view.situation;
      const answer = await call("POST", "/api/tables", {
        body: { profile, variants, overlay, persons, stake: state.stake || null, dealer: view.situation.dealer ?? null },
        headers: { "Idempotency-Key": key },
      });
      if (answer.status !== 201 && answer.status !== 200) {
        complain(answer.body?.error?.message ?? t("offline"));
        return;
      }
      opened = answer.body.id;
      remember(opened, { token: answer.body.token, name: persons.map((person) => person.name).join("、") });
    }
    const refused = await send(view, opened, Object.fromEntries(seats.map((seat, i) => [seat, `p${i + 1}`])));
    if (refused) complain(refused.message);
  });

  const found = await tables(seats);
  body.replaceChildren(
    ...found.map((table) => el("button", { type: "button", class: "row-button", "data-into": table.id, onclick: () => choose(table) },
      el("strong", {}, title(table)), el("span", { class: "small" }, t("table.hands", { n: table.hands })))),
    el("button", { type: "button", class: "secondary wide", id: "open-and-save", onclick: open }, t("table.open_and_save")));
}
