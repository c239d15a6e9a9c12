// Who pays whom, readable at a glance; below it every line with its reason.

import { copyText } from "./clipboard.js";
import { byId, el, face } from "./dom.js";
import { slots, unsureCount } from "./sheet.js";
import { rule, seats, state, update } from "./state.js";
import { table } from "./table.js";
import { toast } from "./toast.js";
import { money, signed, slotName, t, tileName, won } from "./words.js";

function name(seat) {
  return slotName(seat, state.names);
}

function tone(value) {
  return value > 0 ? "sum plus" : value < 0 ? "sum minus" : "sum";
}

function net(view) {
  const { settlement } = view;
  const winners = settlement.wins.map((win) => win.winner);
  return el("ul", { class: "net" }, seats().filter((seat) => seat in settlement.net).map((seat) => {
    const value = settlement.net[seat];
    const tags = [winners.includes(seat) ? "胡" : null].filter(Boolean);
    const label = tags.length ? el("small", {}, t("settlement.won", { name: "" }).trim()) : settlement.ready.includes(seat) ? el("small", {}, t("settlement.ready")) : null;
    return el("li", { "data-net": seat },
      el("span", { class: "who" }, name(seat), label),
      el("span", { class: tone(value) }, signed(value), el("small", {}, settlement.unit), view.money ? el("small", {}, money(won(view.money[seat]))) : null));
  }));
}

function payments(view) {
  if (!view.payments.length) return el("p", {}, t("settlement.square"));
  return el("ul", { class: "pay" }, view.payments.map((payment, i) => {
    const paid = view.payments_money?.[i];
    return el("li", {},
      el("span", {}, `${name(payment.from)} → ${name(payment.to)}`),
      el("b", {}, `${payment.amount} ${view.settlement.unit}${paid ? ` · ${money(paid[""])}` : ""}`));
  }));
}

/** The turned tile and the chicken it makes stand side by side: beginners mix them up. */
function chain(view) {
  const { chickens } = view.settlement;
  const flip = view.situation.flip;
  const parts = [];
  if (flip) {
    parts.push(el("span", {}, t("settlement.flip")), face(flip, { "aria-hidden": "false", role: "img", "aria-label": tileName(flip) }),
      el("span", { class: "arrow", "aria-hidden": "true" }, "→"));
  } else {
    parts.push(el("span", {}, view.settlement.wins.length ? t("settlement.no_flip") : t("settlement.draw")));
  }
  const kinds = [...new Set([...chickens.flipped, ...chickens.standing])];
  if (kinds.length && view.settlement.wins.length) {
    parts.push(el("span", {}, t("settlement.chicken")),
      ...kinds.map((tile) => face(tile, { "aria-hidden": "false", role: "img", "aria-label": tileName(tile) })));
  }
  return el("div", { class: "chain" }, parts);
}

function line(item, unit, index, view) {
  const from = item.from.map(name).join("、");
  const amount = item.from.length > 1 ? `${t("settlement.each")} ${item.each} ${unit}` : `${item.each} ${unit}`;
  const marks = [
    item.assumed ? el("p", { class: "mark" }, t("settlement.assumed")) : null,
    item.declared ? el("p", { class: "mark" }, t("settlement.declared")) : null,
  ];
  // The clause alone until the chain is there, which says it too.
  const why = el("div", { class: "why-box" }, el("p", {}, t("settlement.clause", { clause: item.clause_text })));
  return el("li", {}, el("details", { ontoggle: opened(() => import("./learn_why.js").then((m) => m.fillWhy(why, view.situation, index, state.names))) },
    el("summary", {},
      el("h3", { class: "why" }, item.why,
        item.assumed ? el("span", { class: "mark" }, " ※") : null,
        item.declared ? el("span", { class: "mark" }, ` ${t("settlement.told")}`) : null),
      el("span", { class: "amount" }, amount),
      el("span", { class: "route" }, `${from} → ${name(item.to)}`)),
    el("div", { class: "more small" }, marks, why)));
}

function foot(view) {
  const { settlement } = view;
  const current = rule();
  const options = current.variants.filter((variant) => settlement.variants.includes(variant.id)).map((variant) => variant.text);
  return el("div", { class: "rules-foot small" },
    el("p", {}, `${t("settlement.rules")}：${current.title}`, options.length ? `；${options.join("；")}` : ""),
    view.assumptions.length ? el("p", {}, `※ ${t("settlement.assumptions")}：`) : null,
    el("ul", { class: "dots" }, view.assumptions.map((item) => el("li", {}, item.sentence, item.why ? `（${item.why}）` : ""))),
    settlement.next_dealer ? el("p", {}, t("settlement.dealer", { name: name(settlement.next_dealer) })) : null);
}

/** Tiles that nobody looked at twice: the money above rests on them. */
function doubted() {
  const n = state.sheets.filter((sheet) => slots().includes(sheet.slot)).reduce((sum, sheet) => sum + unsureCount(sheet), 0);
  if (!n) return "";
  const first = state.sheets.find((sheet) => unsureCount(sheet) > 0);
  const look = () => update((s) => { s.step = "tiles"; s.slot = first.slot; });
  return el("p", { class: "note", id: "doubted" }, t("settlement.unsure", { n }), " ",
    el("button", { type: "button", class: "secondary", onclick: look }, t("settlement.look")));
}

/** Hands that this table's rules refuse: what was said or seen can be mended from here. */
function refused(view) {
  const go = (step) => () => update((s) => { s.step = step; });
  const ways = state.sheets.length ? [["questions", "mend_answers"], ["tiles", "mend_tiles"]] : [["questions", "mend_answers"]];
  return [
    el("p", { class: "note bad", role: "alert" }, view.settlement.error.message),
    el("div", { class: "bar" }, ways.map(([step, words]) =>
      el("button", { type: "button", class: "action", "data-mend": step, onclick: go(step) }, t(`settlement.${words}`)))),
  ];
}

export function renderSettlement(view) {
  const box = byId("settlement");
  if (!view?.settlement) {
    box.replaceChildren(el("p", { class: "note" }, t("settlement.none")));
    return;
  }
  if (!view.settlement.ok) {
    box.replaceChildren(...refused(view));
    return;
  }
  const { settlement } = view;
  const share = el("div", {});
  const lines = settlement.transfers.length
    ? el("ul", { class: "lines" }, settlement.transfers.map((item, i) => line(item, settlement.unit, i, view)))
    : el("p", {}, t("settlement.no_lines"));
  box.replaceChildren(
    el("h2", { class: "small" }, t("settlement.net")), net(view),
    chain(view),
    el("h2", { class: "small" }, t("settlement.pay")), payments(view),
    el("button", { type: "button", class: "secondary wide", onclick: () => copyText(view.text, share, (done) => toast(t(done ? "copied" : "copy_by_hand"))) }, t("copy")),
    el("button", { type: "button", class: "secondary wide", id: "as-picture", onclick: () => import("./picture.js").then((m) => m.sharePicture(view)) }, t("picture.make")), toTable(view), share,
    doubted(),
    ...settlement.warnings.map((note) => el("p", { class: "note" }, note.message)),
    el("h2", { class: "small" }, t("settlement.lines")), lines,
    newcomer(settlement), whatIf(view),
    foot(view),
  );
}

/** Settled without a table: it may still become a hand of one. */
function toTable(view) {
  if (table.active) return "";
  return el("button", { type: "button", class: "secondary wide", id: "to-a-table", onclick: () => import("./to_table.js").then((m) => m.saveToTable(view)) }, t("table.to_one"));
}

/** A details element's listener: run once, when it is first opened. */
function opened(run) {
  let done = false;
  return (event) => {
    if (!event.currentTarget.open || done) return;
    done = true;
    run();
  };
}

/** The same hand with one thing different, side by side. */
function whatIf(view) {
  const box = el("div", { class: "more" }, t("settlement.loading"));
  return el("div", { class: "lines" }, el("details", { ontoggle: opened(() => import("./learn_why.js").then((m) => m.fillWhatIf(box, view.situation, state.names))) },
    el("summary", {}, el("h3", { class: "why" }, t("settlement.what_if"))), box));
}

function newcomer(settlement) {
  if (!settlement.explain?.length) return null;
  return el("div", { class: "lines" }, el("details", {},
    el("summary", {}, el("h3", { class: "why" }, t("settlement.newcomer"))),
    el("ol", { class: "more" }, settlement.explain.map((sentence) => el("li", {}, sentence)))));
}
