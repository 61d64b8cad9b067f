import { useEffect, useState } from 'react';

const EVERY_MS = 5 * 60_000;

const entryScript = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ??
  null;

/** A deploy renames the entry script, so index.html on the server shows whether this tab runs the newest version. */
async function isOutdated(): Promise<boolean> {
  const entry = entryScript();
  if (!entry) return false;
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    return response.ok && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}

export function useNewVersion(): boolean {
  const [available, setAvailable] = useState(false);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible')
        void isOutdated().then((found) => found && setAvailable(true));
    };
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return available;
}
