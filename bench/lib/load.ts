/** Concurrent callers of a closed loop, unless a benchmark says otherwise. */
export const CONCURRENCY = 16;

/** Result of a measured piece of work. */
export interface Measurements {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly count: number;
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;

export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

export function summarize(times: number[], seconds: number): Measurements {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    count: times.length,
  };
}

/**
 * Closed-loop load: `concurrency` concurrent callers until the time is up or `maxCalls` calls were started.
 * @param work receives the index of the caller and of the call.
 */
export async function closedLoop(
  concurrency: number,
  { seconds, maxCalls = Infinity }: { seconds: number; maxCalls?: number },
  work: (caller: number, call: number) => Promise<void>,
): Promise<Measurements> {
  const times: number[] = [];
  const start = performance.now();
  let calls = 0;
  const runCaller = async (caller: number): Promise<void> => {
    while (calls < maxCalls && performance.now() - start < seconds * 1000) {
      const startedAt = performance.now();
      await work(caller, calls++);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, caller) => runCaller(caller)));
  return summarize(times, (performance.now() - start) / 1000);
}

/** Open-loop load: a fixed call rate, independent of response times. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  work: (call: number) => Promise<void>,
): Promise<Measurements> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (let call = 0; call < perSecond * seconds; call += 1) {
    const due = start + (call * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(work(call).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(running);
  return summarize(times, (performance.now() - start) / 1000);
}

/**
 * Runs the variants round-robin, so that a temporarily slow machine affects all of them.
 * @returns the round with the median throughput of each variant.
 */
export async function interleaved<Name extends string, Result extends Measurements>(
  rounds: number,
  variants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result>> {
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) results[name].push(await variants[name]());
  const findMedianRound = (all: Result[]): Result =>
    [...all].sort((a, b) => a.perSecond - b.perSecond)[Math.floor((all.length - 1) / 2)]!;
  return Object.fromEntries(names.map((name) => [name, findMedianRound(results[name])])) as Record<
    Name,
    Result
  >;
}
