import { act } from '@testing-library/react';
import { loadSiteConfig } from '@/api/site-config';
import type { ApiServer } from './api-server';
import { ok } from './samples';

/** Serves a configuration of the shop and loads it. */
export async function configureSite(api: ApiServer, config: object = {}): Promise<void> {
  api.on('GET /auth/config', ok({ site_name: 'NairaProxy', ...config }));
  await act(async () => void (await loadSiteConfig()));
}
