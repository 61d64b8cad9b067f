import { setMaintenance } from '@/lib/maintenance';
import { DEFAULT_SITE_NAME, setSiteName } from '@/lib/site-name';
import { createSafeStorage } from '@/lib/safe-storage';
import { createStore, useStore } from '@/lib/store';
import { authConfig } from './calls';

export type SiteConfig = Awaited<ReturnType<typeof authConfig>>['data'];

export const SITE_CONFIG_KEY = 'nairaproxy.site';
const site = createSafeStorage('localStorage', SITE_CONFIG_KEY);

/** Response of the last page load, so the first render already has the final values. */
export function readCachedSiteConfig(): SiteConfig | null {
  try {
    const kept = JSON.parse(site.get() ?? 'null') as SiteConfig | null;
    return typeof kept?.site_name === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** What the server wrote into the page; null in development and while it could not read it. */
function readEmbeddedSiteConfig(): SiteConfig | null {
  const json = document.getElementById('site-config')?.textContent;
  return json ? (JSON.parse(json) as SiteConfig) : null;
}

const embedded = readEmbeddedSiteConfig();
const store = createStore<SiteConfig | null>(embedded ?? readCachedSiteConfig());
setSiteName(store.get()?.site_name ?? DEFAULT_SITE_NAME);
setMaintenance(store.get()?.maintenance ?? null);

let lastRequest = 0;
let lastResponse = 0;

/** Requests the configuration unless the page contains it. */
export async function ensureSiteConfig(): Promise<void> {
  if (!embedded) await loadSiteConfig();
}

/**
 * Called where a page does not contain the configuration, and after the settings were saved. Without a response the app uses the
 * cached values or its defaults. A response that arrives after a newer one is ignored.
 */
export async function loadSiteConfig(): Promise<SiteConfig | null> {
  const request = (lastRequest += 1);
  try {
    const { data } = await authConfig();
    if (request < lastResponse) return store.get();
    lastResponse = request;
    store.set(data);
    setSiteName(data.site_name);
    setMaintenance(data.maintenance ?? null);
    site.set(JSON.stringify(data));
  } catch {
    // The cached values stay in use.
  }
  return store.get();
}

/** Null until the first response when nothing is cached. */
export const useSiteConfig = (): SiteConfig | null => useStore(store);

/** The configured address, or support@ the current domain until the configuration is loaded. */
export function useSupportEmail(): string {
  const configured = useSiteConfig()?.support_email;
  return configured ?? `support@${window.location.hostname.replace(/^www\./, '')}`;
}

/** When a person of support replies, as the end of a sentence. */
export const useReplyTime = (): string =>
  useSiteConfig()?.support_reply_time ?? 'within one working day';
