import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** After a navigation the focus stands at the new page's beginning and its title is read out. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const timer = setTimeout(() => {
      setTitle(document.title);
      document.getElementById('main')?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [pathname]);

  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
}
