import { NO_PRICES } from './price-list.entity';
import type { PriceListDto } from './price-list.dto';
import { buildPreview, type NetworkCost } from './price-preview';

const terms = { exchangeRate: 1000, markupPercent: 0 };
const network = (more: Partial<NetworkCost> = {}): NetworkCost => ({
  ...{ kind: 'residential', countries: null, usdMicros: 2_000_000n, bytesPerGb: 2 ** 30 },
  ...{ precisePercent: null, ...more },
});
const list: PriceListDto = {
  ...NO_PRICES,
  residential: {
    packages: [
      {
        ...{ gigabytes: 10, validity_days: 30, naira: 25_000, on_sale: true },
        overrides: [{ group: 'West', naira: 15_000, on_sale: true }],
      },
    ],
    surcharge_percent: { region: 10, city: 50, isp: 50 },
  },
  groups: [{ name: 'West', countries: ['ng'] }],
};
const preview = (costs: NetworkCost[], more: Partial<PriceListDto> = {}) =>
  buildPreview({ ...list, ...more }, terms, costs).map((row) => ({
    ...{ place: row.group ?? row.country, price: row.price },
    ...{ cost: row.cost, margin: row.margin_percent, loses: row.below_cost },
  }));

describe('buildPreview', () => {
  it('should show each price beside the dearest network that serves the place', () => {
    expect(preview([network(), network({ usdMicros: 1n, countries: ['us'] })])).toEqual([
      { place: 'zz', price: 25_000, cost: 20_000, margin: 20, loses: false },
      { place: 'West', price: 15_000, cost: 20_000, margin: -33.3, loses: true },
    ]);
  });

  it('should leave the cost open without a network that serves the place', () => {
    const rows = preview([network({ countries: ['us'] }), network({ kind: 'mobile' })]);
    expect(rows[1]).toMatchObject({ cost: null, margin: null, loses: false });
  });

  it('should count a gigabyte of 10^9 bytes as less than ours', () => {
    expect(preview([network({ bytesPerGb: 1e9 })])[0]!.cost).toBe(21_475);
  });

  it('should find a loss through targeting, and through the largest discount', () => {
    expect(preview([network({ precisePercent: 150 })])[0]!.loses).toBe(true);
    expect(preview([network({ precisePercent: 130 })])[0]!.loses).toBe(false);
    const customers = [{ user_id: 1, percent_off: 21, product: null }];
    expect(preview([network()], { customers })[0]!.loses).toBe(true);
    expect(
      preview([network()], { customers: [{ ...customers[0]!, percent_off: 20 }] })[0]!.loses,
    ).toBe(false);
  });

  it('should not count what is off sale as a loss', () => {
    const packages = list.residential.packages.map((offer) => ({
      ...{ ...offer, on_sale: false },
      overrides: offer.overrides.map((override) => ({ ...override, on_sale: false })),
    }));
    const residential = { ...list.residential, packages };
    expect(preview([network()], { residential }).map((row) => row.loses)).toEqual([false, false]);
  });

  it('should take the cost of an address from the list', () => {
    const periods = [
      {
        ...{ duration_minutes: 43_200, naira: 1000, on_sale: true, cost_usd: 0.9 },
        overrides: [{ country: 'ng', naira: 800, on_sale: true }],
      },
    ];
    const tiers = [{ from: 10, percent_off: 5 }];
    const only = { ...NO_PRICES, groups: [], datacenter: { periods, tiers } };
    expect(preview([], only)).toEqual([
      { place: 'zz', price: 1000, cost: 900, margin: 10, loses: false },
      { place: 'ng', price: 800, cost: 900, margin: -12.5, loses: true },
    ]);
  });
});
