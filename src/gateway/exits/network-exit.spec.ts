import { findDialect } from '../../common/dialects/dialects';
import { UpstreamNetwork } from '../../common/dialects/upstream-network';
import { MINUTE } from '../../common/time/clock';
import { createCredential } from '../../../test/support/credential';
import { createExit } from '../../../test/support/exit';
import { parseCredentials } from '../../../test/support/backconnect/provider-grammars';
import type { Grant } from '../auth/gateway-authenticator';
import type { Place } from '../auth/credential';
import { ProxyAccount } from '../meter/proxy-account';
import type { Exit } from './exit';
import { ExitDirectory } from './exit-directory';
import { ExitSelector } from './exit-selector';
import { servesPlace } from './network-exit';

interface NetworkOptions {
  dialect?: string;
  countries?: string[] | null;
  city?: boolean;
  asn?: boolean;
  weight?: number;
}

function createNetwork(id: number, options: NetworkOptions = {}): Exit {
  const {
    dialect: name = 'evomi',
    countries = null,
    city = true,
    asn = false,
    weight = 1,
  } = options;
  const dialect = findDialect(name);
  if (!dialect) throw new Error(`There is no dialect ${name}`);
  const account = new UpstreamNetwork(dialect, {
    ...{ username: 'login1', password: 'secret', countries },
    targeting: { region: false, city, isp: false, asn },
  });
  const network = {
    protocol: 'http' as const,
    host: '127.0.0.1',
    port: 9,
    account,
    refusals: dialect.refusals,
  };
  return createExit(-id, { country: 'zz', localAddress: null, simulated: false, weight, network });
}

const ANY: Place = { country: 'zz', region: null, city: null, isp: null };

function grant(
  more: { proxyId?: number; session?: string; ttlMinutes?: number; place?: Partial<Place> } = {},
  rotations = 0,
): Grant {
  const { proxyId = 1, session = 'main', ttlMinutes = 0 } = more;
  const credential = createCredential({
    ...{ proxyId, kind: 'residential' },
    rotations: new Map([[session, rotations]]),
  });
  return {
    account: new ProxyAccount(credential, 0),
    digest: credential.digest,
    ...{ session, ttlMinutes, place: { ...ANY, ...more.place } },
  } as Grant;
}

function open(exits: Exit[], clock = { now: 0 }) {
  const directory = new ExitDirectory(() => clock.now);
  directory.replace(exits);
  return { directory, selector: new ExitSelector(directory, () => clock.now), clock };
}

const parse = (dialect: string, selector: ExitSelector, asked: Grant) => {
  const { upstream } = selector.choose(asked);
  return parseCredentials(dialect, upstream?.username ?? '', upstream?.password ?? '');
};

describe('A network among the exits', () => {
  it('gets the place, the session and the TTL in the words of its provider', () => {
    const { selector } = open([createNetwork(1)]);
    const asked = grant({ ttlMinutes: 30, place: { country: 'de', city: 'new_york' } });
    expect(parse('evomi', selector, asked)).toMatchObject({
      ...{ account: 'login1', country: 'DE', city: 'new.york', ttl: '30' },
      session: expect.stringMatching(/^\w{10}$/) as string,
    });
  });

  it('is asked for the AS number of a provider only where it is used for that', () => {
    const place = { country: 'us', isp: 'as21928' };
    const asked = grant({ ttlMinutes: -1, place });
    for (const [dialect, expected] of [
      ['evomi', ':secret_country-US_asn-AS21928'],
      ['dataimpulse', '__cr.us;asn.21928:secret'],
      ['geonode', '-country-US-asn-21928:secret'],
    ] as const) {
      const { selector } = open([createNetwork(1, { dialect, asn: true })]);
      const { upstream } = selector.choose(asked);
      expect(`${upstream?.username}:${upstream?.password}`).toBe(`login1${expected}`);
    }
    // Its templates have a word for the name of a provider only.
    for (const other of [createNetwork(1), createNetwork(1, { dialect: 'iproyal', asn: true })])
      expect(() => open([other]).selector.choose(asked)).toThrow(
        expect.objectContaining({ reason: 'NO_EXIT' }),
      );
  });

  it('gets no session for a new address per connection', () => {
    const { selector } = open([createNetwork(1)]);
    expect(parse('evomi', selector, grant({ ttlMinutes: -1 }))).toMatchObject({
      session: undefined,
      ttl: undefined,
    });
  });

  it('gets the same session of every gateway, another after a rotation, a window and in another place', () => {
    const sessionOf = (asked: Grant, now = 0) =>
      parse('netnut', open([createNetwork(1, { dialect: 'netnut' })], { now }).selector, asked)
        ?.session;
    const timed = grant({ ttlMinutes: 10 });
    const all = [
      sessionOf(timed),
      sessionOf(timed, 10 * MINUTE),
      sessionOf(grant({ ttlMinutes: 10 }, 2)),
      sessionOf(grant({ ttlMinutes: 10, session: 'other' })),
      sessionOf(grant({ ttlMinutes: 10, proxyId: 2 })),
      sessionOf(grant({ ttlMinutes: 10, place: { country: 'de' } })),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(sessionOf(timed)).toBe(all[0]);
  });

  it('is used for its countries and the places that its provider has words for, and no others', () => {
    const { selector } = open([
      createNetwork(1, { countries: ['de', 'fr'] }),
      createNetwork(2, { dialect: 'geonode', countries: ['it'], city: true }),
    ]);
    const choose = (place: Partial<Place>) => () => selector.choose(grant({ place })).exit.id;
    expect(choose({ country: 'fr' })()).toBe(-1);
    expect(choose({ country: 'fr', city: 'paris' })()).toBe(-1);
    expect(choose({ country: 'it' })()).toBe(-2);
    expect(choose({ country: 'it', city: 'rome' })).toThrow('No exit is available');
    expect(choose({ country: 'fr', region: 'brittany' })).toThrow('No exit is available');
    expect(choose({ country: 'gb' })).toThrow('No exit is available');
  });

  it('gets one of its countries when any will do, the same for a session', () => {
    const { selector } = open([createNetwork(1, { countries: ['de', 'fr'] })]);
    const countryOf = (session: string) => parse('evomi', selector, grant({ session }))?.country;
    const all = Array.from({ length: 30 }, (_, i) => countryOf(`s${i}`));
    expect(new Set(all)).toEqual(new Set(['DE', 'FR']));
    expect(all).toEqual(Array.from({ length: 30 }, (_, i) => countryOf(`s${i}`)));
  });

  it.each([
    ['sticky sessions', 0, 0],
    ['rotated sessions', 0, 1],
    ['timed sessions', 10, 0],
    ['connections with an address each', -1, 0],
  ])('shares %s with local exits by weight', (_, ttlMinutes, rotations) => {
    const { selector } = open([createNetwork(1, { weight: 3 }), createExit(1, { country: 'ng' })]);
    const ids = Array.from(
      { length: 2_000 },
      (__, i) =>
        selector.choose(grant({ session: `s${i}`, proxyId: i, ttlMinutes }, rotations)).exit.id,
    );
    // Three quarters, and a rotation leaves the local exit, which has one address, always.
    const share = ids.filter((id) => id === -1).length / ids.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(rotations ? 1 : 0.8);
  });

  it('is drawn by weight also by one proxy that changes its address per connection', () => {
    const { selector } = open([createNetwork(1, { weight: 9 }), createExit(1, { country: 'ng' })]);
    const draws = Array.from(
      { length: 2_000 },
      () => selector.choose(grant({ ttlMinutes: -1 })).exit.id,
    );
    const local = draws.filter((id) => id === 1).length / draws.length;
    expect(local).toBeGreaterThan(0.05);
    expect(local).toBeLessThan(0.13);
    expect(draws.some((id, i) => id === 1 && draws[i + 1] === 1)).toBe(false);
  });

  it('rests in the place where it failed only', () => {
    const { selector, directory } = open([createNetwork(1, { weight: 1000 }), createNetwork(2)]);
    const at = (country: string) => grant({ place: { country } });
    const place = { ...ANY, country: 'de' };
    expect([selector.choose(at('de')).exit.id, selector.choose(at('fr')).exit.id]).toEqual([
      -1, -1,
    ]);
    directory.trip(-1, place);
    expect([selector.choose(at('de')).exit.id, selector.choose(at('fr')).exit.id]).toEqual([
      -2, -1,
    ]);
  });

  it('is tried by one connection at a time once its rest is over', () => {
    const { selector, directory, clock } = open([
      createNetwork(1, { weight: 1_000_000 }),
      createNetwork(2),
    ]);
    const place = { ...ANY, country: 'de' };
    const choose = () => selector.choose(grant({ place: { country: 'de' } })).exit.id;
    directory.trip(-1);
    clock.now = 29_999;
    expect(choose()).toBe(-2);
    clock.now = 30_000;
    expect(choose()).toBe(-1);
    directory.recordAttempt(-1, place);
    expect(choose()).toBe(-2);
    directory.trip(-1);
    clock.now = 59_999;
    expect(choose()).toBe(-2);
    clock.now = 60_000;
    expect(choose()).toBe(-1);
    directory.recordAttempt(-1, place);
    expect(choose()).toBe(-2);
    directory.recordSuccess(-1, place, 10);
    expect(choose()).toBe(-1);
    directory.recordAttempt(-1, place);
    expect(choose()).toBe(-1);
  });

  it('is tried again when nothing became known of the first that tried it', () => {
    const { selector, directory, clock } = open([
      createNetwork(1, { weight: 1_000_000 }),
      createNetwork(2),
    ]);
    const choose = () => selector.choose(grant()).exit.id;
    directory.trip(-1);
    clock.now = 30_000;
    expect(choose()).toBe(-1);
    directory.recordAttempt(-1, ANY);
    clock.now = 39_999;
    expect(choose()).toBe(-2);
    clock.now = 40_000;
    expect(choose()).toBe(-1);
  });

  it.each([
    ['half of its connections fail', 3, 3, true],
    ['fewer than half fail', 2, 3, false],
    ['too few are known', 4, 0, false],
  ])('in a place where %s: %i of it and %i others', (_, failures, others, rests) => {
    const { directory } = open([createNetwork(1), createNetwork(2)]);
    const place = { ...ANY, country: 'de' };
    // With a failure first, before which nothing is counted.
    directory.recordError(-1, place);
    for (let i = 0; i < others; i++) directory.recordSuccess(-1, place, 10);
    for (let i = 1; i < failures; i++) directory.recordError(-1, place);
    expect(directory.isOpen(-1, place)).toBe(rests);
    expect(directory.isOpen(-1, ANY)).toBe(false);
  });

  it('rests where it has become slow, and is not blamed for what was long ago', () => {
    const { directory, clock } = open([createNetwork(1), createNetwork(2)]);
    for (let i = 0; i < 4; i++) directory.recordSuccess(-1, ANY, 6_000);
    clock.now = 30_001;
    directory.recordSuccess(-1, ANY, 6_000);
    expect(directory.isOpen(-1, ANY)).toBe(false);
    for (let i = 0; i < 4; i++) directory.recordSuccess(-1, ANY, 6_000);
    expect(directory.isOpen(-1, ANY)).toBe(true);
  });

  it('remembers a bounded number of places, which come from user names', () => {
    const { directory } = open([createNetwork(1)]);
    const find = (city: string) => directory.find('residential', { ...ANY, city });
    const first = find('city0');
    expect(find('city0')).toBe(first);
    for (let i = 1; i <= 5_000; i++) find(`city${i}`);
    expect(find('city0')).not.toBe(first);
  });
});

describe('servesPlace', () => {
  const { network } = createNetwork(1, { countries: ['de'], city: false });

  it('should serve what the provider has words for', () => {
    expect(servesPlace(network!, { ...ANY, country: 'de' })).toBe(true);
    expect(servesPlace(network!, { ...ANY, country: 'fr' })).toBe(false);
    expect(servesPlace(network!, { ...ANY, country: 'de', city: 'berlin' })).toBe(false);
  });

  it('should not take a mistake for a place that is not served', () => {
    const render = () => {
      throw new TypeError('a mistake');
    };
    const broken = { ...network!, account: { render } as unknown as UpstreamNetwork };
    expect(() => servesPlace(broken, ANY)).toThrow('a mistake');
  });
});

describe('A network at a random place', () => {
  const choose = (network: Exit, place: Partial<Place> = {}) => {
    const directory = new ExitDirectory();
    directory.replace([network]);
    const { account, ...asked } = grant({ place });
    const credential = { ...account.credential, reach: { countries: { us: 0 }, others: 255 } };
    const limited = { ...asked, account: new ProxyAccount(credential, 0) };
    try {
      return new ExitSelector(directory).choose(limited).exit.id;
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };

  it('is used where all its countries are reached, and for no part that only a username names', () => {
    expect(choose(createNetwork(1))).toBe(-1);
    expect(choose(createNetwork(1, { countries: ['ng', 'gh'] }))).toBe(-1);
    expect(choose(createNetwork(1, { countries: ['ng', 'us'] }))).toBe('NO_EXIT');
    expect(choose(createNetwork(1), { city: 'ashburn' })).toBe('NO_EXIT');
    expect(choose(createNetwork(1), { country: 'ng', city: 'lagos' })).toBe(-1);
  });
});
