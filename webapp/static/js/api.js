// Talking to the server: photos with progress, the hand as JSON. Every failure becomes one sentence.

import { lang, t } from "./words.js";

const TRIES = 6;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let ownSet = ""; // the table whose own tiles have a say

/** Read every further photo as one of this table. */
export function readFor(id) {
  ownSet = id ? `&table=${encodeURIComponent(id)}` : "";
}

function send(blob, name, table, onProgress) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest(); // fetch can't tell how far an upload is
    request.open("POST", `/api/read?lang=${lang}${table ? "&full_table=1" : ""}${ownSet}`);
    request.responseType = "json";
    request.timeout = 90_000;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve({
      status: request.status,
      body: request.response,
      retry: Number(request.getResponseHeader("Retry-After")) || 2,
    });
    request.onerror = request.ontimeout = request.onabort = () => resolve({ status: 0, body: null });
    const form = new FormData();
    form.append("photo", blob, name);
    request.send(form);
  });
}

/** One photo → {reading}, or {message} and whether sending it `again` may help; `table`: several players lie in it. A busy server is asked again after the time it names. */
export async function readPhoto(blob, name, table, onProgress, onBusy) {
  for (let i = 0; i < TRIES; i += 1) {
    const { status, body, retry } = await send(blob, name, table, onProgress);
    if (status === 0) return { message: t("offline"), again: true };
    const code = body?.error?.code;
    if (code === "BUSY" && i + 1 < TRIES) {
      onBusy();
      await wait(retry * 1000);
      continue;
    }
    const reading = body?.readings?.[0];
    if (reading?.ok) return { reading };
    return { message: body?.error?.message ?? t("offline"), again: status >= 500 };
  }
  return { message: t("busy"), again: true };
}

/** The draft → questions, problems, settlement. Null when the server can't be reached. */
export async function review(draft) {
  try {
    const response = await fetch(`/api/hand?lang=${lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(draft),
    });
    return await response.json();
  } catch {
    return null;
  }
}
