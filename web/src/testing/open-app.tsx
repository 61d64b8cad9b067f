import { render } from '@testing-library/react';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from '@/app/router';
import { redirectOnSessionEnd } from '@/app/session-effects';

/** The whole app at an address, as a browser opens it: guards, layouts and lazy pages. */
export function openApp(address: string) {
  window.history.replaceState(null, '', address);
  const router = createRouter();
  const unsubscribe = redirectOnSessionEnd(router);
  const view = render(<RouterProvider router={router} />);
  return {
    router,
    at: (): string => router.state.location.pathname + router.state.location.search,
    close: (): void => {
      unsubscribe();
      view.unmount();
      router.dispose();
    },
  };
}
