// The page without the computer: a service worker keeps one whole build of it (https only), and never mixes two.

import { toast } from "./toast.js";
import { t } from "./words.js";

function offer(worker) {
  const refresh = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  };
  toast(t("update"), { stay: true, action: { label: t("update.now"), run: refresh } });
}

export async function keepShell() {
  if (location.protocol !== "https:" || !navigator.serviceWorker) return;
  let registration;
  try {
    registration = await navigator.serviceWorker.register("/sw.js");
  } catch {
    return; // a certificate that the phone doesn't trust: everything works, only not without the computer
  }
  const watch = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
  });
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}
