import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import { CONNECTION_PROTOCOLS } from '../../common/gateway/gateway-messages';
import { dayOf, ZONE } from '../../common/time/calendar';
import type { TrafficFigures, UsageInterval, UsageReport } from './usage-reports.types';

export interface UsageFile {
  readonly name: string;
  readonly content: string;
}

const HEADER = [
  ...['From', 'Upload (bytes)', 'Download (bytes)', 'Requests', 'Failures'],
  ...['HTTP (bytes)', 'CONNECT (bytes)', 'SOCKS5 (bytes)', 'Most connections at once'],
];

/** Characters of "2026-03-31 14:05:09" that tell a bucket. */
const LENGTHS: Record<UsageInterval, number> = { hour: 16, day: 10, month: 7 };

/** A row per bucket in the shop's time, so that the columns add up to the totals. */
export function toUsageFile({ interval, from, until, buckets }: UsageReport): UsageFile {
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const lines = buckets.map((bucket) =>
    csvLine([
      formatter.format(bucket.from).slice(0, LENGTHS[interval]),
      ...[bucket.up, bucket.down, bucket.requests, bucket.failures].map(String),
      ...CONNECTION_PROTOCOLS.map((protocol) => toBytes(bucket.protocols[protocol])),
      String(bucket.peakConnections),
    ]),
  );
  return {
    name: `usage-${dayOf(from)}-${dayOf(new Date(until.getTime() - 1))}.csv`,
    content: BYTE_ORDER_MARK + csvLine(HEADER) + lines.join(''),
  };
}

const toBytes = ({ up, down }: TrafficFigures): string => String(up + down);
