// Buttons that ask for a second tap before something is gone for good. One at a time: another one's tap takes it back.

import { t } from "./words.js";

const WAIT = 4000;
let armed = null; // {button, plain, timer}

/** Nothing waits for its second tap any more. */
export function disarm() {
  if (!armed) return;
  clearTimeout(armed.timer);
  armed.button.textContent = armed.plain;
  armed = null;
}

export function twice(button, run) {
  button.onclick = () => {
    if (armed?.button === button) {
      disarm();
      run();
      return;
    }
    disarm();
    armed = { button, plain: button.textContent, timer: setTimeout(disarm, WAIT) };
    button.textContent = t("night.set.sure");
  };
  return button;
}
