import { ApiServer } from '@/testing/api-server';
import { ok } from '@/testing/samples';
import { loadSiteConfig, rememberedSite, SITE_KEY } from './site-config';

const SITE = { site_name: 'Proxy Market', sandbox: true };

describe('what the server says about the shop', () => {
  let api: ApiServer;

  beforeAll(async () => void (api = await ApiServer.start()));
  afterAll(() => api.stop());
  beforeEach(() => localStorage.clear());

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

  it.each(['{oops', '7', '{"sandbox":true}'])('is not believed when it reads %s', (kept) => {
    localStorage.setItem(SITE_KEY, kept);
    expect(rememberedSite()).toBeNull();
  });
});
