import type { CheckScope } from './check-scope';
import type { Invariant } from './invariant.types';

/** What was refunded of each order, by its owner and its id as text. @param condition on the lines of the statement. */
const refundsByOrder = (isBuyerRead: CheckScope['isBuyerRead'], condition = 'true'): string =>
  `SELECT user_id, metadata ->> 'order_id' AS order_id, sum(amount_kobo) AS kobo FROM wallet_transaction
   WHERE purpose = 'refund' AND ${isBuyerRead('user_id')} AND ${condition} GROUP BY 1, 2`;

/** Rules about orders, their goods and what was refunded of them. */
export const buildOrderInvariants = ({
  orders,
  isOrderRead,
  isBuyerRead,
}: CheckScope): readonly Invariant[] => [
  {
    name: 'orders-have-their-goods',
    description:
      'A purchase has as many proxies as it bought and a renewal or addition of traffic its extension, unless an earlier release delivered nothing and refunded all of it',
    // Aggregates before joining: a lookup per order would read the rows of a customer once per order.
    violationsSql: `SELECT 'order:' || id AS subject FROM (
        SELECT o.*, CASE o.kind WHEN 'purchase' THEN coalesce(p.count, 0) WHEN 'place' THEN 1
            ELSE (x.order_id IS NOT NULL)::int END AS given, coalesce(r.kobo, 0) AS undelivered
        FROM ${orders} o
        LEFT JOIN (SELECT order_id, count(*) AS count FROM proxy
          WHERE ${isOrderRead('order_id')} GROUP BY order_id) AS p
          ON p.order_id = o.id
        LEFT JOIN proxy_extension x ON x.order_id = o.id
        LEFT JOIN (${refundsByOrder(isBuyerRead, `NOT metadata ? 'refunded_by'`)}) AS r
          ON r.user_id = o.user_id AND r.order_id = o.id::text) AS o
      WHERE given <> quantity AND (given > 0 OR undelivered <> amount_kobo)`,
  },
  {
    name: 'refunds-equal-orders',
    description:
      'What was refunded of an order is on the statement of its owner, and an order is refunded exactly when that is its price',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM ${orders} o
      LEFT JOIN (${refundsByOrder(isBuyerRead)}) AS r
        ON r.user_id = o.user_id AND r.order_id = o.id::text
      WHERE o.refunded_kobo <> coalesce(r.kobo, 0)
        OR (o.status = 'refunded') <> (o.refunded_kobo = o.amount_kobo)`,
  },
  {
    name: 'auto-renewals-charge-once',
    description:
      'An end of a proxy is renewed automatically by at most one order, before it, whose key names proxy and end',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM auto_renewal_charge c
      JOIN proxy_order o ON o.id = c.order_id
      WHERE o.kind <> 'renewal' OR o.proxy_id <> c.proxy_id OR o.created_at >= c.cycle
        OR o.idempotency_key <> ALL (SELECT 'auto' || gap || c.proxy_id || gap ||
            to_char(c.cycle AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          FROM unnest(ARRAY[' ', ':']) AS gap) -- A colon in orders from before keys of clients were kept apart.
      UNION ALL SELECT 'proxy:' || proxy_id FROM auto_renewal_charge
      GROUP BY proxy_id, date_trunc('milliseconds', cycle) HAVING count(*) > 1`,
  },
  {
    name: 'member-spending-is-charged',
    description:
      'What a member of a team has spent in a day is what the orders of that day cost the owner, less what was refunded of them',
    violationsSql: `SELECT 'user:' || member_id AS subject FROM member_spending s
      FULL JOIN (SELECT c.owner_id, c.member_id, c.day, sum(o.amount_kobo - o.refunded_kobo) AS kobo
        FROM member_charge c JOIN proxy_order o ON o.transaction_id = c.transaction_id GROUP BY 1, 2, 3) AS charged
        USING (owner_id, member_id, day)
      WHERE s.spent_kobo IS DISTINCT FROM charged.kobo
      UNION ALL SELECT 'wallet_transaction:' || c.transaction_id FROM member_charge c
      LEFT JOIN proxy_order o ON o.transaction_id = c.transaction_id WHERE o.user_id IS DISTINCT FROM c.owner_id`,
  },
];
