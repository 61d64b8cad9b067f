import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a navigation the focus stands at the new page's beginning and its title is read out. At once,
 * never later: a focus that moves when somebody has begun to type closes what they have opened.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
}
