import { poll } from '../../../src/embedded/poll';
import { BackconnectGateway } from '../../support/backconnect/backconnect-gateway';
import { createTestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { curl } from '../gateway/curl';
import { APP_KEY } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp, poolOrderBody } from './http-test-app';

interface Endpoint {
  host: string;
  port: number;
  protocol: string;
  username: string;
  password: string;
  url: string;
}
interface OwnProxy {
  id: number;
  username: string;
  password: string;
  host: string;
  port: number;
  port_socks5: number;
}

// Starts a gateway.
jest.setTimeout(180_000);

describe('Connection lists', () => {
  let app: HttpTestApp;
  let gateway: SpawnedGateway;
  let provider: BackconnectGateway;
  let echoPort: number;
  let ada: Customer;
  let anywhere: OwnProxy;
  let lagos: OwnProxy;

  const buy = async (body: object, path = '/proxies/buy'): Promise<OwnProxy> => {
    const bought = await app.call('POST', path, body, ada.headers);
    if (bought.status !== 201) throw new Error(JSON.stringify(bought.body));
    return (bought.body.data as unknown as { proxies: [OwnProxy] }).proxies[0];
  };
  const get = (id: number, query = '', by = ada) =>
    app.call('GET', `/user/proxies/${id}/endpoints${query}`, undefined, by.headers);
  const endpoints = async (id: number, query = '') => {
    const { status, body } = await get(id, query);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body.data as unknown as { endpoints: Endpoint[] }).endpoints;
  };
  /** A file. */
  const fetchText = (path: string, headers: Record<string, string> = {}) =>
    app.nest.inject({ method: 'GET', url: path, headers });
  const share = async (id: number) => {
    const path = `/user/proxies/${id}/list-token`;
    const { status, body } = await app.call('POST', path, undefined, ada.headers);
    expect(status).toBe(201);
    const { token, url } = body.data as unknown as { token: string; url: string };
    return { token, path: new URL(url).pathname };
  };

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const database = await createTestDatabase();
    app = await createHttpTestApp(database);
    [provider, echoPort, ada] = await Promise.all([
      BackconnectGateway.start('evomi'),
      freePort(),
      app.signUp(),
    ]);
    await app.fundWallet(ada, 500_000);
    gateway = await SpawnedGateway.spawn(
      { APP_KEY, DATABASE_URL: database.url, SANDBOX: 'true', PORT: String(echoPort) },
      'dist/gateway.js',
    );
    await gateway.untilHealth('200', 90_000);
    const admin = await app.signUp('admin');
    const network = {
      ...{ name: 'Evomi', dialect: 'evomi', kind: 'residential', protocol: 'http' },
      ...{ host: '127.0.0.1', port: provider.port, username: 'login1', password: 'secret' },
      ...{ countries: ['is', 'fo'] },
      targeting: { region: false, city: true, isp: false, asn: true },
      ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000, weight: 1, enabled: true },
    };
    const added = await app.call('POST', '/admin/supply/networks', network, admin.headers);
    expect(added.status).toBe(201);
    anywhere = await buy({ ...poolOrderBody, country: 'zz', region: '' });
    lagos = await buy(poolOrderBody);
  });
  afterAll(async () => {
    await gateway?.dispose();
    await Promise.all([provider?.close(), app?.close()]);
  });

  it('should list connections that each work at once, with an address of their own', async () => {
    const ready = () =>
      curl('-x', `${anywhereUrl('-cc-is')}`, `http://localhost:${echoPort}/sandbox/echo`);
    expect(await poll(async () => (await ready()).status === 200, 30_000)).toBe(true);
    const list = await endpoints(anywhere.id, '?count=12&country=is&ttl_minutes=30&protocol=http');
    expect(list).toHaveLength(12);
    const answers = await Promise.all(
      list.map(({ url }) => curl('-x', url, `http://localhost:${echoPort}/sandbox/echo`)),
    );
    const found = answers.map(
      ({ stdout }) => JSON.parse(stdout) as { ip: string; country: string },
    );
    expect(found.every(({ country }) => country === 'is')).toBe(true);
    expect(new Set(found.map(({ ip }) => ip)).size).toBe(12);
    const socks = await endpoints(anywhere.id, '?country=is&protocol=socks5');
    expect(socks[0]).toMatchObject({ protocol: 'socks5', port: anywhere.port_socks5 });
    const over = await curl(
      '-x',
      socks[0]!.url.replace('socks5:', 'socks5h:'),
      `http://localhost:${echoPort}/sandbox/echo`,
    );
    expect(JSON.parse(over.stdout)).toMatchObject({ country: 'is' });
    expect(await endpoints(anywhere.id, '?count=12&country=is&ttl_minutes=30')).toEqual(list);
  });

  it('should reach a provider by its AS number, where a network is used for that', async () => {
    const { body } = await app.call('GET', '/pool/countries', undefined, ada.headers);
    const countries = body.data as unknown as { code: string; has_asns: boolean }[];
    expect(countries.filter((each) => each.has_asns).map(({ code }) => code)).toEqual(['fo', 'is']);
    const [line] = await endpoints(anywhere.id, '?country=is&asn=AS37148');
    expect(line?.username).toBe(`${anywhere.username}-cc-is-asn-37148-session-s1`);
    expect((await echo(line!.url)).status).toBe(200);
    expect(provider.requests.at(-1)).toMatchObject({ country: 'IS', isp: '37148' });
    expect(await echo(anywhereUrl('-cc-ng-asn-37148'))).toMatchObject({ status: 502 });
  });

  it('should give the lines the chosen countries in turn, under a shared address too', async () => {
    const names = ['is-session-s1', 'fo-session-s2', 'is-session-s3'].map(
      (name) => `${anywhere.username}-cc-${name}`,
    );
    const list = await endpoints(anywhere.id, '?count=3&country=is,fo,is&protocol=http');
    expect(list.map(({ username }) => username)).toEqual(names);
    expect((await echo(list[1]!.url)).status).toBe(200);
    expect(provider.requests.at(-1)).toMatchObject({ country: 'FO' });
    const { path } = await share(anywhere.id);
    const text = (await fetchText(`${path}?count=3&country=is,fo`)).body;
    expect(text.split('\n').map((line) => line.split(':')[2])).toEqual([...names, undefined]);
    expect(
      (await endpoints(anywhere.id, '?count=2&country=fo,zz')).map(({ username }) => username),
    ).toEqual([`${anywhere.username}-cc-fo-session-s1`, `${anywhere.username}-session-s2`]);
    const { body } = await get(anywhere.id, '?country=is,mt');
    expect(body.errors).toEqual({
      country: ['Malta is not available. Choose another country.'],
    });
  });

  const echo = (proxy: string) => curl('-x', proxy, `http://localhost:${echoPort}/sandbox/echo`);
  const anywhereUrl = (suffix: string) =>
    `http://${anywhere.username}${suffix}:${anywhere.password}@${anywhere.host}:${anywhere.port}`;

  it('should write lines as programs read them', async () => {
    const { id, host, port, username, password } = lagos;
    const path = `/api/v1/user/proxies/${id}/endpoints`;
    const text = async (query: string) => {
      const response = await fetchText(`${path}${query}`, ada.headers);
      return [response.headers['content-type'], response.body];
    };
    const [first, second] = [`${username}-session-s1`, `${username}-session-s2`];
    expect(await text('?count=2&format=txt')).toEqual([
      'text/plain; charset=utf-8',
      `${host}:${port}:${first}:${password}\n${host}:${port}:${second}:${password}\n`,
    ]);
    expect(await text('?format=txt&style=user_pass_host_port')).toContain(
      `${first}:${password}@${host}:${port}
`,
    );
    expect(await text('?count=2&format=txt&style=url')).toContain(
      `http://${first}:${password}@${host}:${port}\nhttp://${second}:${password}@${host}:${port}\n`,
    );
    expect(await text('?count=2&format=csv')).toEqual([
      'text/csv; charset=utf-8',
      'host,port,username,password,protocol\r\n' +
        [first, second].map((name) => `${host},${port},${name},${password},http\r\n`).join(''),
    ]);
    expect((await endpoints(id, '?session=rotating')).map((each) => each.username)).toEqual([
      `${username}-ttl-rotate`,
    ]);
    expect((await endpoints(id, '?ttl_minutes=0&country=ng&region=lagos'))[0]?.username).toBe(
      `${username}-session-s1-ttl-0`,
    );
  });

  it('should refuse what was not bought, is not on sale or makes no sense, and name the field', async () => {
    const datacenter = await buy(
      {
        country_id: await nigeria(),
        duration_minutes: 43_200,
        quantity: 1,
        protocol: 'http',
        proxy_type: 'individual_ipv4',
      },
      '/proxies/buy-datacenter',
    );
    const wrong: [number, string, string][] = [
      [lagos.id, '?country=us', 'country'],
      [lagos.id, '?region=abuja', 'region'],
      [lagos.id, '?country=ng,us', 'country'],
      [anywhere.id, '?country=mt', 'country'],
      [anywhere.id, '?country=ng,', 'country'],
      [anywhere.id, `?country=ng${',gh'.repeat(20)}`, 'country'],
      [anywhere.id, '?city=ikeja', 'city'],
      [lagos.id, '?asn=37148', 'isp'],
      [anywhere.id, '?country=is&asn=mtn', 'asn'],
      [anywhere.id, '?asn=37148', 'asn'],
      [anywhere.id, '?country=is&asn=37148&isp=mtn', 'asn'],
      [anywhere.id, '?count=0', 'count'],
      [anywhere.id, '?count=1001', 'count'],
      [anywhere.id, '?ttl_minutes=1441', 'ttl_minutes'],
      [anywhere.id, '?session=rotating&ttl_minutes=5', 'ttl_minutes'],
      [anywhere.id, '?format=xml', 'format'],
      [anywhere.id, '?style=odd', 'style'],
      [datacenter.id, '?count=2', 'count'],
      [datacenter.id, '?session=rotating', 'session'],
    ];
    for (const [id, query, field] of wrong) {
      const { status, body } = await get(id, query);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, [field]]);
    }
    expect((await endpoints(anywhere.id, '?count=1000')).at(-1)?.username).toMatch(
      /-session-s1000$/,
    );
    expect((await endpoints(datacenter.id, '?count=1'))[0]).toMatchObject({
      username: datacenter.username,
    });
    const bob = await app.signUp();
    expect((await get(lagos.id, '', bob)).status).toBe(404);
    await query(`UPDATE proxy SET status = 'suspended' WHERE id = $1`, [datacenter.id]);
    expect((await get(datacenter.id)).body.code).toBe('PROXY_SUSPENDED');
  });

  it('should share a list under an address that works without a sign-in until it is revoked', async () => {
    const first = await share(lagos.id);
    const list = await fetchText(`${first.path}?count=3`);
    expect([list.statusCode, list.body.trim().split('\n').length]).toEqual([200, 3]);
    expect(list.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect((await fetchText(`${first.path}?format=json`)).json()).toMatchObject({
      data: { endpoints: [{ username: `${lagos.username}-session-s1` }] },
    });
    const { body } = await app.call(
      'GET',
      `/user/proxies/${lagos.id}/list-token`,
      undefined,
      ada.headers,
    );
    expect(Object.keys(body.data).sort()).toEqual(['created_at', 'last_used_at']);
    expect(await query(`SELECT token_hash FROM proxy_list_token`)).not.toContain(first.token);

    const second = await share(lagos.id);
    expect((await fetchText(first.path)).statusCode).toBe(404);
    expect((await fetchText(second.path)).statusCode).toBe(200);

    const bob = await app.signUp();
    const path = `/user/proxies/${lagos.id}/list-token`;
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await app.call(method, path, undefined, bob.headers)).status).toBe(404);
    expect((await fetchText(second.path)).statusCode).toBe(200);

    expect((await app.call('DELETE', path, undefined, ada.headers)).status).toBe(200);
    expect((await fetchText(second.path)).statusCode).toBe(404);
    expect((await app.call('DELETE', path, undefined, ada.headers)).status).toBe(404);
    for (const guess of ['npl_short', `npl_${'a'.repeat(43)}`, "npl_'"])
      expect((await fetchText(`/api/v1/lists/${encodeURIComponent(guess)}`)).statusCode).toBe(404);
  });

  it('should share nothing of an account that is not active', async () => {
    const { path } = await share(anywhere.id);
    await query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [ada.userId]);
    expect((await fetchText(path)).statusCode).toBe(404);
    await query(`UPDATE users SET status = 'active' WHERE id = $1`, [ada.userId]);
    expect((await fetchText(path)).statusCode).toBe(200);
  });

  const query = <T>(sql: string, values: unknown[] = []) => app.sql<T>(sql, values);
  const nigeria = async () => {
    const { body } = await app.call('GET', '/countries');
    return (body.data as unknown as { id: number; code: string }[]).find(
      ({ code }) => code.toLowerCase() === 'ng',
    )!.id;
  };
});
