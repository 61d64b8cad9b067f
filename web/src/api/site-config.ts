import { useSyncExternalStore } from 'react';
import { setSiteName } from '@/lib/site-name';
import { createStore } from '@/lib/store';
import { authConfig } from './generated/calls/authentication/authentication';

export type SiteConfig = Awaited<ReturnType<typeof authConfig>>['data'];

const store = createStore<SiteConfig | null>(null);

/** Asked once per visit; without an answer the app runs on its defaults, and null is returned. */
export async function loadSiteConfig(): Promise<SiteConfig | null> {
  try {
    const { data } = await authConfig();
    store.set(data);
    setSiteName(data.site_name);
  } catch {
    store.set(null);
  }
  return store.get();
}

/** Null until the server has answered. */
export const useSiteConfig = (): SiteConfig | null =>
  useSyncExternalStore(store.subscribe, store.get);

/** Where people write to: as configured, and until that is known at the domain the shop is served from. */
export function useSupportEmail(): string {
  const configured = useSiteConfig()?.support_email;
  return configured ?? `support@${window.location.hostname.replace(/^www\./, '')}`;
}
