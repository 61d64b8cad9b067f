import { useSyncExternalStore } from 'react';
import { setSiteName } from '@/lib/site-name';
import { createStore } from '@/lib/store';
import { authConfig } from './generated/calls/auth/auth';

export type SiteConfig = Awaited<ReturnType<typeof authConfig>>['data'];

const store = createStore<SiteConfig | null>(null);

/** Asked once per visit; without an answer the app runs on its defaults. */
export async function loadSiteConfig(): Promise<void> {
  try {
    const { data } = await authConfig();
    store.set(data);
    setSiteName(data.site_name);
  } catch {
    store.set(null);
  }
}

/** Null until the server has answered. */
export const useSiteConfig = (): SiteConfig | null =>
  useSyncExternalStore(store.subscribe, store.get);
