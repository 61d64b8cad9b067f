import type { DomainError } from '../../common/errors/domain-error';
import {
  listBuckets,
  toUsagePeriod,
  projectEnd,
  rateWindows,
  type UsageInterval,
} from './usage-period';

/** A quarter past midnight on 10 March in Lagos, still the day before in UTC. */
const NOW = new Date('2026-03-09T23:15:00Z');

const periodOf = (interval: UsageInterval, from?: string, to?: string) => {
  const period = toUsagePeriod({ from, to }, interval, NOW);
  const starts = listBuckets(period, interval).map((start) => start.toISOString());
  return { ...period, starts };
};
const refusal = (interval: UsageInterval, from?: string, to?: string) => {
  try {
    periodOf(interval, from, to);
  } catch (error) {
    return Object.keys((error as DomainError).details ?? {});
  }
  return undefined;
};

describe('The period of a report', () => {
  it.each([
    ['hour', 24, '2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'],
    ['day', 30, '2026-02-08T23:00:00.000Z', '2026-03-10T23:00:00.000Z'],
    ['month', 12, '2025-03-31T23:00:00.000Z', '2026-03-31T23:00:00.000Z'],
  ] as const)('ends with the %s of now when nothing is said', (interval, count, from, until) => {
    const { starts, ...period } = periodOf(interval);
    expect(starts).toHaveLength(count);
    expect(starts[0]).toBe(from);
    expect(period).toEqual({ from: new Date(from), until: new Date(until) });
  });

  it('takes days of Lagos, the last included', () => {
    expect(periodOf('day', '2026-02-28', '2026-03-02').starts).toEqual([
      '2026-02-27T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
      '2026-03-01T23:00:00.000Z',
    ]);
    expect(periodOf('hour', '2026-03-01', '2026-03-01').starts).toHaveLength(24);
  });

  it('is widened to whole buckets', () => {
    const [from, to] = ['2026-03-01T10:30:00Z', '2026-03-01T12:00:01+00:00'];
    expect(periodOf('hour', from, to).starts).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
    ]);
    expect(periodOf('hour', from, '2026-03-01T12:00:00Z').starts).toHaveLength(2);
    expect(periodOf('day', from, to).starts).toEqual(['2026-02-28T23:00:00.000Z']);
    expect(periodOf('month', from, to).starts).toEqual(['2026-02-28T23:00:00.000Z']);
  });

  it('of failures begins with a day, or with the hour of a moment', () => {
    const from = (text?: string) =>
      toUsagePeriod({ from: text }, 'day', NOW, 'hour').from.toISOString();
    expect(from()).toBe('2026-02-08T23:00:00.000Z');
    expect(from('2026-03-09T01:23:45Z')).toBe('2026-03-09T01:00:00.000Z');
  });

  it('has months of their own lengths, across years', () => {
    expect(periodOf('month', '2025-11-15', '2026-02-01').starts).toEqual([
      '2025-10-31T23:00:00.000Z',
      '2025-11-30T23:00:00.000Z',
      '2025-12-31T23:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
    ]);
  });

  it.each([
    ['hour', '2026-01-01', '2026-01-31', '2026-02-01'],
    ['day', '2025-01-01', '2026-02-04', '2026-02-05'],
    ['month', '2021-03-01', '2026-02-28', '2026-03-01'],
  ] as const)('by %s has a longest', (interval, from, longest, tooLong) => {
    expect(refusal(interval, from, longest)).toBeUndefined();
    expect(refusal(interval, from, tooLong)).toEqual(['from']);
  });

  it('ends after it begins', () => {
    expect(refusal('day', '2026-03-02', '2026-03-01')).toEqual(['to']);
    expect(refusal('hour', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z')).toEqual(['to']);
    expect(refusal('day', '2026-03-11')).toEqual(['to']);
  });
});

const HALF_PAST_TWELVE = new Date('2026-03-10T12:30:00Z');
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

const project = (more: Partial<Parameters<typeof projectEnd>[0]>) =>
  projectEnd(
    { limit: 1_000n, used: 0n, createdAt: LONG_AGO, lastDay: 0n, lastWeek: 0n, ...more },
    HALF_PAST_TWELVE,
  )?.toISOString() ?? null;

describe('When traffic will be used up', () => {
  it('follows from the last 24 hours, in the whole hours that usage is stored in', () => {
    expect(rateWindows(HALF_PAST_TWELVE).day.toISOString()).toBe('2026-03-09T12:00:00.000Z');
    // 245 bytes in 24.5 hours; 735 are left, which last for 73.5 hours.
    expect(project({ used: 265n, lastDay: 245n, lastWeek: 9_000n })).toBe(
      '2026-03-13T14:00:00.000Z',
    );
  });

  it('follows from the last seven days without traffic in the last 24 hours', () => {
    // 1,685 bytes in 168.5 hours.
    expect(project({ limit: 2_685n, used: 1_685n, lastWeek: 1_685n })).toBe(
      '2026-03-14T16:30:00.000Z',
    );
  });

  it('has the rate since the purchase of a young proxy, and of an hour at least', () => {
    const createdAt = new Date('2026-03-10T10:30:00Z');
    expect(project({ used: 500n, lastDay: 500n, createdAt })).toBe('2026-03-10T14:30:00.000Z');
    const justNow = new Date('2026-03-10T12:29:59Z');
    expect(project({ used: 500n, lastDay: 500n, createdAt: justNow })).toBe(
      '2026-03-10T13:30:00.000Z',
    );
  });

  it.each([
    ['without traffic', { used: 10n }],
    ['when nothing is left', { used: 1_000n, lastDay: 10n }],
    ['when it would last for more than ten years', { limit: 10n ** 15n, used: 1n, lastWeek: 1n }],
  ])('is not told %s', (_when, more) => {
    expect(project(more)).toBeNull();
  });
});
