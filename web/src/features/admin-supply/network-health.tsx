import { StatusBadge, type Tone } from '@/components/format/status-badge';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNumber } from '@/lib/number';
import type { NetworkHealth } from './networks';

type State = NetworkHealth['state'];

const LOOKS: Record<State, { status: string; tone?: Tone; word: string }> = {
  healthy: { status: 'active', word: 'Healthy' },
  degraded: { status: 'pending', word: 'Degraded' },
  down: { status: 'failed', word: 'Down' },
  unknown: { status: 'inactive', tone: 'neutral', word: 'Not tested yet' },
  disabled: { status: 'cancelled', word: 'Disabled' },
};

/** What staff have to know about the countries that are tested, in a few words. */
export function describeHealth({ countries }: NetworkHealth): string {
  const down = countries.filter(({ state }) => state === 'down');
  const failing = countries.find(({ last_error: error }) => error !== null);
  const elsewhere = countries.find(
    ({ country, country_found: found }) => country !== 'zz' && found !== null && found !== country,
  );
  if (down.length > 0 && down.length < countries.length)
    return `Down in ${formatNumber(down.length)} of ${formatNumber(countries.length)} tested countries`;
  if (failing?.last_error) return failing.last_error;
  if (elsewhere)
    return `${elsewhere.country_name} found in ${elsewhere.country_found?.toUpperCase()}`;
  const latencies = countries.flatMap(({ latency_ms: ms }) => (ms === null ? [] : [ms]));
  return latencies.length > 0
    ? `${formatNumber(Math.round(latencies.reduce((sum, ms) => sum + ms, 0) / latencies.length))} ms`
    : '';
}

export function NetworkHealthBadge({ health }: { health: NetworkHealth }) {
  return <StatusBadge {...LOOKS[health.state]} />;
}

/** The result of the tests that the worker runs; nothing while it is not known. */
export function NetworkHealthCell({ health }: { health: NetworkHealth | undefined }) {
  return (
    health && (
      <StackedCell
        primary={<NetworkHealthBadge health={health} />}
        secondary={health.state === 'disabled' ? '' : describeHealth(health)}
      />
    )
  );
}
