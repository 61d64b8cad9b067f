import 'reflect-metadata';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readConditions } from './lib/conditions';
import type { Effort, Outcome, Part } from './lib/part';
import { toLabelSql, save } from './lib/report';
import { createBenchContext } from './lib/bench-context';
import { gateway } from './parts/gateway';
import { lists } from './parts/lists';
import { purchase } from './parts/purchase';
import { settlement } from './parts/settlement';
import { wallets } from './parts/wallets';
import { webhooks } from './parts/webhooks';

const PARTS: readonly Part[] = [purchase, settlement, wallets, lists, webhooks, gateway];

const FULL: Effort = { rounds: 3, seconds: 5, users: 100_000, sizes: [10_000, 1_000_000] };
const QUICK: Effort = { rounds: 1, seconds: 2, users: 5_000, sizes: [2_000, 10_000] };

/** `npm run bench -- [part…] [--quick] [--dist=folder]`; without a part, all of them. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, dist: { type: 'string', default: 'dist' } },
  });
  const names = PARTS.map((part) => part.name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown) throw new Error(`There is no part ${unknown}; there are ${names.join(', ')}.`);
  const chosen = PARTS.filter(({ name }) => !positionals.length || positionals.includes(name));
  const context = await createBenchContext(values.dist);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void context
        .tidy()
        .then(() => context.close())
        .finally(() => process.exit(130));
    });
  try {
    const under = await readConditions(context);
    const outcomes: Outcome[] = [];
    try {
      for (const part of chosen) {
        console.log(`${part.name} …`);
        try {
          outcomes.push(await part.run(context, values.quick ? QUICK : FULL));
        } finally {
          await context.tidy();
        }
        console.log(toLabelSql(outcomes.slice(-1), { ...under, loadAfter: loadavg()[0]! }));
      }
    } finally {
      // Keep the results measured before a part failed.
      under.loadAfter = loadavg()[0]!;
      if (!values.quick && outcomes.length)
        console.log(`Wrote ${save(outcomes, under, outcomes.length === PARTS.length)}`);
    }
  } finally {
    await context.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
