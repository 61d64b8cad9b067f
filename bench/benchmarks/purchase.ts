import { toCallerValues, toPlaceholders } from '../lib/baseline';
import { compareWithBaseline } from '../lib/compare-with-baseline';
import { createFundedCustomers, type Caller } from '../lib/callers';
import { HttpConnection } from '../lib/http';
import { CONCURRENCY, closedLoop, type Measurements } from '../lib/load';
import { checkLedger } from '../lib/check-ledger';
import type { Benchmark } from '../lib/benchmark';
import { createCallerTable } from '../lib/pgbench';
import { Transcript } from '../lib/transcript';
import { openShop, startApi, type Api, type BenchContext } from '../lib/bench-context';

export const PURCHASE_REQUEST = JSON.stringify({
  proxy_type: 'residential_ipv4',
  country: 'ng',
  protocol: 'http',
  traffic_limit_mb: 1,
  ttl_minutes: 0,
});

export async function buy(connection: HttpConnection, caller: Caller): Promise<void> {
  const { status, body } = await connection.request(
    'POST',
    '/api/v1/proxies/buy',
    caller.headers,
    PURCHASE_REQUEST,
  );
  if (status !== 201) throw new Error(`A purchase answered ${status}: ${body.slice(0, 300)}`);
}

/** Calls that are recorded: the shortest has no statement that a cache sends every few seconds. */
const RECORDED = 5;

/** Records the statements of one purchase after warm-up calls. */
export async function recordPurchase(api: Api, callers: readonly Caller[]): Promise<Transcript> {
  const connection = await HttpConnection.open(api.port);
  for (const caller of callers.slice(0, 40)) await buy(connection, caller);
  const transcripts: Transcript[] = [];
  for (const caller of callers.slice(40, 40 + RECORDED)) {
    const lines = await api.record(() => buy(connection, caller));
    transcripts.push(Transcript.read(lines, toPlaceholders(caller)));
  }
  connection.close();
  return transcripts.reduce((one, other) => (other.statements < one.statements ? other : one));
}

/** Purchases over HTTP, each by another customer. */
export async function httpLoop(
  api: Api,
  callers: readonly Caller[],
  budget: { seconds: number; maxCalls?: number },
  concurrency = CONCURRENCY,
): Promise<Measurements> {
  const connections = await Promise.all(
    Array.from({ length: concurrency }, () => HttpConnection.open(api.port)),
  );
  const measured = await closedLoop(concurrency, budget, (worker, call) =>
    buy(connections[worker]!, callers[call % callers.length]!),
  );
  for (const connection of connections) connection.close();
  return measured;
}

export const purchase: Benchmark = {
  name: 'purchase',
  async run(context: BenchContext, options) {
    const shop = await openShop(context, 'purchase', options.users);
    const api = await startApi(context, shop);
    const callers = await createFundedCustomers(shop, Math.min(4000, options.users / 2), 2_000_000);
    const transcript = await recordPurchase(api, callers);
    await createCallerTable(shop, callers.map(toCallerValues));
    const budget = { seconds: options.seconds };
    const lines = await compareWithBaseline({
      ...{ shop, api, transcript, rounds: options.rounds, seconds: options.seconds },
      http: (concurrency) => httpLoop(api, callers, budget, concurrency),
      next: (_, call) => ({ caller: toCallerValues(callers[call % callers.length]!) }),
    });
    lines.push(await checkLedger(context, shop));
    return {
      title: 'Buying a proxy',
      how: `A residential package, bought over HTTP from a running API by a different customer each time, against the replayed statements of such a call in the same transactions.`,
      lines,
    };
  },
};
