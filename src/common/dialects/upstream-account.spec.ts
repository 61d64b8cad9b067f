import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { GRAMMAR_IDS, parseCredentials } from '../../../test/support/backconnect/provider-grammars';
import { UnsupportedFilterError } from './dialect';
import { DIALECTS, findDialect } from './dialects';
import { UpstreamAccount, type UpstreamRequest } from './upstream-network';

const USERS: Record<string, string> = {
  bright_data: 'brd-customer-id1-zone-mobile',
  soax: '12345',
};

function account(id: string, more: { usernameTemplate?: string; passwordTemplate?: string } = {}) {
  const dialect = findDialect(id);
  if (!dialect) throw new Error(`There is no dialect ${id}`);
  return new UpstreamAccount(dialect, {
    username: USERS[id] ?? 'login1',
    password: 'secret',
    ...more,
  });
}

const toToken = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const request = (more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  ...{ country: 'us', region: null, city: null, isp: null },
  session: { proxyId: 7, token: toToken('a') },
  ttlMinutes: 10,
  ...more,
});

describe('UpstreamAccount', () => {
  it('is checked with a strict parser for every provider', () => {
    expect([...GRAMMAR_IDS, 'custom'].sort()).toEqual(DIALECTS.map(({ id }) => id).sort());
  });

  it('renders only credentials that the provider parses back to the request', () => {
    const requests = fc.record({
      country: fc.constantFrom(null, 'us', 'gb', 'de', 'ng'),
      region: fc.constantFrom(null, 'california', 'new_york', 'ny', 'lagos'),
      city: fc.constantFrom(null, 'berlin', 'New York', 'ikeja', 'st-tropez'),
      isp: fc.constantFrom(null, 'mtn', 'as37148', '3320', 'verizon_wireless'),
      session: fc.option(
        fc.record({
          proxyId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
          token: fc.string().map(toToken),
        }),
      ),
      ttlMinutes: fc.constantFrom(0, 1, 10, 1440),
    });
    let rendered = 0;
    fc.assert(
      fc.property(fc.constantFrom(...GRAMMAR_IDS), requests, (id, wanted) => {
        let credentials;
        try {
          credentials = account(id).render(wanted);
        } catch (error) {
          if (error instanceof UnsupportedFilterError) return;
          throw error;
        }
        rendered++;
        const { username, password } = credentials;
        const parsed = parseCredentials(id, username, password);
        const number = (text?: string | null) => plain(text)?.replace(/^as(?=\d)/, '');
        const plain = (text?: string | null) => text?.toLowerCase().replace(/[^a-z0-9]/g, '');
        expect([id, username, password, parsed]).toEqual([
          id,
          username,
          password,
          expect.anything(),
        ]);
        const country = parsed?.country?.toLowerCase();
        expect(country === 'uk' ? 'gb' : country).toBe(wanted.country ?? undefined);
        expect(plain(parsed?.region)).toBe(plain(wanted.region));
        expect(plain(parsed?.city)).toBe(plain(wanted.city));
        expect(number(parsed?.isp)).toBe(number(wanted.isp));
        expect(parsed?.session === undefined).toBe(wanted.session === null);
      }),
      { numRuns: 2_000, seed: 42 },
    );
    expect(rendered).toBeGreaterThan(300);
  });

  it.each(GRAMMAR_IDS)('gives no two customers of %s the same session', (id) => {
    const upstream = account(id);
    const owners = new Map<string, number>();
    const shared: string[] = [];
    for (let proxyId = 1; proxyId <= 1_000; proxyId++)
      for (let n = 0; n < 10; n++) {
        const token = toToken(`${proxyId}|${n}`);
        const { username, password } = upstream.render(request({ session: { proxyId, token } }));
        const session = parseCredentials(id, username, password)?.session ?? '';
        if (session === '' || (owners.get(session) ?? proxyId) !== proxyId) shared.push(username);
        owners.set(session, proxyId);
      }
    expect(shared).toEqual([]);
    // Nor do the sessions of one customer meet: 10 of at least 9,999.
    expect(owners.size).toBeGreaterThan(9_950);
  });

  it('gives the same session for the same token, another for another token', () => {
    const upstream = account('netnut');
    const render = (token: string) =>
      upstream.render(request({ session: { proxyId: 7, token: toToken(token) } })).username;
    expect(render('a')).toBe(render('a'));
    expect(render('a')).not.toBe(render('b'));
  });

  it('leaves the session out of rotating connections', () => {
    const rotating = request({ session: null, ttlMinutes: -1 });
    expect(account('oxylabs').render(rotating).username).toBe('customer-login1-cc-US');
    expect(account('webshare').render(rotating).username).toBe('login1-us-rotate');
    expect(account('evomi').render(rotating).password).toBe('secret_country-US');
  });

  it.each([
    ['iproyal', 10, '10m'],
    ['soax', 10, '600'],
    ['dataimpulse', 1440, '120'],
    ['evomi', 0, '120'],
    ['geonode', 1, '3'],
  ])('writes the TTL of %s in its unit and bounds', (id, ttlMinutes, expected) => {
    const { username, password } = account(id).render(request({ ttlMinutes }));
    expect(`${username}:${password}`.includes(expected)).toBe(true);
    expect(parseCredentials(id, username, password)?.ttl).toBe(expected.replace('m', ''));
  });

  it.each([
    ['oxylabs', 'isp', { isp: 'mtn' }, 'Oxylabs has no word for the isp'],
    ['oxylabs', 'region', { country: 'de', region: 'bavaria' }, 'regions of the USA only'],
    ['webshare', 'region', { region: 'texas' }, 'Webshare has no word for the region'],
    ['netnut', 'region', { region: 'texas' }, 'NetNut cannot combine the region'],
    ['netnut', 'city', { country: null, city: 'berlin' }, 'NetNut cannot combine the city'],
    ['geonode', 'city', { city: 'lagos' }, 'Geonode has no word for the city'],
    ['decodo', 'isp', { isp: 'mtn' }, 'AS number only'],
  ])('of %s refuses a %s that it cannot express', (id, filter, more, message) => {
    const render = () => account(id).render(request(more));
    expect(render).toThrow(UnsupportedFilterError);
    expect(render).toThrow(message);
    expect(render).toThrow(expect.objectContaining({ filter }));
  });

  it('takes the account as the dashboard of the provider shows it', () => {
    const dialect = findDialect('oxylabs');
    if (!dialect) throw new Error('There is no dialect oxylabs');
    const upstream = new UpstreamAccount(dialect, { username: 'customer-bob', password: 'secret' });
    expect(upstream.render(request({ session: null })).username).toBe('customer-bob-cc-US');
  });

  it.each([
    ['', 'needs a user name template'],
    ['{user}[-cc-{country}]', 'need {session}'],
    ['{user}-{session}', '{session} must stand in an optional group'],
    ['{user}-{zone}[-{session}]', 'no value for {zone}'],
    ['{user}[-{session}', 'No ] ends what begins here (character 7)'],
  ])('refuses the custom template "%s"', (usernameTemplate, message) => {
    expect(() => account('custom', { usernameTemplate })).toThrow(message);
  });
});
