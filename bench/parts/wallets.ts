import { toCallerValues, runBaseline } from '../lib/baseline';
import { checkLedger } from '../lib/check-ledger';
import { createFundedCustomers } from '../lib/callers';
import { interleaved } from '../lib/load';
import { ratio, type Part } from '../lib/part';
import { openShop, startApi } from '../lib/bench-context';
import { httpLoop, recordPurchase } from './purchase';

const SIDE = 16;
/** Below the per-customer rate limit. */
const MAX_PER_WALLET = 500;

export const wallets: Part = {
  name: 'wallets',
  async run(context, effort) {
    const shop = await openShop(context, 'wallets', effort.users);
    const api = await startApi(context, shop);
    const callers = await createFundedCustomers(shop, Math.min(4000, effort.users / 2), 1_000_000);
    // More than all rounds together can spend: a replay does not check the balance.
    const alone = await createFundedCustomers(shop, effort.rounds + 1, 500_000_000);
    const transcript = await recordPurchase(api, callers);
    await shop.sql(
      `INSERT INTO ledger_account (code, kind) SELECT 'bench_' || n, 'system' FROM generate_series(0, $1::int - 1) n`,
      [SIDE],
    );
    const budget = { seconds: effort.seconds };
    const many = (_: number, call: number) => ({
      caller: toCallerValues(callers[call % callers.length]!),
    });
    let turn = 0;
    const measured = await interleaved(effort.rounds, {
      manyHttp: () => httpLoop(api, callers, budget, SIDE),
      oneHttp: () => httpLoop(api, [alone[turn++]!], { ...budget, maxCalls: MAX_PER_WALLET }, SIDE),
      many: () => runBaseline(shop.pool, transcript, SIDE, budget, many),
      one: () =>
        runBaseline(shop.pool, transcript, SIDE, budget, () => ({
          caller: toCallerValues(alone.at(-1)!),
        })),
      apart: () =>
        runBaseline(shop.pool, transcript, SIDE, budget, (worker, call) => ({
          ...many(worker, call),
          replaced: { revenue: `bench_${worker}` },
        })),
    });
    return {
      title: 'One wallet, many wallets, one shop',
      how: `The same purchase by ${callers.length} customers out of ${shop.users} wallets, by one customer alone, and with a revenue account for each connection instead of the one of the shop: where all sales wrote one row, that last one would be far ahead.`,
      lines: [
        { what: 'many wallets over HTTP', measured: measured.manyHttp },
        { what: 'one wallet over HTTP', measured: measured.oneHttp },
        { what: 'many wallets, bare driver', measured: measured.many },
        { what: 'one wallet, bare driver', measured: measured.one },
        { what: 'a revenue account for each connection, bare driver', measured: measured.apart },
        ratio(
          'one wallet to many, over HTTP',
          measured.oneHttp.perSecond / measured.manyHttp.perSecond,
        ),
        ratio(
          'one revenue account to one for each connection',
          measured.many.perSecond / measured.apart.perSecond,
          0.7,
        ),
        // Sales against a separate revenue account violate exactly this invariant.
        await checkLedger(context, shop, ['movements-go-their-way']),
      ],
    };
  },
};
