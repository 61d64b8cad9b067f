import {
  CONNECTION_PROTOCOLS,
  type ConnectionProtocol,
} from '../../common/gateway/gateway-messages';
import type {
  CountryUsage,
  ProtocolUsage,
  TrafficFigures,
  UsageBucket,
  UsageRow,
  UsageSum,
} from './usage-reports.types';

const NO_TRAFFIC: TrafficFigures = { up: 0n, down: 0n, requests: 0 };

const NONE: UsageSum = {
  ...NO_TRAFFIC,
  failures: 0,
  protocols: mapProtocols(() => NO_TRAFFIC),
  peakConnections: 0,
};

export function mapProtocols<T>(
  toValue: (protocol: ConnectionProtocol) => T,
): Record<ConnectionProtocol, T> {
  const entries = CONNECTION_PROTOCOLS.map((protocol) => [protocol, toValue(protocol)] as const);
  return Object.fromEntries(entries) as Record<ConnectionProtocol, T>;
}

export const sum = (rows: readonly UsageSum[]): UsageSum => rows.reduce(add, NONE);

/** One for each beginning. */
export function toBuckets(starts: readonly Date[], rows: readonly UsageRow[]): UsageBucket[] {
  const sums = sumBy(rows, ({ from }) => from.getTime());
  return starts.map((from) => ({ ...(sums.get(from.getTime()) ?? NONE), from }));
}

/** The most bytes first. */
export function toCountries(rows: readonly UsageRow[]): CountryUsage[] {
  const sums = sumBy(rows, ({ country }) => country);
  return [...sums]
    .map(([country, { up, down, requests, failures }]) => ({
      ...{ country, up, down, requests, failures },
    }))
    .sort((a, b) => byBytes(a, b) || b.failures - a.failures);
}

/** Parts that add up to the sum, the most bytes first. */
export function toProtocols(total: UsageSum): ProtocolUsage[] {
  const known = CONNECTION_PROTOCOLS.map((protocol) => total.protocols[protocol]);
  const unknown = known.reduce(subtract, total);
  return [
    ...CONNECTION_PROTOCOLS.map((protocol) => ({ protocol, ...total.protocols[protocol] })),
    { protocol: 'unknown' as const, ...unknown },
  ]
    .filter(({ up, down, requests }) => up + down > 0n || requests > 0)
    .sort(byBytes);
}

function sumBy<K>(rows: readonly UsageRow[], toKey: (row: UsageRow) => K): Map<K, UsageSum> {
  const sums = new Map<K, UsageSum>();
  for (const row of rows) sums.set(toKey(row), add(sums.get(toKey(row)) ?? NONE, row));
  return sums;
}

const add = (a: UsageSum, b: UsageSum): UsageSum => ({
  ...addTraffic(a, b),
  failures: a.failures + b.failures,
  protocols: mapProtocols((protocol) => addTraffic(a.protocols[protocol], b.protocols[protocol])),
  peakConnections: Math.max(a.peakConnections, b.peakConnections),
});

const addTraffic = (a: TrafficFigures, b: TrafficFigures): TrafficFigures => ({
  up: a.up + b.up,
  down: a.down + b.down,
  requests: a.requests + b.requests,
});

const subtract = (a: TrafficFigures, b: TrafficFigures): TrafficFigures => ({
  up: a.up - b.up,
  down: a.down - b.down,
  requests: a.requests - b.requests,
});

const byBytes = (a: TrafficFigures, b: TrafficFigures): number =>
  Number(b.up + b.down - a.up - a.down);
