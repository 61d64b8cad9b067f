import { datacenterProxy, proxy } from '@/testing/samples';
import { canAddTraffic, getNewEnd, getRenewableUntil, getTrafficAfter } from './extension';

const END = '2026-12-01T10:00:00.000Z';
const DAY = 86_400_000;
const at = (days: number) => new Date(END).getTime() + days * DAY;
const expired = { is_expired: true, status: 'expired', expires_at: END } as const;

describe('extensions of a proxy', () => {
  it('should tell until when an expired proxy can be renewed, where the server would', () => {
    expect(getRenewableUntil(proxy(expired))).toBe('2026-12-31T10:00:00.000Z');
    expect(getRenewableUntil(proxy({ ...expired, can_renew: false }))).toBeNull();
    expect(getRenewableUntil(proxy())).toBeNull();
  });

  it('should not add traffic to a suspended proxy, one without a limit or one past its end', () => {
    expect(canAddTraffic(proxy({ status: 'suspended' }))).toBe(false);
    expect(canAddTraffic(datacenterProxy())).toBe(false);
    expect(canAddTraffic(proxy(expired))).toBe(false);
    expect(canAddTraffic(proxy())).toBe(true);
  });

  it('should count the period from the end, or from now when the proxy has expired', () => {
    expect(getNewEnd(proxy({ expires_at: END }), 30, at(-5))).toBe('2026-12-31T10:00:00.000Z');
    expect(getNewEnd(proxy(expired), 30, at(2))).toBe('2027-01-02T10:00:00.000Z');
  });

  it('should add the traffic to what is left', () => {
    expect(getTrafficAfter(proxy(), { gigabytes: 5 })).toBe('8.75');
    expect(getTrafficAfter(datacenterProxy(), { duration_minutes: 43_200 })).toBeNull();
  });
});
