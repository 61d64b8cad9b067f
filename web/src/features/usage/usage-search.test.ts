import { readSearch } from '@/lib/list-search';
import { selectUsage, usageSearch, type UsageSearch } from './usage-search';

const NOW = new Date('2026-11-20T23:30:00Z');
const select = (query: string) =>
  selectUsage(readSearch<UsageSearch>(usageSearch, new URLSearchParams(query)), NOW);

describe('the usage of a URL', () => {
  it.each([
    ['', '2026-10-23', undefined, 'day'],
    ['period=24h', '2026-11-20T00:00:00.000Z', undefined, 'hour'],
    ['period=7d&by=hour', '2026-11-15', undefined, 'hour'],
    ['period=90d&by=month', '2026-08-24', undefined, 'month'],
    ['period=12m', '2025-12-01', undefined, 'month'],
    ['period=dates&from=2026-11-01&to=2026-11-01', '2026-11-01', '2026-11-01', 'hour'],
    ['period=dates&from=2024-01-01&to=2026-11-01', '2024-01-01', '2026-11-01', 'month'],
  ])('should read %s', (query, from, to, interval) => {
    expect(select(query)).toMatchObject({ from, interval });
    expect(select(query).to).toBe(to);
  });

  it('should not draw more than a few hundred bars', () => {
    expect(select('period=90d&by=hour').interval).toBe('day');
    expect(select('period=dates&from=2024-01-01&to=2026-11-01&by=day').interval).toBe('month');
  });

  it('should ignore dates that are none, or in the wrong order', () => {
    expect(select('period=dates&from=2026-99-01&to=x').from).toBe('2026-10-23');
    expect(select('period=dates&from=2026-11-02&to=2026-11-01').from).toBe('2026-10-23');
  });
});
