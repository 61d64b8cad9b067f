import { useEffect, useState } from 'react';

const CHECK_INTERVAL_MS = 5 * 60_000;

const entryScript = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ??
  null;

/**
 * A deploy renames the entry script, so index.html on the server shows whether this tab is
 * outdated.
 */
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
    const check = (): void => {
      if (document.visibilityState === 'visible')
        void isOutdated().then((found) => found && setAvailable(true));
    };
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return available;
}
