import { toCallerValues, toPlaceholders } from '../lib/baseline';
import { checkLedger } from '../lib/check-ledger';
import { compareWithBaseline } from '../lib/compare-with-baseline';
import { createFundedCustomers, type Caller } from '../lib/callers';
import { HttpConnection } from '../lib/http';
import { CONCURRENCY, closedLoop } from '../lib/load';
import type { Benchmark } from '../lib/benchmark';
import { createCallerTable, hasPgbench } from '../lib/pgbench';
import { Transcript } from '../lib/transcript';
import { openShop, startApi, type Shop } from '../lib/bench-context';

const NAIRA = 5000;

interface PendingTopup {
  readonly caller: Caller;
  readonly reference: string;
  readonly paymentId: string;
  readonly transactionId: string;
}

/** Creates paid top-ups that are not settled yet. */
async function createPendingTopups(
  shop: Shop,
  callers: readonly Caller[],
  count: number,
): Promise<PendingTopup[]> {
  const rows = await shop.sql<{
    id: number;
    transaction_id: number;
    user_id: number;
    reference: string;
  }>(
    `WITH line AS (
       INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
       SELECT ($1::int[])[1 + n % cardinality($1::int[])],
              'TOPUP-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 16)) || '-${NAIRA}',
              'credit', 'topup', 'pending', ${NAIRA * 100}, 'Wallet top-up'
       FROM generate_series(0, $2::int - 1) AS n RETURNING id, user_id, reference)
     INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, next_check_at, expires_at)
     SELECT user_id, id, reference, 'korapay', 'pending', ${NAIRA * 100}, now() + interval '1 hour',
            now() + interval '2 hours' FROM line RETURNING id, transaction_id, user_id, reference`,
    [callers.map((caller) => caller.id), count],
  );
  const byId = new Map(callers.map((caller) => [caller.id, caller]));
  return rows.map((row) => ({
    caller: byId.get(row.user_id)!,
    reference: row.reference,
    paymentId: String(row.id),
    transactionId: String(row.transaction_id),
  }));
}

const toTopupPlaceholders = ({ caller, reference, paymentId, transactionId }: PendingTopup) => ({
  ...toPlaceholders(caller),
  [reference]: 'reference',
  [paymentId]: 'payment',
  [transactionId]: 'line',
});
const toTopupValues = ({ caller, reference, paymentId, transactionId }: PendingTopup) => ({
  ...toCallerValues(caller),
  reference,
  payment: paymentId,
  line: transactionId,
});

async function verify(
  connection: HttpConnection,
  { caller, reference }: PendingTopup,
): Promise<void> {
  const path = `/api/v1/payments/verify?reference=${reference}`;
  const { status, body } = await connection.request('GET', path, caller.headers);
  if (status !== 200 || !body.includes('successful'))
    throw new Error(`A verification answered ${status}: ${body.slice(0, 300)}`);
}

export const settlement: Benchmark = {
  name: 'settlement',
  async run(context, options) {
    const shop = await openShop(context, 'settlement', options.users);
    const api = await startApi(context, shop);
    const callers = await createFundedCustomers(shop, Math.min(4000, options.users / 2), 1000);
    const maxCalls = options.seconds * (options.rounds + 1) * 1200;
    const topups = await createPendingTopups(shop, callers, maxCalls);
    let taken = 0;
    const next = (): PendingTopup => {
      const one = topups[taken++];
      if (!one) throw new Error('No pending top-up is left: create more');
      return one;
    };
    const warm = await HttpConnection.open(api.port);
    for (let i = 0; i < 40; i += 1) await verify(warm, next());
    const sample = next();
    const transcript = Transcript.read(
      await api.record(() => verify(warm, sample)),
      toTopupPlaceholders(sample),
    );
    warm.close();
    if (hasPgbench())
      await createCallerTable(
        shop,
        (await createPendingTopups(shop, callers, maxCalls * 2)).map(toTopupValues),
      );
    const connections = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => HttpConnection.open(api.port)),
    );
    const lines = await compareWithBaseline({
      ...{ shop, api, transcript, rounds: options.rounds, seconds: options.seconds },
      http: (concurrency) =>
        closedLoop(concurrency, { seconds: options.seconds }, (worker) =>
          verify(connections[worker]!, next()),
        ),
      next: () => ({ caller: toTopupValues(next()) }),
    });
    for (const connection of connections) connection.close();
    lines.push(await checkLedger(context, shop));
    return {
      title: 'Settling a top-up',
      how: `A paid top-up, verified over HTTP: the API fetches the charge from the card provider, here a stub on the same machine, and credits the wallet. The bare driver does not call the provider.`,
      lines,
    };
  },
};
