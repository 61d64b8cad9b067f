import { toCallerValues, runBaseline, toPlaceholders } from '../lib/baseline';
import { checkLedger } from '../lib/check-ledger';
import { createFundedCustomers, type Caller } from '../lib/callers';
import { HttpConnection } from '../lib/http';
import { closedLoop, interleaved, type Measurements } from '../lib/load';
import { ratio, type Line, type Part } from '../lib/part';
import { callersTable, hasPgbench, runPgbench, toScript } from '../lib/pgbench';
import { measureCpuPerCall } from '../lib/cpu-time';
import { Transcript } from '../lib/transcript';
import { openShop, startApi, type Shop } from '../lib/bench-context';

const SIDE = 16;
const NAIRA = 5000;

interface Waiting {
  readonly caller: Caller;
  readonly reference: string;
  readonly paymentId: string;
  readonly transactionId: string;
}

/** Paid top-ups that are not settled yet. */
async function prepare(shop: Shop, callers: readonly Caller[], count: number): Promise<Waiting[]> {
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

const words = ({ caller, reference, paymentId, transactionId }: Waiting) => ({
  ...toPlaceholders(caller),
  [reference]: 'reference',
  [paymentId]: 'payment',
  [transactionId]: 'line',
});
const asWords = ({ caller, reference, paymentId, transactionId }: Waiting) => ({
  ...toCallerValues(caller),
  reference,
  payment: paymentId,
  line: transactionId,
});

async function verify(connection: HttpConnection, { caller, reference }: Waiting): Promise<void> {
  const path = `/api/v1/payments/verify?reference=${reference}`;
  const { status, body } = await connection.request('GET', path, caller.headers);
  if (status !== 200 || !body.includes('successful'))
    throw new Error(`A verification answered ${status}: ${body.slice(0, 300)}`);
}

export const settlement: Part = {
  name: 'settlement',
  async run(context, effort) {
    const shop = await openShop(context, 'settlement', effort.users);
    const api = await startApi(context, shop);
    const callers = await createFundedCustomers(shop, Math.min(4000, effort.users / 2), 1000);
    const maxCalls = effort.seconds * (effort.rounds + 1) * 1200;
    const waiting = await prepare(shop, callers, maxCalls);
    let taken = 0;
    const next = (): Waiting => {
      const one = waiting[taken++];
      if (!one) throw new Error('There is nothing left to settle: prepare more');
      return one;
    };
    const warm = await HttpConnection.open(api.port);
    for (let i = 0; i < 40; i += 1) await verify(warm, next());
    const sample = next();
    const transcript = Transcript.read(await api.record(() => verify(warm, sample)), words(sample));
    warm.close();
    const budget = { seconds: effort.seconds };
    if (hasPgbench())
      await callersTable(shop, (await prepare(shop, callers, maxCalls * 2)).map(asWords));
    const script = hasPgbench() ? toScript(transcript) : undefined;
    const connections = await Promise.all(
      Array.from({ length: SIDE }, () => HttpConnection.open(api.port)),
    );
    const measured = await interleaved(effort.rounds, {
      http: () => closedLoop(SIDE, budget, (worker) => verify(connections[worker]!, next())),
      bare: () =>
        runBaseline(shop.pool, transcript, SIDE, budget, () => ({ caller: asWords(next()) })),
      ...(script ? { pgbench: () => runPgbench(shop.url, script, SIDE, effort.seconds) } : {}),
    } as Record<'http' | 'bare' | 'pgbench', () => Promise<Measurements>>);
    const alone = await measureCpuPerCall(api.pid, () =>
      closedLoop(1, budget, () => verify(connections[0]!, next())),
    );
    for (const connection of connections) connection.close();
    const lines: Line[] = [
      { what: `over HTTP, ${SIDE} at a time`, measured: measured.http },
      { what: 'over HTTP, one at a time', ...alone },
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
      how: `A paid top-up, verified over HTTP: the API asks the card provider, here a small server on the same machine, and credits the wallet. The bare driver asks nobody.`,
      lines,
    };
  },
};
