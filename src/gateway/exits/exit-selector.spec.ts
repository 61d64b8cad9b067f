import fc from 'fast-check';
import { MINUTE } from '../../common/time/clock';
import { createCredential } from '../../../test/support/credential';
import { createExit as exit } from '../../../test/support/exit';
import type { Grant } from '../auth/gateway-authenticator';
import type { Credential } from '../auth/credential';
import { ProxyAccount } from '../meter/proxy-account';
import type { Exit } from './exit';
import { ExitDirectory } from './exit-directory';
import { ExitSelector } from './exit-selector';

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

    it('draws the others by weight', () => {
      const { selector } = selectorOver([
        exit(1, { weight: 6 }),
        exit(2, { weight: 3 }),
        exit(3, { weight: 1 }),
      ]);
      const ids = Array.from(
        { length: 20_000 },
        () => selector.choose(grant({ ttlMinutes: -1 })).exit.id,
      );
      const after2 = ids.filter((_, i) => ids[i - 1] === 2);
      expect(after2.filter((id) => id === 1).length / after2.length).toBeCloseTo(6 / 7, 1);
      expect(after2).not.toContain(2);
      expect(new Set(ids).size).toBe(3);
    });

    it('keeps the only exit', () => {
      const { selector } = selectorOver([exit(1)]);
      expect(selector.choose(grant({ ttlMinutes: -1 })).exit.id).toBe(1);
      expect(selector.choose(grant({ ttlMinutes: -1 })).exit.id).toBe(1);
    });
  });

  describe('with ttl of n minutes', () => {
    it('changes every n minutes, to another exit and another upstream session', () => {
      const clock = { now: 1_700_000_000_000 };
      for (const exits of [many, many.slice(0, 3), many.slice(0, 2)]) {
        const { selector } = selectorOver(exits, clock);
        const seen = Array.from({ length: 400 }, () => {
          clock.now += MINUTE;
          return selector.choose(grant({ ttlMinutes: 5 }));
        });
        const changes = seen.flatMap((choice, i) =>
          i > 0 && choice.stickyToken !== seen[i - 1]?.stickyToken ? [i] : [],
        );
        expect(changes.slice(1).map((at, i) => at - (changes[i] ?? 0))).toEqual(
          Array.from({ length: changes.length - 1 }, () => 5),
        );
        for (const at of changes) expect(seen[at]?.exit.id).not.toBe(seen[at - 1]?.exit.id);
        const ids = new Set(seen.map(({ exit: { id } }) => id));
        expect(ids.size).toBeGreaterThanOrEqual(Math.min(exits.length, 25));
      }
    });

    it('keeps the only exit and changes the upstream session', () => {
      const clock = { now: 0 };
      const { selector } = selectorOver([exit(1)], clock);
      const first = selector.choose(grant({ ttlMinutes: 5 }));
      clock.now += 5 * MINUTE;
      const second = selector.choose(grant({ ttlMinutes: 5 }));
      expect(second.exit.id).toBe(first.exit.id);
      expect(second.stickyToken).not.toBe(first.stickyToken);
    });

    it('spreads the changes of many sessions over the time', () => {
      const clock = { now: 1_700_000_000_000 };
      const { selector } = selectorOver(many, clock);
      const read = () =>
        Array.from(
          { length: 1_000 },
          (_, i) => selector.choose(grant({ ttlMinutes: 10, session: `s${i}` })).stickyToken,
        );
      let before = read();
      for (let minute = 0; minute < 10; minute++) {
        clock.now += MINUTE;
        const after = read();
        const changed = after.filter((token, i) => token !== before[i]).length;
        expect(changed).toBeGreaterThan(60);
        expect(changed).toBeLessThan(140);
        before = after;
      }
    });

    it('distributes sessions over the exits by weight', () => {
      const { selector } = selectorOver([exit(1, { weight: 5 }), ...many.slice(1, 6)]);
      const ids = Array.from(
        { length: 4_000 },
        (_, i) => selector.choose(grant({ ttlMinutes: 5, session: `s${i}` })).exit.id,
      );
      // Half of the sessions are at an odd step, which avoids the exits of its neighbours.
      const share = ids.filter((id) => id === 1).length / ids.length;
      expect(share).toBeGreaterThan(0.25);
      expect(share).toBeLessThan(0.5);
    });
  });

  describe('on several gateways', () => {
    const arbitraryGrant = fc
      .record({
        proxyId: fc.integer({ min: 1, max: 1_000_000 }),
        session: fc.stringMatching(/^[A-Za-z0-9]{0,32}$/),
        ttlMinutes: fc.constantFrom(0, 1, 2, 5, 10, 1440),
        country: fc.constantFrom('zz', 'ng', 'NG'),
      })
      .map(({ country, ...more }) =>
        grant({
          ...more,
          place: { country: country.toLowerCase(), region: null, city: null, isp: null },
        }),
      );
    const sessions = fc.array(arbitraryGrant, { minLength: 50, maxLength: 50 });
    const instants = fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 });
    const pools = fc
      .integer({ min: 2, max: 60 })
      .map((size) =>
        many
          .concat(Array.from({ length: 10 }, (_, i) => exit(i + 51, { weight: 3 })))
          .slice(0, size),
      );

    it('chooses the same exit and upstream session on each, whatever each has served before', () => {
      fc.assert(
        fc.property(sessions, instants, pools, (grants, at, exits) => {
          const clock = { now: at };
          const [one, two] = [selectorOver(exits, clock), selectorOver(exits, clock)];
          grants.slice(0, 25).forEach((each) => one.selector.choose(each));
          clock.now += 7 * MINUTE;
          const choices = (selector: ExitSelector) =>
            grants.map((each) => {
              const { exit: chosen, stickyToken } = selector.choose(each);
              return [chosen.id, stickyToken];
            });
          expect(choices(one.selector)).toEqual(choices(two.selector));
          const lost = one.selector.choose(grants[0] as Grant).exit.id;
          for (const { directory } of [one, two])
            directory.replace(exits.filter(({ id }) => id !== lost));
          expect(choices(one.selector)).toEqual(choices(two.selector));
          for (const { directory } of [one, two]) directory.replace(exits);
          expect(choices(one.selector)).toEqual(choices(two.selector));
        }),
        { numRuns: 20 },
      );
    });

    it.each([0, 1, 2, 5, 10])(
      'moves only the sessions of an exit that is lost or comes back, with ttl %i',
      (ttlMinutes) => {
        const { selector, directory } = selectorOver(many, { now: 1_700_000_123_456 });
        const read = () =>
          Array.from(
            { length: 1_000 },
            (_, i) => selector.choose(grant({ ttlMinutes, session: `s${i}` })).exit.id,
          );
        const before = read();
        directory.replace(many.filter(({ id }) => id !== 7));
        const after = read();
        const strayed = before.filter((id, i) => id !== 7 && after[i] !== id);
        expect(after).not.toContain(7);
        // With a TTL, a few make way for the exit of the window before or after; see `chooseStep`.
        expect(strayed.length).toBeLessThanOrEqual(ttlMinutes === 0 ? 0 : 5);
        directory.replace(many);
        expect(read()).toEqual(before);
      },
    );

    it.each([0, 5])('moves only the sessions of an exit that rests, with ttl %i', (ttlMinutes) => {
      const { selector, directory } = selectorOver(many, { now: 1_700_000_123_456 });
      const read = () =>
        Array.from(
          { length: 1_000 },
          (_, i) => selector.choose(grant({ ttlMinutes, session: `s${i}` })).exit.id,
        );
      const before = read();
      directory.trip(7);
      const after = read();
      expect(after).not.toContain(7);
      expect(before.filter((id, i) => id !== 7 && after[i] !== id)).toEqual([]);
    });

    it('falls to the same next exit on each gateway that saw the failure, and comes back', () => {
      const clock = { now: 1_700_000_000_000 };
      const gateways = [selectorOver(many, clock), selectorOver(many, clock)];
      const read = () =>
        gateways.map(({ selector }) => selector.choose(grant({ ttlMinutes: 1440 })).exit.id);
      const [first = 0] = read();
      gateways.forEach(({ directory }) => directory.trip(first));
      const [next] = read();
      expect(next).not.toBe(first);
      expect(read()).toEqual([next, next]);
      clock.now += 30_000;
      expect(read()).toEqual([first, first]);
    });

    it.each([0, 5])(
      'follows a rotation to another exit and upstream session, with ttl %i',
      (ttl) => {
        for (const exits of [many, many.slice(0, 3), many.slice(0, 2)]) {
          const of = (rotations: number, session = 'main') =>
            selectorOver(exits).selector.choose(
              grant({
                ttlMinutes: ttl,
                session,
                credential: { rotations: new Map([['main', rotations]]) },
              }),
            );
          for (let i = 0; i < 100; i++) {
            expect(of(i + 1).exit.id).not.toBe(of(i).exit.id);
            expect(of(i + 1).stickyToken).not.toBe(of(i).stickyToken);
          }
          expect(of(9, 'other')).toEqual(of(0, 'other'));
        }
      },
    );

    it.each([0, 5])(
      'gives a session of each place its own upstream session, with ttl %i',
      (ttl) => {
        const exits = [exit(1, { country: 'us' }), exit(2, { country: 'de', city: 'Berlin' })];
        const { selector } = selectorOver(exits);
        const of = (country: string, city: string | null = null) =>
          selector.choose(
            grant({ ttlMinutes: ttl, place: { country, region: null, city, isp: null } }),
          ).stickyToken;
        expect(new Set([of('us'), of('de'), of('de', 'berlin'), of('zz')]).size).toBe(4);
        expect(of('de', 'BERLIN')).toBe(of('de', 'berlin'));
      },
    );
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
    directory.trip(id);
    expect(selector.choose(grant()).exit.id).not.toBe(id);
    clock.now = 31_000;
    expect(selector.choose(grant()).exit.id).toBe(id);
    [1, 2].forEach((each) => directory.trip(each));
    expect(selector.choose(grant()).exit.id).toBe(id);
  });

  it.each([0, 5, -1])(
    'leaves at a random place in no country that the traffic was not sold for, with ttl %d',
    (ttlMinutes) => {
      const dear = [exit(60, { country: 'us' }), exit(61, { country: 'us' })];
      const { selector, directory } = selectorOver([...dear, exit(1), exit(2)]);
      const limited = { reach: { countries: { us: 0 }, others: 255 } };
      const choose = (credential: Partial<Credential>) =>
        Array.from(
          { length: 60 },
          (_, i) =>
            selector.choose(grant({ session: `s${i}`, ttlMinutes, credential })).exit.country,
        );
      expect(new Set(choose({})).size).toBe(2);
      expect(new Set(choose(limited))).toEqual(new Set(['ng']));
      // Not even when those that are reached have failed.
      [1, 2].forEach((id) => directory.trip(id));
      expect(new Set(choose(limited))).toEqual(new Set(['ng']));
      const tried = selector.choose(grant({ ttlMinutes, credential: limited }), new Set([1]));
      expect(tried.exit.id).toBe(2);
      directory.replace(dear);
      expect(() => choose(limited)).toThrow(expect.objectContaining({ reason: 'NO_EXIT' }));
    },
  );

  it('previews what it would choose and until when, unless each request has another exit', () => {
    const clock = { now: 100 * MINUTE };
    const { selector } = selectorOver(many, clock);
    const sticky = grant({ ttlMinutes: 10 });
    const { chosen, until } = selector.preview(sticky);
    clock.now = Math.ceil(until!) - 1;
    expect(selector.choose(sticky).exit).toBe(chosen);
    clock.now += 1;
    expect(selector.choose(sticky).exit).not.toBe(chosen);
    expect(selector.preview(grant({ ttlMinutes: -1 })).chosen).toBeNull();
    expect(() => selectorOver([]).selector.preview(grant())).toThrow('No exit');
  });
});
