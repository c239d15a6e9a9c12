// Rules, options by their effect, names, dealer and stake: set once, kept for the night.

import { byId, el, openDialog } from "./dom.js";
import { rule, seats, state, update } from "./state.js";
import { rules, slotName } from "./words.js";

function profiles() {
  byId("setup-profiles").replaceChildren(...rules.map((item) => el("label", { class: "option" },
    el("input", {
      type: "radio", name: "profile", value: item.id, checked: item.id === state.profile,
      onchange: () => { update((s) => { s.profile = item.id; s.variants = []; }); fill(); },
    }),
    el("span", {}, item.title, el("small", { class: "small block" }, item.summary)))));
}

function variants() {
  const options = rule().variants;
  byId("setup-no-variants").hidden = options.length > 0;
  byId("setup-variants").replaceChildren(...options.map((variant) => el("label", { class: "option" },
    el("input", {
      type: "checkbox", value: variant.id, checked: state.variants.includes(variant.id),
      onchange: (event) => {
        update((s) => {
          const chosen = s.variants.filter((id) => id !== variant.id && !(event.target.checked && variant.excludes.includes(id)));
          s.variants = event.target.checked ? [...chosen, variant.id] : chosen;
        });
        fill();
      },
    }),
    el("span", {}, variant.text))));
}

function names() {
  byId("setup-names").replaceChildren(...seats().map((seat) => {
    const input = el("input", {
      type: "text", maxlength: "24", autocomplete: "off", placeholder: slotName(seat), "aria-label": slotName(seat),
      oninput: (event) => update((s) => { s.names = { ...s.names, [seat]: event.target.value.trim() }; }),
      onchange: dealing,
    });
    input.value = state.names[seat] ?? "";
    return input;
  }));
}

function dealing() {
  byId("setup-dealing").hidden = !rule().dealer;
  const select = byId("setup-dealer");
  select.replaceChildren(select.options[0], ...seats().map((seat) => el("option", { value: seat }, slotName(seat, state.names))));
  select.value = state.dealer ?? "";
  byId("setup-streak").value = state.streak ?? "";
}

function fill() {
  profiles();
  variants();
  names();
  dealing();
  const label = byId("setup-stake-label");
  label.textContent = label.dataset.text.replaceAll("{unit}", rule().unit);
  byId("setup-stake").value = state.stake;
  stakeNote();
}

const STAKE = /^[¥￥$]?\s*(\d+([.,，]\d{0,4})?|[.,，]\d{1,4})\s*(元|块钱|块)?$/; // as webapp/money.py reads it

function stakeNote() {
  byId("setup-stake-bad").hidden = !state.stake || (STAKE.test(state.stake) && /[1-9]/.test(state.stake));
}

/** Rules named in the address, as the finder sends them: they are taken once, and the address is clean again. */
function fromAddress() {
  const query = new URLSearchParams(location.search);
  const chosen = rules.find((item) => item.id === query.get("profile"));
  if (!chosen || query.has("t")) return;
  const variants = [];
  for (const variant of chosen.variants) {
    if (query.getAll("variant").includes(variant.id) && !variants.some((id) => variant.excludes.includes(id))) variants.push(variant.id);
  }
  update((s) => Object.assign(s, { profile: chosen.id, variants, overlay: {} }));
  history.replaceState(null, "", "/");
}

/** Large type on every page: a cookie, so that the server draws them so from the start. */
function largeType(on) {
  document.cookie = `type=${on ? "large" : ""}; path=/; max-age=${on ? 31_536_000 : 0}; samesite=lax`;
  document.documentElement.classList.toggle("large", on);
  byId("setup-large").checked = on;
  byId("start-large").setAttribute("aria-pressed", String(on));
}

export function initSetup() {
  fromAddress();
  const open = () => { fill(); openDialog(byId("setup")); };
  byId("open-setup").addEventListener("click", open);
  byId("start-rules").addEventListener("click", open);
  byId("setup-large").addEventListener("change", (event) => largeType(event.target.checked));
  byId("start-large").addEventListener("click", () => largeType(!document.documentElement.classList.contains("large")));
  byId("setup-stake").addEventListener("input", (event) => {
    update((s) => { s.stake = event.target.value.trim(); });
    stakeNote();
  });
  byId("setup-dealer").addEventListener("change", (event) => update((s) => {
    s.dealer = event.target.value || null;
    if (!s.dealer) s.streak = null;
  }));
  byId("setup-streak").addEventListener("change", (event) => update((s) => {
    const n = Number(event.target.value);
    s.streak = Number.isInteger(n) && n >= 1 && n <= 99 ? n : null;
  }));
}

export function renderProfileName() {
  const title = rule().title;
  byId("open-setup").replaceChildren(el("span", {}, title));
  byId("start-profile").textContent = title;
  byId("learn-link").href = `/learn?${new URLSearchParams([["profile", state.profile], ...state.variants.map((name) => ["variant", name])])}`;
}
