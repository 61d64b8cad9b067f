import './theme/tokens.css';
import './theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { ensureSiteConfig } from './api/site-config';
import { registerOfflineWorker } from './app/offline-worker';
import { createRouter } from './app/router';
import { redirectOnSessionEnd } from './app/session-effects';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void ensureSiteConfig();
const router = createRouter();
redirectOnSessionEnd(router);
registerOfflineWorker(location.protocol, navigator.serviceWorker);

/** Replaces the shell of the HTML file in one commit, once the page and its data are there. */
const render = (): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );

if (router.state.initialized) render();
else {
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    unsubscribe();
    render();
  });
}
