import type { Actor } from '../../../src/common/security/actor';
import type { ProxiesTestApp } from './proxies-test-app';

export async function countOrders({ sql }: ProxiesTestApp, { userId }: Actor): Promise<number> {
  const [row] = await sql<{ n: number }>(
    'SELECT count(*)::int AS n FROM proxy_order WHERE user_id = $1',
    [userId],
  );
  return row!.n;
}

/** The proxies of an order with the status that the gateways read. */
export const findOrderProxies = ({ sql }: ProxiesTestApp, orderId: number) =>
  sql<{ id: number; status: string; served: string }>(
    `SELECT p.id, p.status, c.status AS served
     FROM proxy p JOIN gateway_credential c ON c.proxy_id = p.id
     WHERE p.order_id = $1 ORDER BY p.id`,
    [orderId],
  );

export const countReserved = async ({ sql }: ProxiesTestApp, orderId: number): Promise<number> =>
  (await sql('SELECT 1 FROM stock_unit WHERE order_id = $1', [orderId])).length;

/** Statement lines of purchases and refunds with their ledger transactions. */
export const findStatementLines = (
  { sql }: ProxiesTestApp,
  { userId }: Actor,
): Promise<Record<string, unknown>[]> =>
  sql(
    `SELECT w.reference, w.description, w.payment_method, w.metadata, t.kind,
       t.idempotency_key AS key,
       (SELECT a.code FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
        WHERE e.transaction_id = t.id AND a.user_id IS NULL) AS against
     FROM wallet_transaction w JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
     WHERE w.user_id = $1 AND w.purpose <> 'topup' ORDER BY w.id`,
    [userId],
  );

export const findOrderAudit = (
  { sql }: ProxiesTestApp,
  orderId: number,
): Promise<{ action: string; actor_name: string; details: string }[]> =>
  sql(`SELECT action, actor_name, details FROM audit_log WHERE target = $1 ORDER BY id`, [
    `order:${orderId}`,
  ]);

/** What a new proxy of the shop's own exits shows of automatic renewal, suspension, labels and replacement. */
export const UNTOUCHED = {
  auto_renew: {
    enabled: false,
    gigabytes: null,
    duration_minutes: null,
    next_charge_at: null,
    failures: 0,
    stopped_reason: null,
    top_up_below_gb: null,
    top_up_gigabytes: null,
    monthly_limit: null,
    top_up_problem: null,
  },
  suspended_by_owner: false,
  note: null,
  tags: [],
  can_replace_address: false,
  can_renew: true,
};
