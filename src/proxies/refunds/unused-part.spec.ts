import type { PurchaseRequest } from '../orders/order.entity';
import { calculateUnused, type RefundableProxy } from './unused-part';

const NOW = new Date('2026-11-22T12:00:00Z');
const GB = 2n ** 30n;
const DAY_MINUTES = 1440;

const pool = { type: 'residential_ipv4', gigabytes: 1 } as PurchaseRequest;
const datacenter = {
  type: 'individual_ipv4',
  durationMinutes: 30 * DAY_MINUTES,
} as PurchaseRequest;

const proxy = (change: Partial<RefundableProxy> & { minutes?: number } = {}): RefundableProxy => {
  const { minutes = DAY_MINUTES, ...columns } = change;
  return {
    priceKobo: 300_000n,
    limitBytes: null,
    usedBytes: 0n,
    expiresAt: new Date(NOW.getTime() + minutes * 60_000),
    ...columns,
  };
};
const naira = (request: PurchaseRequest, ...proxies: RefundableProxy[]) =>
  calculateUnused(request, proxies, NOW).toDecimalString();

describe('The unused part of an order', () => {
  it.each([
    [0n, '3000.00'],
    [GB / 2n, '1500.00'],
    [GB / 3n, '2000.00'],
    [GB, '0.00'],
    [GB + 1n, '0.00'],
    [2n * GB, '0.00'],
  ])('counts the traffic of a pool proxy that has used %s bytes', (usedBytes, expected) => {
    expect(naira(pool, proxy({ limitBytes: GB, usedBytes }))).toBe(expected);
  });

  it.each([
    [30 * DAY_MINUTES, '3000.00'],
    [60 * DAY_MINUTES, '3000.00'],
    [10 * DAY_MINUTES, '1000.00'],
    [10 * DAY_MINUTES - 1, '999.00'],
    [0.9, '0.00'],
    [0, '0.00'],
    [-5, '0.00'],
  ])('counts the whole minutes of a datacenter proxy, %s of them', (minutes, expected) => {
    expect(naira(datacenter, proxy({ minutes }))).toBe(expected);
  });

  it('counts no more traffic than the order bought', () => {
    expect(naira(pool, proxy({ limitBytes: 3n * GB, usedBytes: GB }))).toBe('3000.00');
    expect(naira(pool, proxy({ limitBytes: 2n * GB, usedBytes: GB + GB / 2n }))).toBe('1500.00');
  });

  it('is nothing for expired traffic and for no proxy', () => {
    expect(naira(pool, proxy({ limitBytes: GB, minutes: 0 }))).toBe('0.00');
    expect(naira(pool)).toBe('0.00');
  });

  it('is rounded down once for all proxies of the order', () => {
    const half = proxy({ priceKobo: 150n, minutes: 15 * DAY_MINUTES });
    expect(naira(datacenter, half, half, half)).toBe('2.00');
    expect(naira(datacenter, half)).toBe('0.00');
  });
});
