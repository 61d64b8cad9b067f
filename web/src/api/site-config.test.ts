import { ApiServer } from '@/testing/api-server';
import { ok } from '@/testing/samples';
import { loadSiteConfig, rememberedSite, SITE_KEY } from './site-config';

const SITE = { site_name: 'Proxy Market', sandbox: true };

describe('what the server says about the shop', () => {
  let api: ApiServer;

  beforeAll(async () => void (api = await ApiServer.start()));
  afterAll(() => api.stop());
  beforeEach(() => api.reset());

  it('is known on the next visit before the server has answered', async () => {
    expect(rememberedSite()).toBeNull();
    api.on('GET /auth/config', ok(SITE));
    await loadSiteConfig();
    expect(rememberedSite()).toEqual(SITE);
  });

  it('goes on standing when the server does not answer', async () => {
    api.on('GET /auth/config', ok(SITE));
    await loadSiteConfig();
    api.on('GET /auth/config', { status: 503 });
    expect(await loadSiteConfig()).toEqual(SITE);
  });

  it('is what was asked for last, also where an older answer comes later', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((done) => (answer = done));
    api.on('GET /auth/config', async () => {
      await held;
      return ok(SITE);
    });
    const first = loadSiteConfig();
    while (api.received.length === 0) await new Promise((turn) => setTimeout(turn, 1));
    const renamed = { ...SITE, site_name: 'Proxy Bazaar' };
    api.on('GET /auth/config', ok(renamed));
    expect(await loadSiteConfig()).toEqual(renamed);
    answer();
    expect(await first).toEqual(renamed);
    expect(rememberedSite()).toEqual(renamed);
  });

  it.each(['{oops', '7', '{"sandbox":true}'])('is not believed when it reads %s', (kept) => {
    localStorage.setItem(SITE_KEY, kept);
    expect(rememberedSite()).toBeNull();
  });
});
