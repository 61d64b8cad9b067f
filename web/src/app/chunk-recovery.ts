const KEY = 'nairaproxy.chunk-reload';
const QUIET_MS = 30_000;
/** As Chromium, Firefox, Safari and Vite put it. */
const LOST = /dynamically imported module|module script failed|preload CSS/i;

/** After a deploy an open tab requests chunks that no longer exist. */
export const isLostChunk = (error: unknown): boolean =>
  error instanceof Error && LOST.test(error.message);

/** A reload heals a lost chunk; a second one right after it would loop. */
export function mayReload(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    return !last || now - last >= QUIET_MS;
  } catch {
    return false;
  }
}

/** @returns false when no reload is allowed; the caller then shows the error. */
export function reloadOnce(now = Date.now()): boolean {
  if (!mayReload(now)) return false;
  try {
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
