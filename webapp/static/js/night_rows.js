// The hands as rows; a tap shows one with its reasons, its photos and every version it ever had.

import { el, face } from "./dom.js";
import { call, complaint } from "./night_api.js";
import { amount, closeSheet, personName, sheet, tone, unsigned } from "./night_ui.js";
import { toast } from "./toast.js";
import { rules, t, tileName } from "./words.js";

const PAGE = 20;
let shown = PAGE;

function patternName(pattern) {
  const name = t(`pattern.${pattern}`);
  return name.startsWith("⟨") ? pattern : name;
}

/** "老王 自摸 大对子": what happened in a hand, in a line. */
function story(view, row) {
  if (row.type === "draw") return t("night.draw");
  const winners = row.winners.map((seat) => personName(view, row.seats[seat])).join("、");
  const name = row.from ? personName(view, row.seats[row.from]) : "";
  return [winners, t(`night.${row.type}`, { name }), ...new Set(row.patterns.map(patternName))].join(" ");
}

function net(view, row) {
  if (row.type === "paid") { // nothing was won or lost: who gave whom how much
    const [giver, taker] = Object.entries(row.net).sort(([, a], [, b]) => a - b).map(([id]) => id);
    return el("span", { class: "amounts" }, el("span", {}, `${personName(view, giver)} → ${personName(view, taker)} `, el("b", {}, unsigned(view, row.net[taker], row.in))));
  }
  const measure = row.kind === "line" ? row.in : "units";
  return el("span", { class: "amounts" }, Object.entries(row.net).filter(([, value]) => value && value !== "0").map(([id, value]) =>
    el("span", {}, `${personName(view, id)} `, el("b", { class: tone(Number(value)) }, amount(value, measure)))));
}

/** n of an entry → which hand of the night it is; those struck out are not counted. */
function ordinals(rows) {
  const counted = rows.filter((row) => row.kind === "hand" && !row.deleted);
  return new Map(counted.map((row, i) => [row.n, i + 1]));
}

function title(view, row, ordinal) {
  if (row.kind === "hand") {
    const dealer = row.dealer ? ` · ${t("night.dealer")} ${personName(view, row.seats[row.dealer])}${row.streak > 1 ? `×${row.streak}` : ""}` : "";
    return [el("b", {}, row.deleted ? story(view, row) : `${t("night.hand", { n: ordinal })}　${story(view, row)}`), el("small", { class: "small" }, dealer)];
  }
  if (row.kind === "line") return [el("b", {}, t(`night.line.${row.type}`)), row.note ? el("small", { class: "small" }, ` ${row.note}`) : ""];
  return [el("span", { class: "small" }, t("night.settings", { what: row.changed.map((key) => t(`night.changed.${key === "closed" && row.closed === false ? "reopened" : key}`)).join("、") }))];
}

function item(night, row, ordinal) {
  const { view } = night;
  const marks = [];
  if (row.deleted) marks.push(t("night.struck"));
  else if (row.revision > 1) marks.push(t("night.changed"));
  const body = [
    el("span", { class: "what" }, title(view, row, ordinal), marks.length ? el("em", { class: "mark" }, marks.join(" ")) : ""),
    row.kind === "settings" ? "" : net(view, row),
  ];
  const flip = row.kind === "hand" && row.flip ? face(row.flip, { role: "img", "aria-hidden": "false", "aria-label": tileName(row.flip) }) : "";
  if (row.kind === "settings") return el("li", { class: "quiet-row", "data-n": row.n }, body);
  return el("li", { class: row.deleted ? "struck" : "", "data-n": row.n },
    el("button", { type: "button", class: "hand", onclick: () => open(night, row) }, flip, el("span", { class: "text" }, body)));
}

export function renderRows(night, box) {
  const places = ordinals(night.rows);
  const numbered = night.rows.map((row) => [row, places.get(row.n)]).reverse();
  const more = numbered.length - shown;
  box.replaceChildren(...numbered.slice(0, shown).map(([row, ordinal]) => item(night, row, ordinal)));
  if (!numbered.length) box.append(el("li", { class: "quiet-row small" }, t("night.none")));
  if (more > 0) {
    box.append(el("li", {}, el("button", {
      type: "button", class: "secondary wide", onclick: () => { shown += 200; renderRows(night, box); },
    }, t("night.earlier", { n: more }))));
  }
}

const GROUP = { hand: "hands", line: "lines" };

/** Strike out or bring back; somebody else's change in between is told with what stands now. */
async function change(night, entry, method, body) {
  const path = `/api/tables/${night.id}/${GROUP[entry.kind]}/${entry.n}`;
  const answer = await call(method, path, { id: night.id, body, headers: { "If-Match": `"${entry.etag}"` } });
  if (answer.status === 200) {
    closeSheet();
    await night.refresh();
    toast(t("night.done"), { action: { run: () => night.undo(answer.body.table_version) } });
  } else if (answer.status === 409 && answer.body.current) {
    toast(t("night.conflict", { now: entry.kind === "hand" ? story(night.view, answer.body.current) : "" }), { hold: true });
    await night.refresh();
    closeSheet();
  } else {
    toast(complaint(answer), { hold: true });
  }
}

function again(entry) {
  if (entry.kind === "line") {
    const { type, note, hand } = entry;
    return { type, note, hand, [entry.in]: entry.net };
  }
  const { situation, seats, sheets, answers, photos, note, said } = entry;
  return { situation, seats, sheets, answers, photos, note, dealer_said: said };
}

function reasons(entry) {
  const { transfers, unit } = entry.settlement;
  if (!transfers.length) return el("p", { class: "small" }, t("settlement.no_lines"));
  return el("ul", { class: "why-list" }, transfers.map((line) => el("li", {},
    el("span", {}, line.why), el("small", { class: "small block" }, t("settlement.clause", { clause: line.clause_text })),
    el("b", {}, `${line.from.length > 1 ? `${t("settlement.each")} ` : ""}${line.each} ${unit}`))));
}

function past({ view, rows }, entry) {
  const places = ordinals(rows);
  const list = [...entry.history].reverse();
  return el("ul", { class: "history" }, list.map((old, i) => {
    const mark = i === 0 ? t("night.now") : "";
    const what = old.deleted ? t("night.struck") : entry.kind === "hand" ? story(view, { ...entry, ...old, patterns: [] }) : t(`night.line.${old.type}`);
    return el("li", {},
      el("span", {}, `${new Date(old.at).toLocaleTimeString()} ${what} ${mark}`),
      el("span", { class: "amounts" }, Object.entries(old.net ?? {}).filter(([, value]) => value && value !== "0").map(([id, value]) =>
        el("span", {}, `${personName(view, id)} `, el("b", { class: tone(Number(value)) }, amount(value, entry.in ?? "units"))))),
      old.effects.map((effect) => el("small", { class: "small block" }, t("night.effect", {
        hand: places.has(effect.n) ? t("night.hand", { n: places.get(effect.n) }) : t("night.struck_hand"),
        was: personName(view, entry.seats?.[effect.before.dealer] ?? effect.before.dealer),
        now: personName(view, entry.seats?.[effect.after.dealer] ?? effect.after.dealer),
      }))));
  }));
}

async function open(night, row) {
  const answer = await call("GET", `/api/tables/${night.id}/${GROUP[row.kind]}/${row.n}`);
  if (answer.status !== 200) {
    toast(complaint(answer));
    return;
  }
  const entry = answer.body[row.kind];
  const hand = row.kind === "hand";
  const used = hand ? rules.find((rule) => rule.id === entry.rules.profile)?.title ?? entry.rules.profile : "";
  const buttons = night.canWrite ? el("div", { class: "tools" },
    hand && !entry.deleted ? el("a", { class: "secondary", id: "correct", href: `/?t=${night.id}&hand=${entry.n}` }, t("night.correct")) : null,
    entry.deleted
      ? el("button", { type: "button", class: "secondary", id: "restore", onclick: () => change(night, entry, "PUT", again(entry)) }, t("night.restore"))
      : el("button", { type: "button", class: "secondary danger", id: "strike", onclick: () => change(night, entry, "DELETE") }, t("night.strike"))) : null;
  const photos = hand ? Object.values(entry.photos) : [];
  sheet(hand ? story(night.view, entry) : t(`night.line.${entry.type}`),
    net(night.view, entry), entry.note ? el("p", {}, entry.note) : null, buttons,
    hand ? reasons(entry) : null,
    photos.length ? el("div", { class: "photos" }, photos.map((sha) => el("img", { src: `/api/tables/${night.id}/photos/${sha}`, alt: t("night.photos"), loading: "lazy" }))) : null,
    hand && entry.corrections.length ? el("p", { class: "small" }, t("night.mended", { n: entry.corrections.length })) : null,
    hand ? el("p", { class: "small" }, t("night.rules", { rules: `${used} · ${entry.engine}` })) : null,
    el("h3", {}, t("night.history")), past(night, entry));
}
