import { priceRows } from './landing-data';

describe('landing page price table', () => {
  it('should merge both lists by package size and leave gaps for missing packages', () => {
    const rows = priceRows(
      [
        { traffic: '10', price: 48_000 },
        { traffic: '1', price: 5600 },
      ],
      [
        { traffic: '1', price: 7200 },
        { traffic: '0.5', price: 3800 },
      ],
    );
    expect(rows).toEqual([
      { gigabytes: 0.5, mobile: 3800 },
      { gigabytes: 1, residential: 5600, mobile: 7200 },
      { gigabytes: 10, residential: 48_000 },
    ]);
  });
});
