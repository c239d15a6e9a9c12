// Who sits where, who else plays, phones joining, closing the night.

import { el } from "./dom.js";
import { call, complaint } from "./night_api.js";
import { closeSheet, personName, sheet } from "./night_ui.js";
import { toast } from "./toast.js";
import { rules, t } from "./words.js";

/** Change settings on the version that is shown; returns whether it was accepted. */
async function put(night, body) {
  const headers = { "If-Match": `"${night.view.settings_version}"` };
  const answer = await call("PUT", `/api/tables/${night.id}`, { id: night.id, body, headers });
  if (answer.status !== 200) {
    toast(complaint(answer), { hold: true });
    await night.refresh();
    return null;
  }
  closeSheet();
  await night.refresh();
  toast(t("night.done"), { action: { run: () => night.undo(answer.body.settings_version) } });
  return answer.body;
}

export function editPeople(night) {
  const { settings } = night.view;
  const names = settings.persons.map((person) => {
    const input = el("input", { type: "text", maxlength: "24", "aria-label": t("night.same_name"), "data-person": person.id });
    input.value = person.name;
    return input;
  });
  const extra = el("input", { type: "text", maxlength: "24", placeholder: t("night.newcomer"), "aria-label": t("night.newcomer"), id: "newcomer" });
  const chosen = Object.keys(settings.seats).map((seat) => {
    const select = el("select", { "data-seat": seat, "aria-label": t("night.seat", { seat }) },
      settings.persons.map((person) => el("option", { value: person.id, selected: settings.seats[seat] === person.id }, personName(night.view, person.id))),
      el("option", { value: "new" }, t("night.newcomer")));
    // Choosing somebody who sits elsewhere swaps the two.
    select.addEventListener("change", () => {
      const other = chosen.find((item) => item !== select && item.value === select.value);
      if (other) other.value = select.dataset.was;
      chosen.forEach((item) => { item.dataset.was = item.value; });
    });
    select.dataset.was = settings.seats[seat];
    return select;
  });
  const submit = (event) => {
    event.preventDefault();
    const persons = names.map((input) => ({ id: input.dataset.person, name: input.value.trim() }));
    const joining = extra.value.trim();
    if (joining) persons.push({ name: joining });
    const fresh = `p${settings.persons.length + 1}`;
    const seats = Object.fromEntries(chosen.map((item) => [item.dataset.seat, item.value === "new" ? fresh : item.value]));
    put(night, { persons, seats });
  };
  sheet(t("night.changed.seats"), el("form", { class: "stack", id: "people-form", onsubmit: submit },
    el("div", { class: "names" }, names, extra),
    el("div", { class: "names" }, chosen.map((item) => el("label", {}, t("night.seat", { seat: item.dataset.seat }), item))),
    el("button", { type: "submit", class: "action go" }, t("night.save"))));
}

/** Other rules, options, stake or cap, from the next hand on. */
export function editTerms(night) {
  const { settings } = night.view;
  const stake = el("input", { inputmode: "decimal", maxlength: "8", id: "new-stake" });
  const cap = el("input", { inputmode: "numeric", maxlength: "6" });
  const profile = el("select", { id: "new-profile" }, rules.map((rule) => el("option", { value: rule.id, selected: rule.id === settings.profile }, rule.title)));
  const options = el("div", { class: "stack" });
  const fill = () => options.replaceChildren(...rules.find((rule) => rule.id === profile.value).variants.map((variant) => el("label", { class: "option" },
    el("input", { type: "checkbox", value: variant.id, checked: profile.value === settings.profile && settings.variants.includes(variant.id) }), el("span", {}, variant.text))));
  stake.value = settings.stake ?? "";
  cap.value = settings.cap ?? "";
  profile.addEventListener("change", fill);
  fill();
  const submit = (event) => {
    event.preventDefault();
    const same = profile.value === settings.profile;
    put(night, {
      profile: profile.value, variants: [...options.querySelectorAll(":checked")].map((box) => box.value),
      overlay: same ? settings.overlay : {}, stake: stake.value.trim() || null, cap: cap.value.trim() ? Number(cap.value) : null,
    });
  };
  sheet(t("night.profile"), el("form", { class: "stack", id: "terms-form", onsubmit: submit },
    el("p", { class: "small" }, t("night.terms")),
    el("div", { class: "pair" }, el("label", {}, t("night.price"), stake), el("label", {}, t("night.cap"), cap)),
    el("label", {}, t("night.profile"), profile), options,
    el("button", { type: "submit", class: "action go" }, t("night.save"))));
}

export async function invite(night) {
  const answer = await call("GET", `/api/tables/${night.id}/invite`, { id: night.id });
  if (answer.status !== 200) {
    toast(complaint(answer));
    return;
  }
  const picture = URL.createObjectURL(new Blob([answer.body.qr], { type: "image/svg+xml" }));
  sheet(t("night.invite"),
    el("img", { class: "qr", src: picture, alt: "QR", width: "240", height: "240" }),
    ...answer.body.links.map((link) => el("p", { class: "link small" }, link)),
    el("p", { class: "small" }, t("night.isolated")));
}

/** What would be left behind if the night ended now: a hand in the making, payments nobody has made. */
function undone(view) {
  const have = Object.keys(view.draft.slots);
  const names = have.filter((slot) => view.settings.seats[slot]).map((seat) => personName(view, view.settings.seats[seat])).join("、");
  const unpaid = view.totals.payments.length;
  return [
    have.length ? t(names ? "night.close_open" : "night.close_begun", { names }) : null,
    unpaid ? t("night.close_unpaid", { n: unpaid }) : null,
  ].filter(Boolean);
}

export function closeNight(night) {
  if (night.view.settings.closed) {
    put(night, { closed: false });
    return;
  }
  const keep = el("input", { type: "checkbox" });
  const dialog = sheet(t("night.close_title"),
    ...undone(night.view).map((text) => el("p", { class: "note bad", "data-undone": "" }, text)), el("p", {}, t("night.close_ask")),
    el("label", { class: "option" }, keep, el("span", {}, t("night.keep"))),
    el("button", { type: "button", class: "action go", id: "close-now", onclick: () => put(night, { closed: true, keep_photos: keep.checked }) }, t("night.close_now")));
  dialog.querySelector(".dialog-head button").textContent = t("night.close_not"); // "Close" beside "End the night" says too little
}
