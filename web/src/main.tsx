import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { loadSiteConfig } from './api/site-config';
import { createRouter } from './app/router';
import { redirectOnSessionEnd } from './app/session-effects';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void loadSiteConfig();
const router = createRouter();
redirectOnSessionEnd(router);

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
