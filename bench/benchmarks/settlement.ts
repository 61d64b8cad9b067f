import { toCallerValues, runBaseline, toPlaceholders } from '../lib/baseline';
import { checkLedger } from '../lib/check-ledger';
import { createFundedCustomers, type Caller } from '../lib/callers';
import { HttpConnection } from '../lib/http';
import { closedLoop, interleaved, type Measurements } from '../lib/load';
import { ratio, type Metric, type Benchmark } from '../lib/benchmark';
import { createCallerTable, hasPgbench, runPgbench, toScript } from '../lib/pgbench';
import { measureCpuPerCall } from '../lib/cpu-time';
import { Transcript } from '../lib/transcript';
import { openShop, startApi, type Shop } from '../lib/bench-context';

const CONCURRENCY = 16;
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
    const budget = { seconds: options.seconds };
    if (hasPgbench())
      await createCallerTable(
        shop,
        (await createPendingTopups(shop, callers, maxCalls * 2)).map(toTopupValues),
      );
    const script = hasPgbench() ? toScript(transcript) : undefined;
    const connections = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => HttpConnection.open(api.port)),
    );
    const measured = await interleaved(options.rounds, {
      http: () => closedLoop(CONCURRENCY, budget, (worker) => verify(connections[worker]!, next())),
      bare: () =>
        runBaseline(shop.pool, transcript, CONCURRENCY, budget, () => ({
          caller: toTopupValues(next()),
        })),
      ...(script
        ? { pgbench: () => runPgbench(shop.url, script, CONCURRENCY, options.seconds) }
        : {}),
    } as Record<'http' | 'bare' | 'pgbench', () => Promise<Measurements>>);
    const sequential = await measureCpuPerCall(api.pid, () =>
      closedLoop(1, budget, () => verify(connections[0]!, next())),
    );
    for (const connection of connections) connection.close();
    const lines: Metric[] = [
      { what: `over HTTP, ${CONCURRENCY} at a time`, measured: measured.http },
      { what: 'over HTTP, one at a time', ...sequential },
      {
        what: `the same ${transcript.statements} statements, bare driver`,
        measured: measured.bare,
      },
      ratio('HTTP to bare driver', measured.http.perSecond / measured.bare.perSecond, 0.4),
    ];
    if (script)
      lines.push(
        { what: 'the same statements, pgbench', measured: measured.pgbench },
        ratio('HTTP to pgbench', measured.http.perSecond / measured.pgbench.perSecond),
      );
    lines.push(await checkLedger(context, shop));
    return {
      title: 'Settling a top-up',
      how: `A paid top-up, verified over HTTP: the API fetches the charge from the card provider, here a stub on the same machine, and credits the wallet. The bare driver does not call the provider.`,
      lines,
    };
  },
};
