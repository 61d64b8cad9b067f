import { toCallerValues, runBaseline } from '../lib/baseline';
import { checkLedger } from '../lib/check-ledger';
import { createFundedCustomers } from '../lib/callers';
import { CONCURRENCY, interleaved } from '../lib/load';
import { ratio, type Benchmark } from '../lib/benchmark';
import { openShop, startApi } from '../lib/bench-context';
import { httpLoop, recordPurchase } from './purchase';

/** Below the per-customer rate limit. */
const MAX_PER_WALLET = 500;

export const wallets: Benchmark = {
  name: 'wallets',
  async run(context, options) {
    const shop = await openShop(context, 'wallets', options.users);
    const api = await startApi(context, shop);
    const callers = await createFundedCustomers(shop, Math.min(4000, options.users / 2), 1_000_000);
    // More than all rounds together can spend: a replay does not check the balance.
    const singles = await createFundedCustomers(shop, options.rounds + 1, 500_000_000);
    const transcript = await recordPurchase(api, callers);
    await shop.sql(
      `INSERT INTO ledger_account (code, kind) SELECT 'bench_' || n, 'system' FROM generate_series(0, $1::int - 1) n`,
      [CONCURRENCY],
    );
    const budget = { seconds: options.seconds };
    const many = (_: number, call: number) => ({
      caller: toCallerValues(callers[call % callers.length]!),
    });
    let turn = 0;
    const measured = await interleaved(options.rounds, {
      manyHttp: () => httpLoop(api, callers, budget, CONCURRENCY),
      oneHttp: () =>
        httpLoop(api, [singles[turn++]!], { ...budget, maxCalls: MAX_PER_WALLET }, CONCURRENCY),
      many: () => runBaseline(shop.pool, transcript, CONCURRENCY, budget, many),
      one: () =>
        runBaseline(shop.pool, transcript, CONCURRENCY, budget, () => ({
          caller: toCallerValues(singles.at(-1)!),
        })),
      separateRevenue: () =>
        runBaseline(shop.pool, transcript, CONCURRENCY, budget, (worker, call) => ({
          ...many(worker, call),
          replaced: { revenue: `bench_${worker}` },
        })),
    });
    return {
      title: 'One wallet and many wallets',
      how: `The same purchase by ${callers.length} customers out of ${shop.users} wallets, by one customer alone, and with a revenue account for each connection instead of a single one for the shop. If the single row were a bottleneck, separate accounts would be much faster.`,
      lines: [
        { what: 'many wallets over HTTP', measured: measured.manyHttp },
        { what: 'one wallet over HTTP', measured: measured.oneHttp },
        { what: 'many wallets, bare driver', measured: measured.many },
        { what: 'one wallet, bare driver', measured: measured.one },
        {
          what: 'separate revenue account per connection, bare driver',
          measured: measured.separateRevenue,
        },
        ratio(
          'one wallet to many, over HTTP',
          measured.oneHttp.perSecond / measured.manyHttp.perSecond,
        ),
        ratio(
          'single revenue account to one per connection',
          measured.many.perSecond / measured.separateRevenue.perSecond,
          0.7,
        ),
        // Sales against a separate revenue account violate exactly this invariant.
        await checkLedger(context, shop, ['movements-go-their-way']),
      ],
    };
  },
};
