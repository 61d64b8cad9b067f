import { serveApi } from '@/testing/api-server';
import { ok } from '@/testing/samples';
import { loadSiteConfig, readCachedSiteConfig, SITE_CONFIG_KEY } from './site-config';

const SITE = { site_name: 'Proxy Market', sandbox: true };

describe('the site configuration', () => {
  const api = serveApi();

  it('should be cached for the next page load', async () => {
    expect(readCachedSiteConfig()).toBeNull();
    api.on('GET /auth/config', ok(SITE));
    await loadSiteConfig();
    expect(readCachedSiteConfig()).toEqual(SITE);
  });

  it('should keep the cached value when the server does not respond', async () => {
    api.on('GET /auth/config', ok(SITE));
    await loadSiteConfig();
    api.on('GET /auth/config', { status: 503 });
    expect(await loadSiteConfig()).toEqual(SITE);
  });

  it('should ignore a response that arrives after a newer one', async () => {
    const answer = api.hold('GET /auth/config', ok(SITE));
    const first = loadSiteConfig();
    while (api.received.length === 0) await new Promise((turn) => setTimeout(turn, 1));
    const renamed = { ...SITE, site_name: 'Proxy Bazaar' };
    api.on('GET /auth/config', ok(renamed));
    expect(await loadSiteConfig()).toEqual(renamed);
    answer();
    expect(await first).toEqual(renamed);
    expect(readCachedSiteConfig()).toEqual(renamed);
  });

  it.each(['{oops', '7', '{"sandbox":true}'])('should ignore the cached value %s', (kept) => {
    localStorage.setItem(SITE_CONFIG_KEY, kept);
    expect(readCachedSiteConfig()).toBeNull();
  });
});
