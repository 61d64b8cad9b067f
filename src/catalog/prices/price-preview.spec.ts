import { NO_PRICES } from './price-list.entity';
import type { PriceListDto } from './price-list.dto';
import { buildPreview, type NetworkCost } from './price-preview';

const terms = { exchangeRate: 1000, markupPercent: 0 };
const network = (more: Partial<NetworkCost> = {}): NetworkCost => ({
  ...{ name: 'Main', kind: 'residential', countries: null, down: [], weight: 1 },
  ...{ usdMicros: 2_000_000n, bytesPerGb: 2 ** 30, precisePercent: null, ...more },
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
  it('should show each price beside what the networks that serve the place cost', () => {
    const local = network({ usdMicros: 1_000_000n, countries: ['us'], weight: 3 });
    expect(preview([network(), local])).toEqual([
      { place: 'zz', price: 25_000, cost: 12_500, margin: 50, loses: false },
      { place: 'West', price: 15_000, cost: 20_000, margin: -33.3, loses: true },
    ]);
  });

  it('should share the cost by weight among the networks in service, and tell of what it is made', () => {
    const cheap = network({ name: 'Cheap', usdMicros: 1_000_000n, weight: 3 });
    const dear = network({ name: 'Dear', usdMicros: 9_000_000n });
    const costs = (...networks: NetworkCost[]) => {
      const [row, group] = buildPreview(list, terms, networks);
      const sources = row!.cost_sources.map((one) => [one.name, one.percent, one.in_service]);
      return { costs: [row!.cost, group!.cost], sources };
    };
    expect(costs(dear, cheap)).toEqual({
      costs: [30_000, 30_000],
      sources: [
        ['Cheap', 75, true],
        ['Dear', 25, true],
      ],
    });
    expect(costs({ ...dear, down: ['*'] }, cheap)).toEqual({
      costs: [10_000, 10_000],
      sources: [
        ['Cheap', 100, true],
        ['Dear', 0, false],
      ],
    });
    // In one country only.
    expect(costs({ ...dear, down: ['ng'] }, cheap).costs).toEqual([30_000, 10_000]);
    // What serves nothing now is what it will cost.
    expect(costs({ ...dear, down: ['*'] })).toEqual({
      costs: [90_000, 90_000],
      sources: [['Dear', 100, false]],
    });
  });

  it('should count every country of a group that is served alike', () => {
    const groups = [{ name: 'West', countries: ['ng', 'gh', 'sn'] }];
    const nigeria = network({ usdMicros: 1_000_000n, countries: ['ng'] });
    const ghana = network({ usdMicros: 3_000_000n, countries: ['gh'] });
    expect(preview([nigeria, ghana], { groups })[1]!.cost).toBe(20_000);
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
