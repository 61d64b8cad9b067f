import { runBaseline } from './baseline';
import type { Api, Shop } from './bench-context';
import { ratio, type Metric } from './benchmark';
import { measureCpuPerCall } from './cpu-time';
import { CONCURRENCY, interleaved, type Measurements } from './load';
import { hasPgbench, runPgbench, toScript } from './pgbench';
import type { Transcript } from './transcript';

interface Comparison {
  readonly shop: Shop;
  readonly api: Api;
  readonly transcript: Transcript;
  readonly rounds: number;
  readonly seconds: number;
  /** The calls over HTTP, by so many callers at a time. */
  readonly http: (concurrency: number) => Promise<Measurements>;
  /** Values of a replayed call, as `runBaseline` takes them. */
  readonly next: Parameters<typeof runBaseline>[4];
}

/** Measures calls over HTTP against their recorded statements, sent by the bare driver and by pgbench. */
export async function compareWithBaseline(comparison: Comparison): Promise<Metric[]> {
  const { shop, api, transcript, rounds, seconds, http, next } = comparison;
  const script = hasPgbench() ? toScript(transcript) : undefined;
  const measured = await interleaved(rounds, {
    http: () => http(CONCURRENCY),
    bare: () => runBaseline(shop.pool, transcript, CONCURRENCY, { seconds }, next),
    ...(script ? { pgbench: () => runPgbench(shop.url, script, CONCURRENCY, seconds) } : {}),
  } as Record<'http' | 'bare' | 'pgbench', () => Promise<Measurements>>);
  const sequential = await measureCpuPerCall(api.pid, () => http(1));
  const lines: Metric[] = [
    { what: `over HTTP, ${CONCURRENCY} at a time`, measured: measured.http },
    { what: 'over HTTP, one at a time', ...sequential },
    { what: `the same ${transcript.statements} statements, bare driver`, measured: measured.bare },
    ratio('HTTP to bare driver', measured.http.perSecond / measured.bare.perSecond, 0.4),
  ];
  if (script)
    lines.push(
      { what: 'the same statements, pgbench', measured: measured.pgbench },
      ratio('HTTP to pgbench', measured.http.perSecond / measured.pgbench.perSecond),
    );
  return lines;
}
