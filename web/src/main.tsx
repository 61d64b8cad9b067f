import './theme/tokens.css';
import './theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient } from './api/query-client';
import { reloadOnceOnLostChunk } from './app/chunk-recovery';
import { createRouter } from './app/router';
import { followSession } from './app/session-effects';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

reloadOnceOnLostChunk();
const queryClient = createQueryClient();
const router = createRouter(queryClient);
followSession(queryClient, router);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
