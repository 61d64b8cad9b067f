const KEY = 'nairaproxy.chunk-reload';
const QUIET_MS = 30_000;

/** After a deploy an open tab asks for chunks that are gone: a reload heals it; a second one would loop. */
export function reloadOnceOnLostChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReload()) return;
    event.preventDefault();
    window.location.reload();
  });
}

export function mayReload(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    if (last && now - last < QUIET_MS) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}
