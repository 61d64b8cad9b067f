import { reachesPlace } from '../../common/gateway/place-reach';
import { NO_PRICES, type PriceBook } from './price-list.entity';
import type { PriceListDto, TrafficPackageDto } from './price-list.dto';
import {
  findLocalPrice,
  findReach,
  getCustomerRate,
  getTierDiscount,
  priceAddress,
  pricePackages,
  priceSizes,
  priceTraffic,
  toPrice,
} from './price-calculation';

const offer = (more: Partial<TrafficPackageDto> = {}): TrafficPackageDto => ({
  ...{ gigabytes: 1, validity_days: 30, on_sale: true, usd: 3.1, overrides: [] },
  ...more,
});
const terms = { exchangeRate: 1600, markupPercent: 0 };
const toBook = (list: Partial<PriceListDto>): PriceBook => ({
  ...{ version: 1, terms },
  list: { ...NO_PRICES, ...list },
});
const residential = (packages: TrafficPackageDto[], percent = { region: 0, city: 0, isp: 0 }) =>
  toBook({ residential: { packages, surcharge_percent: percent } });
const GROUPS = [
  { name: 'West', countries: ['ng', 'gh'] },
  { name: 'Large', countries: ['ng', 'us'] },
];

describe('findLocalPrice', () => {
  const price = offer({
    overrides: [
      { group: 'Large', naira: 3, on_sale: true },
      { group: 'West', naira: 2, on_sale: false },
      { country: 'gh', naira: 1, on_sale: true },
    ],
  });

  it.each([
    ['gh', 1, true],
    ['ng', 3, true],
    ['us', 3, true],
    ['de', undefined, true],
    ['zz', undefined, true],
  ])('should find the price in %s', (country, naira, isOnSale) => {
    const local = findLocalPrice(price, country, GROUPS);
    expect([local.tag.naira, local.isOnSale]).toEqual([naira, isOnSale]);
  });

  it('should sell what is off sale by default only where a country or group has it on sale', () => {
    const offSale = { ...price, on_sale: false };
    expect(
      ['gh', 'us', 'de', 'zz'].map((code) => findLocalPrice(offSale, code, GROUPS).isOnSale),
    ).toEqual([true, true, false, false]);
  });

  it('should keep the cost of the period where a country has none', () => {
    const period = {
      ...{ duration_minutes: 43_200, on_sale: true, naira: 900, cost_usd: 1 },
      overrides: [
        { country: 'ng', naira: 800, on_sale: true },
        { country: 'gh', naira: 800, on_sale: true, cost_usd: 2 },
      ],
    };
    expect(['ng', 'gh', 'de'].map((code) => findLocalPrice(period, code, []).costUsd)).toEqual([
      1, 2, 1,
    ]);
  });
});

describe('toPrice', () => {
  it.each([
    [{ usd: 3.1 }, [], 4960],
    [{ usd: 0.000001 }, [], 1],
    [{ usd: 0.0003125 }, [], 1],
    [{ usd: 0.0009375 }, [], 2],
    [{ naira: 4999 }, [], 4999],
    [{ naira: 4999 }, [10, -10], 4949],
    [{ naira: 1 }, [-99], 1],
    [{ naira: 5 }, [10], 6],
  ])('should convert %j with adjustments %j to %d naira', (tag, adjustments, naira) => {
    expect(toPrice(tag, terms, adjustments).toNaira()).toBe(naira);
  });

  it('should mark up dollars, not naira', () => {
    const marked = { ...terms, markupPercent: 12.5 };
    expect(toPrice({ usd: 10 }, marked).toNaira()).toBe(18_000);
    expect(toPrice({ naira: 10 }, marked).toNaira()).toBe(10);
  });
});

describe('pricePackages', () => {
  it('should keep the order of the list and leave out what is not on sale', () => {
    const book = residential([
      offer({ gigabytes: 5, naira: 5, usd: undefined }),
      offer({ gigabytes: 2, on_sale: false }),
      offer({ gigabytes: 1, naira: 1, usd: undefined }),
    ]);
    const packages = pricePackages(book, 'residential', { country: 'ng' });
    expect(packages.map(({ gigabytes }) => gigabytes)).toEqual([5, 1]);
    expect(pricePackages(book, 'mobile', { country: 'ng' })).toEqual([]);
  });

  it('should add the surcharge of each chosen part, one after the other', () => {
    const book = residential([offer({ naira: 1000, usd: undefined })], {
      ...{ region: 10, city: 20, isp: 30 },
    });
    const price = (place: object) =>
      pricePackages(book, 'residential', { country: 'ng', ...place })[0]!.price.toNaira();
    expect(price({})).toBe(1000);
    expect(price({ region: null, city: null, isp: null })).toBe(1000);
    expect(price({ region: 'lagos' })).toBe(1100);
    expect(price({ region: 'lagos', city: 'ikeja' })).toBe(1320);
    expect(price({ isp: 'mtn' })).toBe(1300);
  });
});

describe('findReach', () => {
  const naira = (price: number, onSale = true) => ({ naira: price, on_sale: onSale });
  const { list, ...more } = residential(
    [
      offer({
        ...{ naira: 1000, usd: undefined },
        overrides: [
          { country: 'us', ...naira(10_000) },
          { country: 'gh', ...naira(500) },
          { country: 'de', ...naira(100, false) },
          { group: 'West', ...naira(1200) },
        ],
      }),
    ],
    { region: 0, city: 20, isp: 200 },
  );
  const book = { ...more, list: { ...list, groups: GROUPS } };
  const reach = (place: object) => findReach(book, 'residential', 1, { country: 'fr', ...place });
  const reaches = (from: object, to: object) => reachesPlace(reach(from), { country: 'fr', ...to });

  it.each([
    [{}, {}, true],
    [{}, { country: 'zz' }, true],
    [{}, { country: 'jp', region: 'tokyo' }, true],
    [{}, { country: 'us' }, false],
    [{}, { country: 'ng' }, false],
    [{}, { country: 'de' }, false],
    [{}, { city: 'paris' }, false],
    [{}, { country: 'gh', city: 'accra' }, true],
    [{}, { country: 'gh', city: 'accra', isp: 'mtn' }, false],
    [{ city: 'paris' }, { country: 'ng' }, true],
    [{ city: 'paris' }, { city: 'nice' }, true],
    [{ city: 'paris' }, { country: 'us' }, false],
    [{ country: 'us' }, { city: 'paris', isp: 'orange' }, true],
    [{ country: 'de' }, { country: 'de' }, false],
  ])('should tell whether traffic of %j reaches %j: %s', (from, to, expected) => {
    expect(reaches(from, to)).toBe(expected);
  });

  it('should list only the countries that differ', () => {
    expect(reach({ country: 'us' })).toEqual({ countries: { de: 0, us: 3 }, others: 255 });
  });

  it('should price another size like the next smaller one, and reach what that reaches', () => {
    const place = { country: 'fr', city: 'nice' };
    const sizes = priceSizes(book, 'residential', place, [1, 3], 7);
    expect([...sizes!.prices.values()].map((price) => price.toNaira())).toEqual([1200, 3600]);
    expect(sizes!.reach).toEqual(reach(place));
    expect(priceSizes(book, 'residential', { country: 'de' }, [1])).toBeNull();
  });

  it('should price less than the smallest package like a part of it, and reach that place only', () => {
    const large = residential([offer({ gigabytes: 3, naira: 1000, usd: undefined })]);
    const sizes = priceSizes(large, 'residential', { country: 'fr', city: 'nice' }, [1], 7);
    expect([...sizes!.prices.values()].map((price) => price.toNaira())).toEqual([333]);
    expect(sizes!.reach).toEqual({ countries: { fr: 4 }, others: 0 });
  });
});

describe('priceTraffic', () => {
  const naira = (price: number) => ({ naira: price, usd: undefined });
  const book = residential(
    [
      offer({ gigabytes: 10, ...naira(4000) }),
      offer({ gigabytes: 2, validity_days: 7, ...naira(999) }),
      offer({ gigabytes: 5, ...naira(2200), on_sale: false }),
      offer({ gigabytes: 2000, ...naira(600_000) }),
    ],
    { region: 10, city: 0, isp: 0 },
  );
  const price = (gigabytes: number, place: object = {}) => {
    const found = priceTraffic(book, 'residential', gigabytes, { country: 'ng', ...place });
    return found && [found.price.toNaira(), found.validityDays];
  };

  it.each([
    [1, null],
    [2, [999, 7]],
    [3, [1499, 7]],
    [9, [4496, 7]],
    [10, [4000, 30]],
    [11, [4400, 30]],
    [1000, [400_000, 30]],
    [1001, null],
    [1999, null],
    [2000, [600_000, 30]],
    [2001, null],
  ])(
    'should price %d GB at the price per GB of the next smaller package',
    (gigabytes, expected) => {
      expect(price(gigabytes)).toEqual(expected);
    },
  );

  it('should cost what the package costs in that place, as many times', () => {
    expect(price(3, { region: 'lagos' })).toEqual([1649, 7]);
    expect(
      pricePackages(book, 'residential', { country: 'ng', region: 'lagos' })[1]!.price,
    ).toEqual(priceTraffic(book, 'residential', 2, { country: 'ng', region: 'lagos' })!.price);
  });
});

describe('discounts', () => {
  const customers = [
    { user_id: 7, percent_off: 5, product: null },
    { user_id: 7, percent_off: 20, product: 'mobile' as const },
    { user_id: 8, percent_off: 30, product: null },
  ];
  const tiers = [
    { from: 50, percent_off: 8 },
    { from: 10, percent_off: 10 },
  ];
  const list: PriceListDto = { ...NO_PRICES, customers, datacenter: { periods: [], tiers } };

  it.each([
    [7, 'mobile', 20],
    [7, 'residential', 5],
    [8, 'datacenter', 30],
    [9, 'mobile', 0],
    [undefined, 'mobile', 0],
  ] as const)('should give customer %s for %s %d percent', (user, product, percent) => {
    expect(getCustomerRate(list, product, user)).toBe(percent);
  });

  it('should count the tier with the largest quantity that the order reaches', () => {
    expect([1, 9, 10, 49, 50, 1000].map((quantity) => getTierDiscount(list, quantity))).toEqual([
      0, 0, 10, 10, 8, 8,
    ]);
  });

  it('should price an address of an order once, with tier and rate', () => {
    const period = {
      ...{ duration_minutes: 43_200, on_sale: true, naira: 999 },
      overrides: [{ country: 'gh', naira: 500, on_sale: false }],
    };
    const book = toBook({ customers, datacenter: { periods: [period], tiers } });
    const price = (country: string, order = {}) =>
      priceAddress(book, country, 43_200, order)?.toNaira() ?? null;
    expect(price('ng')).toBe(999);
    expect(price('ng', { quantity: 10 })).toBe(899);
    expect(price('ng', { quantity: 10, userId: 8 })).toBe(629);
    expect(price('gh')).toBeNull();
    expect(priceAddress(book, 'ng', 86_400)).toBeNull();
  });
});
