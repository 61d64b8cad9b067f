const KEY = 'nairaproxy.chunk-reload';
const QUIET_MS = 30_000;
/** Messages of Chromium, Firefox, Safari and Vite. */
const LOST = /dynamically imported module|module script failed|preload CSS/i;

/** After a deploy an open tab requests chunks that no longer exist. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && LOST.test(error.message);

/** A second reload right after the first would loop. */
export function canReload(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    return !last || now - last >= QUIET_MS;
  } catch {
    return false;
  }
}

/** @returns false when it reloaded recently; the caller then shows the error. */
export function reloadOnce(now = Date.now()): boolean {
  if (!canReload(now)) return false;
  try {
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
