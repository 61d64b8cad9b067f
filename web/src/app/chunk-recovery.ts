const KEY = 'nairaproxy.chunk-reload';
const QUIET_MS = 30_000;
/** As Chromium, Firefox, Safari and Vite put it. */
const LOST = /dynamically imported module|module script failed|preload CSS/i;

/** After a deploy an open tab asks for chunks that are gone. */
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

/** @returns false where it may not, and somebody has to be told what is wrong. */
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
