// Tables: which ones this phone knows, and talking to the server about them.

import { lang, t } from "./words.js";

const KEY = "zhuoji.tables.1";

/** Tables of this phone, newest first: {id: {token, name, at}}. */
export function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function remember(id, more) {
  const all = known();
  all[id] = { ...all[id], ...more, at: Date.now() };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch { /* private mode: the link's token serves until the tab is closed */ }
}

let heldToken = null;

/** The write token: from the link (behind #, so it was never sent to anybody), else as remembered. */
export function token(id) {
  const match = /(?:^#|&)k=([\w-]+)/.exec(location.hash);
  if (match) {
    heldToken = match[1];
    remember(id, { token: heldToken });
    history.replaceState(null, "", location.pathname + location.search); // not over somebody's shoulder
  }
  return heldToken ?? known()[id]?.token ?? null;
}

/** {status, body}; status 0 when the server can't be reached. */
export async function call(method, path, { body, id, headers = {} } = {}) {
  const all = { ...headers };
  if (body !== undefined && !(body instanceof FormData)) all["Content-Type"] = "application/json";
  const secret = id ? token(id) : null;
  if (secret) all["X-Table-Token"] = secret;
  try {
    const response = await fetch(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`, {
      method, headers: all, cache: "no-store",
      body: body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body),
    });
    if (response.status === 304) return { status: 304, body: null };
    const type = response.headers.get("Content-Type") ?? "";
    return { status: response.status, body: type.includes("json") ? await response.json() : await response.text() };
  } catch {
    return { status: 0, body: null };
  }
}

/** What went wrong, in a sentence. */
export function complaint(answer) {
  return answer.body?.error?.message ?? t("night.offline");
}

/** Ask again and again what is new: `every()` gives the last version, `onNews` takes a view, `onState` true/false. */
export function poll(id, every, onNews, onState) {
  let stopped = false;
  let timer = 0;
  async function once() {
    clearTimeout(timer);
    const answer = await call("GET", `/api/tables/${id}?since=${every()}`);
    if (stopped) return;
    if (answer.status === 200) onNews(answer.body);
    onState(answer.status);
    timer = setTimeout(once, document.hidden ? 6000 : 1200);
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) once(); });
  window.addEventListener("online", once);
  once();
  return { now: once, stop: () => { stopped = true; clearTimeout(timer); } };
}
