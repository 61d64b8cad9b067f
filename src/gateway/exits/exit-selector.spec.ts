import { createCredential } from '../../../test/support/credential';
import type { Grant } from '../auth/gateway-authenticator';
import type { Credential } from '../auth/credential';
import { ProxyAccount } from '../meter/proxy-account';
import { type Exit, parseUpstreamUrl } from './exit';
import { ExitDirectory } from './exit-directory';
import { ExitSelector } from './exit-selector';

const exit = (id: number, more: Partial<Exit> = {}): Exit => ({
  id,
  kind: 'residential',
  country: 'ng',
  region: null,
  city: null,
  isp: null,
  localAddress: `127.0.0.${id}`,
  upstream: null,
  weight: 1,
  simulated: true,
  ...more,
});

function grant(more: Partial<Grant> & { proxyId?: number; credential?: Partial<Credential> } = {}) {
  const credential = createCredential({
    proxyId: more.proxyId ?? 1,
    kind: 'residential',
    ...more.credential,
  });
  return {
    account: new ProxyAccount(credential, 0),
    digest: credential.digest,
    place: { country: 'zz', region: null, city: null, isp: null },
    session: 'main',
    ttlMinutes: 0,
    ...more,
  } satisfies Grant;
}

function selectorOver(exits: Exit[], clock = { now: 0 }) {
  const directory = new ExitDirectory(() => clock.now);
  directory.replace(exits);
  return { directory, selector: new ExitSelector(directory, () => clock.now) };
}

const many = Array.from({ length: 50 }, (_, i) => exit(i + 1));

describe('ExitSelector', () => {
  describe('with ttl 0 (as long as possible)', () => {
    it('chooses the same exit in every gateway', () => {
      const choose = () => selectorOver(many).selector.choose(grant()).exit.id;
      expect(new Set(Array.from({ length: 20 }, choose)).size).toBe(1);
    });

    it('distributes sessions and proxies over the exits', () => {
      const { selector } = selectorOver(many);
      const of = (proxyId: number, session: string) =>
        selector.choose(grant({ proxyId, session })).exit.id;
      expect(new Set(Array.from({ length: 40 }, (_, i) => of(1, `s${i}`))).size).toBeGreaterThan(
        15,
      );
      expect(new Set(Array.from({ length: 40 }, (_, i) => of(i, 'main'))).size).toBeGreaterThan(15);
    });

    it('moves only the sessions of a removed exit', () => {
      const { selector, directory } = selectorOver(many);
      const all = () =>
        Array.from({ length: 300 }, (_, i) => selector.choose(grant({ session: `s${i}` })).exit.id);
      const before = all();
      directory.replace(many.filter((e) => e.id !== 7));
      const after = all();
      before.forEach((id, i) =>
        id === 7 ? expect(after[i]).not.toBe(7) : expect(after[i]).toBe(id),
      );
      directory.replace(many);
      expect(all()).toEqual(before);
    });

    it('distributes sessions by weight', () => {
      const { selector } = selectorOver([exit(1, { weight: 9 }), exit(2), exit(3, { weight: 0 })]);
      const ids = Array.from(
        { length: 5000 },
        (_, i) => selector.choose(grant({ session: `s${i}` })).exit.id,
      );
      expect(ids.filter((id) => id === 1).length / ids.length).toBeCloseTo(0.9, 1);
      expect(ids).not.toContain(3);
    });
  });

  describe('with ttl -1 (new exit per request)', () => {
    it('never repeats the last exit when there is an alternative', () => {
      const { selector } = selectorOver(many.slice(0, 3));
      let last = 0;
      for (let i = 0; i < 200; i++) {
        const { id } = selector.choose(grant({ ttlMinutes: -1 })).exit;
        expect(id).not.toBe(last);
        last = id;
      }
    });

    it('keeps the only exit', () => {
      const { selector } = selectorOver([exit(1)]);
      expect(selector.choose(grant({ ttlMinutes: -1 })).exit.id).toBe(1);
      expect(selector.choose(grant({ ttlMinutes: -1 })).exit.id).toBe(1);
    });
  });

  describe('with ttl of n minutes', () => {
    it('keeps the exit for the TTL from the first use, then changes it', () => {
      const clock = { now: 1_000 };
      const { selector } = selectorOver(many, clock);
      const choose = () => selector.choose(grant({ ttlMinutes: 5 }));
      const first = choose();
      clock.now += 5 * 60_000 - 1;
      expect(choose()).toEqual(first);
      clock.now += 1;
      const second = choose();
      expect(second.exit.id).not.toBe(first.exit.id);
      expect(second.stickyToken).not.toBe(first.stickyToken);
    });

    it('replaces a removed exit without extending the TTL', () => {
      const clock = { now: 0 };
      const { selector, directory } = selectorOver(many, clock);
      const choose = () => selector.choose(grant({ ttlMinutes: 1 })).exit.id;
      const first = choose();
      directory.replace(many.filter((e) => e.id !== first));
      clock.now = 30_000;
      const second = choose();
      expect(second).not.toBe(first);
      clock.now = 59_999;
      expect(choose()).toBe(second);
      clock.now = 60_000;
      expect(choose()).not.toBe(second);
    });

    it('tracks the TTL per session', () => {
      const { selector } = selectorOver(many);
      const of = (session: string) => selector.choose(grant({ ttlMinutes: 5, session })).exit.id;
      const ids = Array.from({ length: 30 }, (_, i) => of(`s${i}`));
      expect(new Set(ids).size).toBeGreaterThan(8);
      expect(Array.from({ length: 30 }, (_, i) => of(`s${i}`))).toEqual(ids);
    });
  });

  describe('location matching', () => {
    const places = [
      exit(1, { country: 'ng', region: 'lagos', city: 'ikeja', isp: 'mtn' }),
      exit(2, { country: 'ng', region: 'kano' }),
      exit(3, { country: 'gb' }),
      exit(4, { country: 'ng', kind: 'mobile' }),
    ];
    const idsIn = (place: Partial<Grant['place']>) => {
      const { selector } = selectorOver(places);
      const full = { country: 'zz', region: null, city: null, isp: null, ...place };
      const choose = (i: number) =>
        selector.choose(grant({ place: full, session: `s${i}` })).exit.id;
      return [...new Set(Array.from({ length: 60 }, (_, i) => choose(i)))].sort();
    };

    it('matches any exit of the kind for zz', () => expect(idsIn({})).toEqual([1, 2, 3]));
    it('matches exits of the country', () => expect(idsIn({ country: 'ng' })).toEqual([1, 2]));
    it('matches region, city and ISP case-insensitively', () => {
      expect(idsIn({ country: 'ng', region: 'LAGOS', city: 'Ikeja', isp: 'MTN' })).toEqual([1]);
    });
    it('throws NO_EXIT when no exit matches', () => {
      expect(() => idsIn({ country: 'fr' })).toThrow(
        expect.objectContaining({ reason: 'NO_EXIT' }),
      );
      expect(() => idsIn({ country: 'ng', city: 'abuja' })).toThrow(
        expect.objectContaining({ reason: 'NO_EXIT' }),
      );
    });
  });

  it('always uses the address of a dedicated proxy', () => {
    const { selector, directory } = selectorOver([...many, exit(60, { kind: 'datacenter' })]);
    const dedicated = grant({ credential: { exitNodeId: 60, exitAddress: '198.51.100.7' } });
    expect(selector.choose(dedicated)).toMatchObject({
      exit: { id: 60 },
      localAddress: '198.51.100.7',
    });
    directory.replace(many);
    expect(() => selector.choose(dedicated)).toThrow(
      expect.objectContaining({ reason: 'NO_EXIT' }),
    );
  });

  it('avoids an exit that failed recently unless it is the only one', () => {
    const clock = { now: 0 };
    const { selector, directory } = selectorOver(many.slice(0, 2), clock);
    const id = selector.choose(grant()).exit.id;
    directory.reportFailure(id);
    expect(selector.choose(grant()).exit.id).not.toBe(id);
    clock.now = 31_000;
    expect(selector.choose(grant()).exit.id).toBe(id);
    [1, 2].forEach((each) => directory.reportFailure(each));
    expect(selector.choose(grant()).exit.id).toBe(id);
  });
});

describe('parseUpstreamUrl', () => {
  it('parses HTTP and SOCKS5 URLs with credentials', () => {
    expect(parseUpstreamUrl('http://us%40er:p%3Aw@gw.example.com:12321')).toEqual({
      protocol: 'http',
      host: 'gw.example.com',
      port: 12321,
      username: 'us@er',
      password: 'p:w',
    });
    expect(parseUpstreamUrl('socks5h://[2001:db8::1]')).toMatchObject({
      protocol: 'socks5',
      host: '2001:db8::1',
      port: 1080,
      username: '',
    });
  });

  it('omits the secret from its error message', () => {
    for (const text of ['nonsense secret', 'ftp://u:secret@h'])
      expect(() => parseUpstreamUrl(text)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') }),
      );
  });
});
