import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, Outlet, ScrollRestoration } from 'react-router-dom';
import { OfflineBanner, UpdateBanner } from '@/components/feedback/banners';

/**
 * After a navigation, focuses the start of the new page and announces its title. The focus moves in
 * the same commit as the page: a later move would interrupt typing and close open popups.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const announced = useRef(pathname);
  const [title, setTitle] = useState('');

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  // The page sets its title in an effect of its own, which runs before this one.
  useEffect(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    setTitle(document.title);
  }, [pathname]);

  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
}

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

export function RootLayout() {
  const newVersion = useNewVersion();
  return (
    <>
      <OfflineBanner />
      <UpdateBanner available={newVersion} />
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
}
