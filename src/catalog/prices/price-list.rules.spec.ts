import { NO_PRICES } from './price-list.entity';
import type { PriceListDto } from './price-list.dto';
import { findContradictions } from './price-list.rules';

const offer = { gigabytes: 1, validity_days: 30, on_sale: true, usd: 3, overrides: [] };
const withPackages = (packages: object[], more: Partial<PriceListDto> = {}) =>
  ({ ...NO_PRICES, mobile: { ...NO_PRICES.mobile, packages }, ...more }) as PriceListDto;
const withOverrides = (...overrides: object[]) => withPackages([{ ...offer, overrides }]);
const paths = (list: PriceListDto) => Object.keys(findContradictions(list));

describe('findContradictions', () => {
  it('should find nothing in a list that is in order', () => {
    const list = withOverrides(
      { country: 'ng', naira: 1, on_sale: true },
      { country: 'gh', naira: 1, on_sale: true },
    );
    expect(findContradictions(list)).toEqual({});
  });

  it.each([
    [withPackages([offer, offer]), 'mobile.packages.1.gigabytes'],
    [withPackages([{ ...offer, naira: 1 }]), 'mobile.packages.0.usd'],
    [withPackages([{ ...offer, usd: undefined }]), 'mobile.packages.0.usd'],
    [withOverrides({ usd: 1, on_sale: true }), 'mobile.packages.0.overrides.0.country'],
    [withOverrides({ group: 'No', usd: 1 }), 'mobile.packages.0.overrides.0.group'],
    [
      withOverrides({ country: 'ng', usd: 1 }, { country: 'ng', usd: 2 }),
      'mobile.packages.0.overrides.1.country',
    ],
    [
      { ...NO_PRICES, groups: [0, 1].map(() => ({ name: 'A', countries: ['ng'] })) },
      'groups.1.name',
    ],
    [
      {
        ...NO_PRICES,
        customers: [0, 1].map(() => ({ user_id: 1, percent_off: 1, product: null })),
      },
      'customers.1.user_id',
    ],
    [
      {
        ...NO_PRICES,
        datacenter: { periods: [], tiers: [0, 1].map(() => ({ from: 2, percent_off: 1 })) },
      },
      'datacenter.tiers.1.from',
    ],
  ])('should name what contradicts itself: %#', (list, path) => {
    expect(paths(list)).toEqual([path]);
  });
});
