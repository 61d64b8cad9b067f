import { findDialect } from '../../../src/common/dialects/dialects';
import { UpstreamNetwork } from '../../../src/common/dialects/upstream-network';
import { EXIT_CHANNEL } from '../../../src/gateway/gateway';
import { BackconnectGateway, type Refusal } from '../../support/backconnect/backconnect-gateway';
import { DOCUMENTED_REFUSALS, writeRefusal } from '../../support/backconnect/documented-refusals';
import { curl, type CurlResult } from './curl';
import { startTestGateway, type TestGateway } from './fixtures';

/** Countries that only the networks have. */
const COUNTRIES = ['de', 'fr', 'it', 'es', 'pl'];
const USERS: Record<string, string> = {
  bright_data: 'brd-customer-id1-zone-mobile',
  soax: '12345',
};

/** The first network has so much weight that it is asked first; the second takes over. */
describe('When a network of a provider fails', () => {
  let gateway: TestGateway;
  let running: BackconnectGateway[] = [];

  const startNetwork = async (
    id: number,
    dialectId: string,
    weight: number,
    protocol: 'http' | 'socks5' = 'http',
  ) => {
    const dialect = findDialect(dialectId);
    const provider = await BackconnectGateway.start(dialectId);
    running.push(provider);
    if (!dialect) throw new Error(`There is no dialect ${dialectId}`);
    const account = new UpstreamNetwork(dialect, {
      ...{ username: USERS[dialectId] ?? 'login1', password: 'secret', countries: COUNTRIES },
      ...(dialectId === 'custom' ? { usernameTemplate: '{user}[-session-{session}]' } : {}),
      targeting: { region: false, city: true, isp: false, asn: false },
    });
    const { refusals } = dialect;
    gateway.exits.put({
      ...{ id: -id, country: 'zz', localAddress: null, simulated: false, weight },
      network: { protocol, host: '127.0.0.1', port: provider.port, account, refusals },
    });
    return provider;
  };
  /** Two networks for all countries: the first is that of the dialect. */
  const startNetworks = async (dialect = 'evomi', protocol?: 'http' | 'socks5') => {
    const first = await startNetwork(1, dialect, 1_000_000, protocol);
    const second = await startNetwork(2, 'iproyal', 1);
    await gateway.gateway.onChange(EXIT_CHANNEL, '');
    return [first, second] as const;
  };

  const PROTOCOLS = {
    http: ['-x', 'http'],
    connect: ['-p', '-x', 'http'],
    socks5: ['-x', 'socks5h'],
  };
  type Protocol = keyof typeof PROTOCOLS;
  const send = (country = 'de', protocol: Protocol = 'http', ...flags: string[]) => {
    const { httpPort } = gateway.config.gateway;
    const [scheme = '', ...more] = [...PROTOCOLS[protocol]].reverse();
    const proxy = `${scheme}://user1-cc-${country}:secret@127.0.0.1:${httpPort}`;
    return curl(...more.reverse(), proxy, ...flags, 'http://site.test/');
  };
  const refuse = (dialect: string, means: string): string => {
    const found = DOCUMENTED_REFUSALS.find((r) => r.dialect === dialect && r.means === means);
    if (!found) throw new Error(`${dialect} documents no refusal that means ${means}`);
    return writeRefusal(found);
  };
  const charged = async () => {
    await gateway.gateway.flush();
    const { up = 0, down = 0, requests = 0 } = gateway.usage.totals.get(1) ?? {};
    return { up, down, requests };
  };

  beforeEach(async () => {
    gateway = await startTestGateway({ dialMs: 3_000 });
    gateway.open.add(80);
    gateway.names.names.set('site.test', ['127.0.0.1']);
    gateway.credentials.put({ ttlMinutes: 10 });
  });
  afterEach(async () => {
    await gateway.stop();
    await Promise.all(running.map((each) => each.close()));
    running = [];
  });

  describe.each(Object.keys(PROTOCOLS) as Protocol[])('over %s', (protocol) => {
    it.each([
      ['refuses our account', refuse('evomi', 'our_account')],
      ['has no address in the place', 'HTTP/1.1 525 No Exit\r\n\r\n'],
      ['fails for another reason', refuse('evomi', 'retry')],
      ['ends in the middle of its answer', 'half'],
      ['is silent', 'silence'],
    ])('the next one takes over where it %s, and the customer pays once', async (_, refusal) => {
      const [first, second] = await startNetworks('oxylabs');
      first.refuseWith = () => refusal;
      expect(await send('de', protocol)).toMatchObject({ code: 0, status: 200 });
      const failedOver = await charged();
      expect([first.heads > 0, second.requests.length]).toEqual([true, 1]);
      expect(await send('de', protocol)).toMatchObject({ code: 0, status: 200 });
      const both = await charged();
      // The same request again, of the same size, through a network that works at once.
      expect(both).toEqual({
        up: failedOver.up * 2,
        down: failedOver.down * 2,
        requests: failedOver.requests * 2,
      });
      expect(failedOver.requests).toBe(1);
    });

    it('a target that it does not allow is told to the customer, and no other is asked', async () => {
      const [first, second] = await startNetworks();
      first.refuseWith = () => refuse('evomi', 'target');
      const told = await send('de', protocol);
      if (protocol === 'socks5') expect(told.stderr).toMatch(/\(2\)|not allowed/i);
      else expect(told).toMatchObject({ proxyError: 'TARGET_BLOCKED' });
      expect([first.heads, second.heads]).toEqual([1, 0]);
      first.refuseWith = () => undefined;
      expect((await send('de', protocol)).status).toBe(200);
      expect([first.heads, second.heads]).toEqual([2, 0]);
      expect((await charged()).requests).toBe(2);
    });
  });

  it.each(
    DOCUMENTED_REFUSALS.map((r) => [r.dialect, r.status, r.fields?.join() ?? '', r] as const),
  )('what %s documents as %s %s does what it means', async (dialect, _, __, refusal) => {
    if (dialect === 'custom') return;
    const [first, second] = await startNetworks(dialect);
    first.refuseWith = () => writeRefusal(refusal);
    const answer = await send();
    const asked = { our_account: 1, place_empty: 1, target: 1, retry: 2 }[refusal.means];
    expect([first.heads, first.refused]).toEqual([asked, []]);
    expect(second.requests).toHaveLength(refusal.means === 'target' ? 0 : 1);
    expect(answer.status).toBe(refusal.means === 'target' ? 403 : 200);
    await send('fr');
    // Elsewhere only a network whose account is refused is left alone.
    expect(first.heads > asked).toBe(refusal.means !== 'our_account');
  });

  it('a network whose account is refused rests everywhere, one without an address only there', async () => {
    const [first] = await startNetworks('dataimpulse');
    first.refuseWith = ({ country }) =>
      country === 'de' ? refuse('dataimpulse', 'place_empty') : undefined;
    await send('de');
    await send('de');
    expect(first.heads).toBe(1);
    await send('fr');
    expect(first.heads).toBe(2);
    first.refuseWith = () => refuse('dataimpulse', 'our_account');
    for (const country of ['fr', 'it', 'es', 'pl', 'de'])
      expect((await send(country)).status).toBe(200);
    expect(first.heads).toBe(3);
  });

  it('another session is tried before another network, and it stays the same', async () => {
    const [first, second] = await startNetworks();
    const sessions: (string | undefined)[] = [];
    first.refuseWith = ({ session }) => {
      sessions.push(session);
      return session === sessions[0] ? refuse('evomi', 'retry') : undefined;
    };
    await send();
    await send();
    expect([new Set(sessions).size, sessions.length, second.heads]).toEqual([2, 4, 0]);
  });

  it('a target that no network reaches puts none of them to rest', async () => {
    const [first, second] = await startNetworks();
    first.refuseWith = second.refuseWith = () => 'HTTP/1.1 504 Gateway Timeout\r\n\r\n';
    expect(await send()).toMatchObject({ status: 504, proxyError: 'TARGET_TIMEOUT' });
    expect([first.heads, second.heads]).toEqual([2, 2]);
    first.refuseWith = second.refuseWith = () => undefined;
    expect((await send()).status).toBe(200);
    expect([first.heads, second.heads]).toEqual([3, 2]);
  });

  it.each<[string, Refusal, Partial<CurlResult>, RegExp]>([
    [
      'its account',
      refuse('dataimpulse', 'our_account'),
      { status: 502, proxyError: 'UPSTREAM_FAILED' },
      /destination_unavailable/,
    ],
    [
      'for want of an address',
      refuse('dataimpulse', 'place_empty'),
      { status: 502, proxyError: 'NO_EXIT' },
      /No address is available in this location at the moment/,
    ],
    [
      'the target',
      refuse('dataimpulse', 'target'),
      { status: 403, proxyError: 'TARGET_BLOCKED' },
      /http_request_denied/,
    ],
  ])(
    'without another the customer is told what is true when it refuses %s, and pays nothing',
    async (_, refusal, told, says) => {
      const only = await startNetwork(1, 'dataimpulse', 1);
      await gateway.gateway.onChange(EXIT_CHANNEL, '');
      only.refuseWith = () => refusal;
      const answer = await send();
      expect(answer).toMatchObject(told);
      expect(answer.stdout + answer.stderr).toMatch(says);
      expect(await charged()).toEqual({ up: 0, down: 0, requests: 1 });
    },
  );

  it('a body is sent once, to the network that took the request', async () => {
    const [first, second] = await startNetworks();
    first.refuseWith = () => refuse('evomi', 'our_account');
    const answer = await send('de', 'http', '-d', 'x'.repeat(100_000));
    expect([answer.status, first.heads, second.requests.length]).toEqual([200, 1, 1]);
    const { up } = await charged();
    expect(up).toBeGreaterThan(100_000);
    expect(up).toBeLessThan(101_000);
  });

  it.each([1, 3, 4, 6])('over SOCKS5 a reply %i makes the next one take over', async (reply) => {
    const [first, second] = await startNetworks('evomi', 'socks5');
    expect((await send()).status).toBe(200);
    expect([first.requests.length, second.heads]).toEqual([1, 0]);
    first.refuseWith = () => reply;
    expect((await send()).status).toBe(200);
    expect([first.heads, second.requests.length]).toEqual([3, 1]);
  });

  it('a network that is gone is left at once, in every country', async () => {
    const [first, second] = await startNetworks();
    expect((await send()).status).toBe(200);
    await first.close();
    running = running.filter((each) => each !== first);
    for (const country of COUNTRIES) expect((await send(country)).status).toBe(200);
    expect(second.requests).toHaveLength(COUNTRIES.length);
  });
});
