import 'reflect-metadata';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readConditions } from './lib/conditions';
import type { BenchOptions, BenchResult, Benchmark } from './lib/benchmark';
import { formatReport, hasMissedTarget, saveReport } from './lib/report';
import { createBenchContext } from './lib/bench-context';
import { gateway } from './benchmarks/gateway';
import { lists } from './benchmarks/lists';
import { meterCost } from './benchmarks/meter-cost';
import { purchase } from './benchmarks/purchase';
import { settlement } from './benchmarks/settlement';
import { wallets } from './benchmarks/wallets';
import { web } from './benchmarks/web';
import { webhooks } from './benchmarks/webhooks';

const BENCHMARKS: readonly Benchmark[] = [
  purchase,
  settlement,
  wallets,
  lists,
  webhooks,
  gateway,
  meterCost,
  web,
];

const FULL: BenchOptions = {
  rounds: 3,
  seconds: 5,
  users: 100_000,
  sizes: [10_000, 1_000_000],
  loads: 5,
};
const QUICK: BenchOptions = {
  rounds: 1,
  seconds: 2,
  users: 5_000,
  sizes: [2_000, 10_000],
  loads: 1,
};

/**
 * `npm run bench -- [benchmark…] [--quick] [--dist=folder]`; runs all benchmarks by default. Exits with
 * status 1 when a target is missed.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, dist: { type: 'string', default: 'dist' } },
  });
  const names = BENCHMARKS.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown) throw new Error(`Unknown benchmark ${unknown}; available: ${names.join(', ')}.`);
  const chosen = BENCHMARKS.filter(({ name }) => !positionals.length || positionals.includes(name));
  for (const { prepare } of chosen) await prepare?.();
  const context = await createBenchContext(values.dist);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void context
        .cleanUp()
        .then(() => context.close())
        .finally(() => process.exit(130));
    });
  try {
    const conditions = await readConditions(context);
    const results: BenchResult[] = [];
    try {
      for (const benchmark of chosen) {
        console.log(`${benchmark.name} …`);
        try {
          results.push(await benchmark.run(context, values.quick ? QUICK : FULL));
        } finally {
          await context.cleanUp();
        }
        console.log(formatReport(results.slice(-1), { ...conditions, loadAfter: loadavg()[0]! }));
      }
    } finally {
      // Keep the results measured before a benchmark failed.
      conditions.loadAfter = loadavg()[0]!;
      if (!values.quick && results.length) console.log(`Wrote ${saveReport(results, conditions)}`);
    }
    if (results.some(hasMissedTarget)) process.exitCode = 1;
  } finally {
    await context.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
