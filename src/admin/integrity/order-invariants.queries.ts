import type { CheckScope } from './check-scope';
import { STUCK_AFTER, type Invariant } from './invariant.types';

/** Rules about the delivery of orders and what was refunded of them. */
export const buildOrderInvariants = ({
  orders,
  isOrderRead,
  isBuyerRead,
}: CheckScope): readonly Invariant[] => [
  {
    name: 'refunds-equal-undelivered',
    description:
      'The undelivered part of an order was refunded, to the kobo, and what staff refund stays below the price while it counts as delivered',
    // Aggregates before joining: a lookup per order would read the rows of a customer once per order.
    violationsSql: `SELECT 'order:' || id AS subject FROM (
        SELECT o.*, coalesce(p.delivered, (x.order_id IS NOT NULL OR o.kind = 'place')::int) AS delivered,
          coalesce(r.given_back, 0) AS given_back, coalesce(r.undelivered, 0) AS undelivered
        FROM ${orders} o
        LEFT JOIN (SELECT order_id, count(*) AS delivered FROM proxy
          WHERE ${isOrderRead('order_id')} GROUP BY order_id) AS p
          ON p.order_id = o.id
        LEFT JOIN proxy_extension x ON x.order_id = o.id
        LEFT JOIN (SELECT user_id, metadata ->> 'order_id' AS order_id, sum(amount_kobo) AS given_back,
            sum(amount_kobo) FILTER (WHERE NOT metadata ? 'refunded_by') AS undelivered
          FROM wallet_transaction WHERE purpose = 'refund' AND ${isBuyerRead('user_id')} GROUP BY 1, 2) AS r
          ON r.user_id = o.user_id AND r.order_id = o.id::text) AS o
      WHERE given_back <> refunded_kobo
         OR (status IN ('charged', 'unknown') AND (refunded_kobo <> 0 OR delivered <> 0))
         OR (status = 'delivered' AND (undelivered <> 0 OR (delivered <> quantity AND NOT EXISTS (
             SELECT FROM order_decision d WHERE d.order_id = o.id AND d.status = 'approved'
               AND d.outcome = 'delivered'))))
         OR (status = 'partly_delivered' AND
             undelivered <> amount_kobo / quantity * (quantity - delivered))
         OR (status IN ('delivered', 'partly_delivered') AND refunded_kobo >= amount_kobo)
         OR (status = 'refunded' AND refunded_kobo <> amount_kobo)`,
  },
  {
    name: 'attempts-match-orders',
    description: 'An order is in delivery exactly while its provider attempt is open',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM ${orders} o
      LEFT JOIN provider_attempt a ON a.order_id = o.id AND a.status IN ('created', 'sent', 'unknown')
      GROUP BY o.id, o.status HAVING (o.status IN ('charged', 'unknown')) <> (count(a.id) = 1)`,
  },
  {
    name: 'order-decisions-hold',
    description:
      'An approved decision about an order was proposed by another admin and carried out, and no order with a result waits for one',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM order_decision d
      JOIN proxy_order o ON o.id = d.order_id
      WHERE (d.status = 'approved' AND (d.decided_by = d.proposed_by OR o.status NOT IN ('refunded',
          CASE d.outcome WHEN 'delivered' THEN 'delivered' ELSE 'refunded' END,
          CASE d.outcome WHEN 'delivered' THEN 'partly_delivered' ELSE 'refunded' END)))
        OR (d.status = 'proposed' AND o.status <> 'unknown')`,
  },
  {
    name: 'auto-renewals-charge-once',
    description:
      'An end of a proxy is renewed automatically by at most one order, before it, whose key names proxy and end, and its result is recorded',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM auto_renewal_charge c
      JOIN proxy_order o ON o.id = c.order_id
      WHERE o.kind <> 'renewal' OR o.proxy_id <> c.proxy_id OR o.created_at >= c.cycle
        OR o.idempotency_key <> ALL (SELECT 'auto' || gap || c.proxy_id || gap ||
            to_char(c.cycle AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          FROM unnest(ARRAY[' ', ':']) AS gap) -- A colon in orders from before keys of clients were kept apart.
        OR (c.settled_at IS NULL AND o.status NOT IN ('charged', 'unknown')
          AND o.updated_at < now() - ${STUCK_AFTER})
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
  {
    name: 'no-order-forgotten',
    description: 'Every open order has a check scheduled',
    violationsSql: `SELECT 'attempt:' || id AS subject FROM provider_attempt
      WHERE (status IN ('created', 'sent', 'unknown') OR cancel_due)
        AND next_check_at < now() - ${STUCK_AFTER}`,
  },
];
