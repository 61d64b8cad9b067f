import { render } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from '@/app/router';
import { redirectOnSessionEnd } from '@/app/session-effects';
import { atTestEnd } from './at-test-end';

/** Renders the whole app at a URL, with guards, layouts and lazy pages. */
export function openApp(address: string) {
  window.history.replaceState(null, '', address);
  const router = createRouter();
  const unsubscribe = redirectOnSessionEnd(router);
  const view = render(<RouterProvider router={router} />);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    unsubscribe();
    view.unmount();
    router.dispose();
  };
  atTestEnd(close);
  return {
    router,
    url: (): string => router.state.location.pathname + router.state.location.search,
    close,
  };
}
