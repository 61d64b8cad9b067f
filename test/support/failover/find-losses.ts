import { isDeepStrictEqual } from 'node:util';
import { poll } from '../../../src/embedded/poll';
import type { Sql } from '../e2e/database';
import { FailoverShopper, type Attempt } from './failover-shopper';

/** Request and answer headers count as traffic as well. */
const MAX_HEADER_SHARE = 1.1;

/**
 * A repetition whose first call had its effect without an answer: the top-up is open in the wallet, the order is
 * refunded. The balances show that it happened once.
 */
const DONE_BEFORE = new Set(['REFERENCE_TAKEN', 'ORDER_REFUNDED']);

interface Account {
  balance: number;
  credited: string[];
  creditedNaira: number;
  funded: number;
  spent: number;
  orders: { key: string; refunded: boolean; proxies: number }[];
}

/**
 * Repeats every operation by its key and compares the books with what customers and staff were answered.
 * @returns one line for each difference.
 */
export async function findLosses(
  sql: Sql,
  shoppers: readonly FailoverShopper[],
): Promise<string[]> {
  const losses: string[] = [];
  for (const shopper of shoppers) {
    losses.push(...(await findMissing(sql, shopper)));
    for (const attempt of shopper.attempts) losses.push(...(await repeat(attempt)));
    for (const topup of shopper.unsure.values())
      await shopper.pay(topup).catch(() => losses.push(`checkout of ${topup.reference} is gone`));
    losses.push(...(await findImbalances(sql, shopper)));
    losses.push(...(await findUncounted(sql, shopper)));
  }
  return losses;
}

/** What was answered with success and is not in the books. Repeating it would hide that. */
export async function findMissing(
  sql: Sql,
  { userId, credited, attempts }: FailoverShopper,
): Promise<string[]> {
  const answered = attempts.filter(({ answer }) => answer);
  const account = await readAccount(sql, userId);
  const keys = new Map(account.orders.map((order) => [order.key, order]));
  const records = await sql<{ key: string }>(
    'SELECT key FROM idempotency_record WHERE status BETWEEN 200 AND 299',
  );
  const stored = new Set(records.map(({ key }) => key));
  return [
    ...answered
      .filter(({ kind, key }) =>
        kind === 'purchase' || kind === 'renewal' ? !keys.has(key) : !stored.has(key),
      )
      .map(({ kind, key }) => `${kind} ${key} was answered with success and is lost`),
    ...[...credited]
      .filter((reference) => !account.credited.includes(reference))
      .map((reference) => `payment ${reference} was answered as credited and is not`),
  ];
}

/** The same result as the first time, or the first result. */
async function repeat(attempt: Attempt): Promise<string[]> {
  const first = attempt.answer;
  const again = await poll(async () => {
    const answer = await attempt.send().catch(() => undefined);
    return answer && answer.status < 500 ? answer : undefined;
  }, 60_000);
  const name = `${attempt.kind} ${attempt.key}`;
  if (!again) return [`${name} has no result`];
  if (!first && DONE_BEFORE.has(again.body.code ?? '')) return [];
  if (again.status >= 300) return [`${name} was answered with ${again.status} when repeated`];
  attempt.answer ??= again;
  return first && !isDeepStrictEqual(again.body, first.body)
    ? [`${name} has another result when repeated`]
    : [];
}

async function findImbalances(sql: Sql, shopper: FailoverShopper): Promise<string[]> {
  const { userId, paid, attempts } = shopper;
  const isCredited = async () => (await readAccount(sql, userId)).credited.length >= paid.size;
  await poll(isCredited, 60_000, 250);
  const account = await readAccount(sql, userId);
  const count = (...kinds: string[]) => attempts.filter(({ kind }) => kinds.includes(kind)).length;
  const facts: [name: string, expected: number, actual: number][] = [
    ['fundings', count('funding') * FailoverShopper.fundingNaira, account.funded],
    ['payments', paid.size * FailoverShopper.topupNaira, account.creditedNaira],
    ['orders', count('purchase', 'renewal'), account.orders.length],
    ['refunded orders', count('refund'), account.orders.filter((each) => each.refunded).length],
    ['balance', account.creditedNaira + account.funded - account.spent, account.balance],
    ['orders without goods', 0, account.orders.filter(isEmpty).length],
  ];
  return facts
    .filter(([, expected, actual]) => expected !== actual)
    .map(([name, expected, actual]) => `user ${userId}: ${name} ${actual} instead of ${expected}`);
}

const isEmpty = ({ proxies }: Account['orders'][number]): boolean => proxies === 0;

/** Every byte that arrived is counted, and none twice. */
async function findUncounted(sql: Sql, { downloads }: FailoverShopper): Promise<string[]> {
  const losses: string[] = [];
  for (const { proxy, arrived, asked } of downloads) {
    const read = async () => {
      const [row] = await sql<{ bytes: number }>(
        `SELECT (m.bytes_up + m.bytes_down)::float8 AS bytes
         FROM gateway_meter m WHERE m.proxy_id = $1`,
        [proxy.id],
      );
      return row?.bytes ?? 0;
    };
    await poll(async () => (await read()) >= arrived, 30_000, 250);
    const bytes = await read();
    if (bytes < arrived || bytes > asked * MAX_HEADER_SHARE)
      losses.push(`proxy ${proxy.id}: ${bytes} bytes counted, ${arrived} of ${asked} arrived`);
  }
  return losses;
}

async function readAccount(sql: Sql, userId: number): Promise<Account> {
  const [row] = await sql<Account>(
    `SELECT coalesce((SELECT balance_kobo FROM ledger_account
                      WHERE user_id = $1 AND kind = 'wallet'), 0)::int / 100 AS balance,
       (SELECT coalesce(json_agg(reference), '[]') FROM payment
        WHERE user_id = $1 AND status = 'successful') AS credited,
       (SELECT coalesce(sum(amount_kobo), 0)::int / 100 FROM payment
        WHERE user_id = $1 AND status = 'successful') AS "creditedNaira",
       (SELECT coalesce(sum(amount_kobo), 0)::int / 100 FROM wallet_transaction
        WHERE user_id = $1 AND purpose = 'funding' AND status = 'successful') AS funded,
       (SELECT coalesce(sum(amount_kobo - refunded_kobo), 0)::int / 100 FROM proxy_order
        WHERE user_id = $1) AS spent,
       (SELECT coalesce(json_agg(json_build_object('key', o.idempotency_key,
          'refunded', o.refunded_kobo = o.amount_kobo,
          'proxies', (SELECT count(*) FROM proxy p WHERE p.order_id = o.id OR p.id = o.proxy_id))), '[]')
        FROM proxy_order o WHERE o.user_id = $1) AS orders`,
    [userId],
  );
  return row!;
}
