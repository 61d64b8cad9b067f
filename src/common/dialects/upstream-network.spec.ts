import fc from 'fast-check';
import { GRAMMAR_IDS, parseCredentials } from '../../../test/support/backconnect/provider-grammars';
import { UnsupportedFilterError } from './dialect';
import { findDialect } from './dialects';
import { PlaceTable, type ProviderPlace, toPlaceKey, UpstreamNetwork } from './upstream-network';

const USERS: Record<string, string> = {
  bright_data: 'brd-customer-id1-zone-mobile',
  soax: '12345',
};
const LEVELS = ['region', 'city', 'isp'] as const;
const COUNTRIES = ['us', 'de', 'ng'] as const;

/** As people and CSV files spell places; some are the same place. */
const NAMES = ['New York', 'new-york', 'Köln', 'KOLN', 'St. Tropez', 'ny', 'Lagos', 'AS37148'];
/** In letters of their own: no filter of a dialect loses any. */
const providerNames = fc.oneof(
  fc.stringMatching(/^[a-z]{2,12}$/),
  fc.stringMatching(/^as[1-9][0-9]{1,6}$/),
);
const places = fc.array(
  fc.record({
    level: fc.constantFrom(...LEVELS),
    country: fc.constantFrom(...COUNTRIES),
    key: fc.constantFrom(...NAMES).map(toPlaceKey),
    providerName: providerNames,
  }),
  { minLength: 8, maxLength: 60, size: 'max' },
);
const wish = fc.constantFrom(null, null, null, null, null, null, ...NAMES);
const wishes = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  ...{ region: wish, city: wish, isp: wish },
});

/** What the table has for a wish; undefined for what it does not list. */
function find(table: readonly ProviderPlace[], level: string, country: string, name: string) {
  const all = table.filter(
    (one) => one.level === level && one.country === country && one.key === toPlaceKey(name),
  );
  return all.at(-1)?.providerName;
}

const plain = (text?: string | null) => text?.toLowerCase().replace(/[^a-z0-9]/g, '');
const number = (text?: string | null) => plain(text)?.replace(/^as(?=\d)/, '');

describe('A network with lists of places', () => {
  it('renders listed places in the words of the provider, which parses them back, and refuses others', () => {
    let [rendered, refused] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...GRAMMAR_IDS), places, wishes, (id, table, wanted) => {
        const network = new UpstreamNetwork(findDialect(id)!, {
          ...{ username: USERS[id] ?? 'login1', password: 'secret', countries: null },
          targeting: { region: true, city: true, isp: true, asn: true },
          places: new PlaceTable(LEVELS, table),
        });
        const expected = LEVELS.map((level) => {
          const name = wanted[level];
          if (name === null) return null;
          // An AS number needs no list.
          return level === 'isp' && name === 'AS37148'
            ? name
            : find(table, level, wanted.country, name);
        });
        let credentials;
        try {
          credentials = network.render({ ...wanted, session: null, ttlMinutes: -1 });
        } catch (error) {
          if (!(error instanceof UnsupportedFilterError)) throw error;
          refused++;
          return;
        }
        rendered++;
        const parsed = parseCredentials(id, credentials.username, credentials.password);
        expect(parsed).not.toBeNull();
        const [region, city, isp] = expected;
        expect([plain(parsed?.region), plain(parsed?.city), number(parsed?.isp)]).toEqual([
          plain(region ?? undefined),
          plain(city ?? undefined),
          number(isp ?? undefined),
        ]);
        // What is not listed never gets as far as this.
        expect(expected).not.toContain(undefined);
      }),
      { numRuns: 3_000, seed: 42 },
    );
    expect(rendered).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(300);
  });
});
