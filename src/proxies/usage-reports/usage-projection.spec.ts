import { projectEnd, rateWindows } from './usage-projection';

const NOW = new Date('2026-03-10T12:30:00Z');
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

const project = (more: Partial<Parameters<typeof projectEnd>[0]>) =>
  projectEnd(
    { limit: 1_000n, used: 0n, createdAt: LONG_AGO, lastDay: 0n, lastWeek: 0n, ...more },
    NOW,
  )?.toISOString() ?? null;

describe('When traffic will be used up', () => {
  // spec: G12.6
  it('follows from the last 24 hours, in the whole hours that usage is stored in', () => {
    expect(rateWindows(NOW).day.toISOString()).toBe('2026-03-09T12:00:00.000Z');
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
