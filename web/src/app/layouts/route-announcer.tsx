import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a navigation the focus stands at the new page's beginning and its title is read out. With
 * the page itself, never later: a focus that moves when somebody has begun to type closes what they
 * have opened.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const told = useRef(pathname);
  const [title, setTitle] = useState('');

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  // The page names itself when it has been drawn.
  useEffect(() => {
    if (told.current === pathname) return;
    told.current = pathname;
    setTitle(document.title);
  }, [pathname]);

  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
}
