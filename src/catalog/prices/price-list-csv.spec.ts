import { NO_PRICES } from './price-list.entity';
import type { PriceListDto } from './price-list.dto';
import { readPriceCsv, toPriceCsv } from './price-list-csv';

const list: PriceListDto = {
  ...NO_PRICES,
  residential: {
    packages: [
      {
        ...{ gigabytes: 5, validity_days: 60, usd: 14.5, naira: undefined, on_sale: true },
        overrides: [
          { country: 'ng', group: undefined, usd: undefined, naira: 20_000, on_sale: false },
          { country: undefined, group: 'West, Africa', usd: 3, naira: undefined, on_sale: true },
        ],
      },
    ],
    surcharge_percent: { region: 1, city: 2, isp: 3 },
  },
  datacenter: {
    periods: [
      {
        ...{ duration_minutes: 43_200, usd: 2, naira: undefined, on_sale: true, cost_usd: 1.25 },
        overrides: [],
      },
    ],
    tiers: [{ from: 10, percent_off: 5 }],
  },
};

describe('price list as CSV', () => {
  it('should come back as it was written', () => {
    expect(readPriceCsv(toPriceCsv(list), { ...list, mobile: NO_PRICES.mobile })).toEqual(list);
  });

  it('should keep what the file says nothing about', () => {
    const read = readPriceCsv('product,days,naira\ndatacenter,30,900\n', list) as PriceListDto;
    expect(read.datacenter).toMatchObject({
      tiers: list.datacenter.tiers,
      periods: [{ duration_minutes: 43_200, naira: 900, on_sale: true, overrides: [] }],
    });
    expect(read.residential).toEqual({ ...list.residential, packages: [] });
  });

  it.each([
    ['product,gigabytes,usd\nfibre,1,2', 'Row 2: the product must be'],
    ['product,gigabytes,usd\nmobile,,2', 'Row 2: gigabytes is missing'],
    ['product,gigabytes,usd\nmobile,1,$2', 'Row 2: usd must be a number'],
    ['product,gigabytes,usd,country\nmobile,1,2,ng', 'Row 2: it follows the row'],
    ['product,gigabytes,usd,on_sale\nmobile,1,2,maybe', 'Row 2: on_sale must be yes or no'],
    ['size,price\n1,2', 'The first line must name the columns'],
  ])('should say what is wrong with %j', (text, sentence) => {
    expect(readPriceCsv(text, list)).toEqual([expect.stringContaining(sentence)]);
  });
});
