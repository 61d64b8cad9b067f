import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '../../../src/embedded/poll';
import { BackconnectGateway, type Echo } from '../../support/backconnect/backconnect-gateway';
import { createTestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { writeCertificate } from '../gateway/certificates';
import { curl, type CurlResult } from '../gateway/curl';
import { APP_KEY, hasManyLoopbacks } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

const PATH = '/admin/supply/networks';
/** For a busy machine; the change arrives by notification. */
const WITHIN_MS = 30_000;
/** Countries of which no exit is seeded. */
const [ICELAND, FAROES, MALTA, CYPRUS] = ['is', 'fo', 'mt', 'cy'];

// Starts two gateways.
jest.setTimeout(180_000);

describe('Traffic through networks', () => {
  let app: HttpTestApp;
  let admin: Customer;
  let customer: Customer;
  let gateways: SpawnedGateway[];
  let iproyal: BackconnectGateway;
  let secure: BackconnectGateway;
  let tls: { cert: string; key: string };
  let echoPort: number;
  let proxy: { id: number; username: string; password: string };
  const ids: Record<string, number> = {};

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    by = admin,
  ) => app.call(method, path, body, by.headers);

  const settings = (name: string, dialect: string, port: number, more: object = {}) => ({
    ...{ name, dialect, port, kind: 'residential', protocol: 'http', host: '127.0.0.1' },
    ...{ username: 'login1', countries: '*', weight: 1, enabled: true },
    ...{ targeting: { region: false, city: true, isp: false } },
    ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000 },
    ...more,
  });
  const iproyalSettings = (more: object = {}) =>
    settings('IPRoyal', 'iproyal', iproyal.port, { countries: [ICELAND, FAROES], ...more });

  const add = async (body: { name: string }) => {
    const added = await call('POST', PATH, { password: 'secret', ...body });
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    ids[body.name] = (added.body.data as unknown as { network: { id: number } }).network.id;
  };
  const listCountries = async () => {
    const { body } = await call('GET', '/pool/countries?connection_type=residential');
    return (body.data as unknown as { code: string }[]).map(({ code }) => code);
  };
  const buy = async (country: string, more: object = {}) => {
    const order = { proxy_type: 'residential_ipv4', protocol: 'http', traffic_limit_mb: 1 };
    return call('POST', '/proxies/buy', { ...order, country, ttl_minutes: 10, ...more }, customer);
  };

  /** Through the gateway to the echo address, which the provider answers. */
  const send = (suffix = '', gateway = gateways[0], ...flags: string[]): Promise<CurlResult> =>
    curl(
      ...flags,
      '-x',
      `http://${proxy.username}${suffix}:${proxy.password}@127.0.0.1:${gateway?.ports.http}`,
      `http://localhost:${echoPort}/sandbox/echo`,
    );
  const read = ({ stdout }: CurlResult) => JSON.parse(stdout) as Echo;
  const echo = async (...args: Parameters<typeof send>) => read(await send(...args));
  const untilEcho = (country: string, suffix = '') =>
    poll(async () => {
      const answer = await send(`-cc-${country}${suffix}`);
      return answer.status === 200 && read(answer).country === country;
    }, WITHIN_MS);

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const database = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'backconnect-'));
    const { certFile, keyFile } = await writeCertificate(folder);
    tls = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    app = await createHttpTestApp(database);
    [iproyal, secure, echoPort, admin, customer] = await Promise.all([
      BackconnectGateway.start('iproyal'),
      BackconnectGateway.start('oxylabs', tls),
      freePort(),
      app.signUp('admin'),
      app.signUp(),
    ]);
    await app.fundWallet(customer, 100_000);
    gateways = await Promise.all(
      ['one', 'two'].map((id) =>
        SpawnedGateway.spawn(
          {
            ...{ APP_KEY, DATABASE_URL: database.url, SANDBOX: 'true', PORT: String(echoPort) },
            ...{ GATEWAY_ID: id, NODE_EXTRA_CA_CERTS: certFile },
          },
          'dist/gateway.js',
        ),
      ),
    );
    await Promise.all(gateways.map((gateway) => gateway.untilHealth('200', 90_000)));
    expect(await listCountries()).not.toContain(ICELAND);
    expect((await buy(ICELAND ?? '')).status).toBe(422);
    await add(iproyalSettings());
    const bought = await buy('zz');
    [proxy] = (bought.body.data as unknown as { proxies: [typeof proxy] }).proxies;
    expect(await untilEcho(ICELAND ?? '')).toBe(true);
  });
  afterAll(async () => {
    await Promise.all(gateways?.map((gateway) => gateway.dispose()) ?? []);
    await Promise.all([iproyal?.close(), secure?.close(), app?.close()]);
  });

  it('should be on sale in the countries of the network, with the places that its provider knows words for', async () => {
    expect(await listCountries()).toEqual(expect.arrayContaining([ICELAND, FAROES]));
    expect((await buy('is')).status).toBe(201);
    expect((await buy('fo', { city: 'torshavn' })).status).toBe(201);
    expect(await buy('fo', { region: 'south' })).toMatchObject({
      status: 422,
      body: { errors: { region: expect.anything() as unknown } },
    });
    expect((await buy('mt')).status).toBe(422);
  });

  it('should carry a session with the address that it had, on every gateway', async () => {
    const first = await echo('-cc-is-session-a');
    expect(first).toMatchObject({
      country: 'is',
      session: expect.stringMatching(/^\w{8}$/) as unknown,
    });
    expect(await echo('-cc-is-session-a')).toEqual(first);
    expect(await echo('-cc-is-session-a', gateways[1])).toEqual(first);
    expect((await echo('-cc-is-session-b')).ip).not.toBe(first.ip);
    expect(await echo('-cc-is-session-a', gateways[0], '-p')).toEqual(first);
  });

  it('should never give a session the address of another place', async () => {
    expect((await echo('-cc-is-session-c')).country).toBe('is');
    expect((await echo('-cc-fo-session-c')).country).toBe('fo');
    expect(await echo('-cc-fo-city-torshavn-session-c')).toMatchObject({
      country: 'fo',
      city: 'torshavn',
    });
  });

  it('should send the TTL in the unit of the provider, and the longest for as long as possible', async () => {
    expect((await echo('-cc-is-session-d-ttl-45')).ttl).toBe('45');
    expect((await echo('-cc-is-session-d-ttl-0')).ttl).toBe('10080');
  });

  it('should send no session for an address per connection', async () => {
    const answers = [await echo('-cc-is-ttl-rotate'), await echo('-cc-is-ttl-rotate')];
    expect(answers.map(({ session }) => session)).toEqual([null, null]);
    expect(answers[0]?.ip).not.toBe(answers[1]?.ip);
  });

  it('should change the address when the customer rotates the session', async () => {
    const before = await echo('-cc-is-session-e');
    const rotated = await call(
      'POST',
      `/user/proxies/${proxy.id}/rotate`,
      { session: 'e' },
      customer,
    );
    expect(rotated.status).toBe(200);
    const changed = await poll(
      async () => (await echo('-cc-is-session-e')).ip !== before.ip,
      WITHIN_MS,
    );
    expect(changed).toBe(true);
  });

  it('should refuse a place that cannot be expressed, without asking the provider', async () => {
    const asked = iproyal.requests.length;
    expect(await send('-cc-is-region-south')).toMatchObject({ status: 502, proxyError: 'NO_EXIT' });
    expect(iproyal.requests).toHaveLength(asked);
  });

  it('should speak TLS with the gateway of the provider', async () => {
    const more = { countries: [MALTA], protocol: 'https', host: 'localhost' };
    await add(settings('Oxylabs', 'oxylabs', secure.port, more));
    expect(await untilEcho('mt')).toBe(true);
    expect(secure.requests.at(-1)).toMatchObject({ account: 'login1', country: 'MT' });
  });

  const itWithLoopbacks = hasManyLoopbacks ? it : it.skip;
  itWithLoopbacks(
    'should not send credentials to a gateway whose certificate is not for the host',
    async () => {
      const impostor = await BackconnectGateway.start('oxylabs', tls, '127.0.0.2');
      const more = { countries: [CYPRUS], protocol: 'https', host: '127.0.0.2' };
      await add(settings('Impostor', 'oxylabs', impostor.port, more));
      const failed = await poll(
        async () => (await send('-cc-cy')).proxyError === 'UPSTREAM_FAILED',
        WITHIN_MS,
      );
      expect([failed, impostor.connections > 0, impostor.heads]).toEqual([true, true, 0]);
      await impostor.close();
    },
  );

  it('should follow a change of the account, and report what the provider refuses', async () => {
    await call('PUT', `${PATH}/${ids.IPRoyal}`, iproyalSettings({ password: 'wrong' }));
    const refused = await poll(
      async () => (await send('-cc-is')).proxyError === 'UPSTREAM_FAILED',
      WITHIN_MS,
    );
    expect([refused, iproyal.refused.at(-1)]).toEqual([
      true,
      expect.stringMatching(/^login1:wrong_country-is/),
    ]);
    expect(gateways.map(({ output }) => output).join('')).not.toMatch(/wrong|secret/);
    await call('PUT', `${PATH}/${ids.IPRoyal}`, iproyalSettings({ password: 'secret' }));
    expect(await untilEcho(ICELAND ?? '')).toBe(true);
  });

  it('should be off sale and unused once it is disabled or removed', async () => {
    await call('PUT', `${PATH}/${ids.IPRoyal}`, iproyalSettings({ enabled: false }));
    await call('DELETE', `${PATH}/${ids.Oxylabs}`);
    expect((await listCountries()).filter((code) => ['is', 'fo', 'mt'].includes(code))).toEqual([]);
    for (const country of ['is', 'mt']) {
      const gone = await poll(
        async () => (await send(`-cc-${country}`)).proxyError === 'NO_EXIT',
        WITHIN_MS,
      );
      expect([country, gone]).toEqual([country, true]);
    }
  });
});
