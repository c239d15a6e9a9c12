// To the clipboard, or lying selected for a long press where plain http forbids it.

import { el } from "./dom.js";
import { t } from "./words.js";

/** `done(true)` once it is copied; `done(false)` when the text lies in `box` to be copied by hand. */
export function copyText(text, box, done) {
  const byHand = () => {
    const area = el("textarea", { class: "share", readonly: true, rows: "8", "aria-label": t("copy_by_hand") });
    area.value = text;
    box.replaceChildren(area);
    area.focus();
    area.select();
    let copied = false;
    try {
      copied = document.execCommand("copy"); // the only way without a secure context
    } catch { /* it stays selected */ }
    done(copied);
  };
  if (navigator.clipboard?.writeText) navigator.clipboard.writeText(text).then(() => done(true), byHand);
  else byHand();
}
