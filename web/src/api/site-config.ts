import { useSyncExternalStore } from 'react';
import { DEFAULT_SITE_NAME, setSiteName } from '@/lib/site-name';
import { createSafeStorage } from '@/lib/safe-storage';
import { createStore } from '@/lib/store';
import { authConfig } from './generated/calls/authentication/authentication';

export type SiteConfig = Awaited<ReturnType<typeof authConfig>>['data'];

export const SITE_KEY = 'nairaproxy.site';
const site = createSafeStorage('localStorage', SITE_KEY);

/** What the server said on the last visit: the page then stands at once as it will stay. */
export function rememberedSite(): SiteConfig | null {
  try {
    const kept = JSON.parse(site.get() ?? 'null') as SiteConfig | null;
    return typeof kept?.site_name === 'string' ? kept : null;
  } catch {
    return null;
  }
}

const store = createStore<SiteConfig | null>(rememberedSite());
setSiteName(store.get()?.site_name ?? DEFAULT_SITE_NAME);

let asked = 0;
let answered = 0;

/**
 * Asked once per visit, and again after the settings were saved; without an answer the app runs on
 * what it knew, or on its defaults. An answer that a newer one has overtaken counts for nothing.
 */
export async function loadSiteConfig(): Promise<SiteConfig | null> {
  const turn = (asked += 1);
  try {
    const { data } = await authConfig();
    if (turn < answered) return store.get();
    answered = turn;
    store.set(data);
    setSiteName(data.site_name);
    site.set(JSON.stringify(data));
  } catch {
    // What is known already goes on standing.
  }
  return store.get();
}

/** Null until the server has answered for the first time. */
export const useSiteConfig = (): SiteConfig | null =>
  useSyncExternalStore(store.subscribe, store.get);

/** Where people write to: as configured, and until that is known at the domain the shop is served from. */
export function useSupportEmail(): string {
  const configured = useSiteConfig()?.support_email;
  return configured ?? `support@${window.location.hostname.replace(/^www\./, '')}`;
}
