import { STUCK_AFTER, type CheckScope, type InvariantTable } from './check-scope';

/** How long the gateways' hourly rows are kept. */
const HOURS_KEPT = `interval '400 days'`;

const GIGABYTE = 2 ** 30;

/** What was refunded of each order, by its owner and its id as text. @param condition on the lines of the statement. */
const refundsByOrder = (isBuyerRead: CheckScope['isBuyerRead'], condition = 'true'): string =>
  `SELECT user_id, metadata ->> 'order_id' AS order_id, sum(amount_kobo) AS kobo FROM wallet_transaction
   WHERE purpose = 'refund' AND ${isBuyerRead('user_id')} AND ${condition} GROUP BY 1, 2`;

/** Of orders, their goods and what was refunded of them. */
export const buildOrderInvariants = ({
  orders,
  isOrderRead,
  isBuyerRead,
}: CheckScope): InvariantTable => ({
  'orders-have-their-goods': [
    'A purchase has as many proxies as it bought and a renewal or addition of traffic its extension, unless an earlier release delivered nothing and refunded all of it',
    // Aggregates before joining: a lookup per order would read the rows of a customer once per order.
    `SELECT 'order:' || id AS subject FROM (
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
  ],
  'refunds-equal-orders': [
    'What was refunded of an order is on the statement of its owner, and an order is refunded exactly when that is its price',
    `SELECT 'order:' || o.id AS subject FROM ${orders} o
      LEFT JOIN (${refundsByOrder(isBuyerRead)}) AS r
        ON r.user_id = o.user_id AND r.order_id = o.id::text
      WHERE o.refunded_kobo <> coalesce(r.kobo, 0)
        OR (o.status = 'refunded') <> (o.refunded_kobo = o.amount_kobo AND o.amount_kobo > 0)`,
  ],
  'auto-renewals-charge-once': [
    'An end of a proxy is renewed automatically by at most one order, before it, whose key names proxy and end',
    `SELECT 'order:' || o.id AS subject FROM auto_renewal_charge c
      JOIN proxy_order o ON o.id = c.order_id
      WHERE o.kind <> 'renewal' OR o.proxy_id <> c.proxy_id OR o.created_at >= c.cycle
        OR o.idempotency_key <> ALL (SELECT 'auto' || gap || c.proxy_id || gap ||
            to_char(c.cycle AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          FROM unnest(ARRAY[' ', ':']) AS gap) -- A colon in orders from before keys of clients were kept apart.
      UNION ALL SELECT 'proxy:' || proxy_id FROM auto_renewal_charge
      GROUP BY proxy_id, date_trunc('milliseconds', cycle) HAVING count(*) > 1`,
  ],
  'member-spending-is-charged': [
    'What a member of a team has spent in a day is what the orders of that day cost the owner, less what was refunded of them',
    `SELECT 'user:' || member_id AS subject FROM member_spending s
      FULL JOIN (SELECT c.owner_id, c.member_id, c.day, sum(o.amount_kobo - o.refunded_kobo) AS kobo
        FROM member_charge c JOIN proxy_order o ON o.transaction_id = c.transaction_id GROUP BY 1, 2, 3) AS charged
        USING (owner_id, member_id, day)
      WHERE s.spent_kobo IS DISTINCT FROM charged.kobo
      UNION ALL SELECT 'wallet_transaction:' || c.transaction_id FROM member_charge c
      LEFT JOIN proxy_order o ON o.transaction_id = c.transaction_id WHERE o.user_id IS DISTINCT FROM c.owner_id`,
  ],
});

/** Of invoices and credit notes, which are few and never change; read in full, since numbers run through a year. */
export const INVOICE_INVARIANTS: InvariantTable = {
  'invoices-match-transactions': [
    'An invoice is for one or more charges, none of which has two, and a credit note for a refund of one, with their amounts, of which net and VAT are the total; every refund of an invoiced charge has its credit note, none exceeds its invoice, and the numbers of each kind and year have no gap',
    `WITH line AS MATERIALIZED (SELECT i.id, i.kind, i.user_id, l.transaction_id, l.kobo
      FROM invoice i CROSS JOIN LATERAL (SELECT i.transaction_id, i.total_kobo AS kobo WHERE i.lines IS NULL
        UNION ALL SELECT (l ->> 'transactionId')::int, (l ->> 'kobo')::bigint FROM jsonb_array_elements(i.lines) AS l) AS l)
      SELECT 'invoice:' || i.id AS subject FROM invoice i
      LEFT JOIN (SELECT id, sum(kobo) AS kobo FROM line GROUP BY id) AS l ON l.id = i.id
      WHERE l.kobo IS DISTINCT FROM i.total_kobo OR i.net_kobo + i.vat_kobo <> i.total_kobo
        OR i.number <> CASE i.kind WHEN 'invoice' THEN 'INV-' ELSE 'CN-' END || i.year || '-'
          || lpad(i.sequence::text, greatest(6, length(i.sequence::text)), '0')
      UNION ALL SELECT 'invoice:' || l.id FROM line l
      LEFT JOIN wallet_transaction w ON w.id = l.transaction_id AND w.user_id = l.user_id AND w.amount_kobo = l.kobo
        AND w.status IN ('successful', 'refunded')
        AND w.purpose = CASE l.kind WHEN 'invoice' THEN 'purchase' ELSE 'refund' END
      WHERE w.id IS NULL
      UNION ALL SELECT 'wallet_transaction:' || transaction_id FROM line GROUP BY transaction_id HAVING count(*) > 1
      UNION ALL SELECT 'invoice:' || c.id FROM invoice c
      LEFT JOIN invoice i ON i.id = c.invoice_id AND i.kind = 'invoice' AND i.user_id = c.user_id
      LEFT JOIN wallet_transaction w ON w.id = c.transaction_id
      LEFT JOIN line l ON l.id = i.id AND l.transaction_id = w.refund_of
      WHERE c.kind = 'credit_note' AND l.id IS NULL
      UNION ALL SELECT 'invoice:' || i.id FROM invoice i JOIN invoice c ON c.invoice_id = i.id
      GROUP BY i.id HAVING sum(c.total_kobo) > i.total_kobo OR sum(c.vat_kobo) > i.vat_kobo
        OR sum(c.net_kobo) > i.net_kobo
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM wallet_transaction w
      JOIN line i ON i.transaction_id = w.refund_of AND i.kind = 'invoice'
      WHERE w.status = 'successful' AND NOT EXISTS
        (SELECT FROM invoice c WHERE c.transaction_id = w.id AND c.invoice_id = i.id)
      UNION ALL SELECT 'invoice_counter:' || coalesce(n.kind, i.kind) || ':' || coalesce(n.year, i.year)
      FROM (SELECT kind, year, count(*) AS numbers, min(sequence) AS first, max(sequence) AS last
        FROM invoice GROUP BY kind, year) i
      FULL JOIN invoice_counter n ON n.kind = i.kind AND n.year = i.year
      WHERE (i.first, i.numbers, i.last) IS DISTINCT FROM (1, n.last, n.last)`,
  ],
};

/** Of what orders gave, what proxies use of it and what was taken back, and of the audit log. */
export const buildProxyInvariants = (scope: CheckScope): InvariantTable => {
  const { orders, proxies, meters, isMeterRead } = scope;
  return {
    'stock-sold-once': [
      'No dedicated address belongs to two live proxies, and none is held by a refunded order or proxy',
      `SELECT 'address:' || ip AS subject FROM proxy
      WHERE type = 'individual_ipv4' AND status <> 'expired' AND expires_at > now()
      GROUP BY ip HAVING count(*) > 1
      UNION ALL SELECT 'stock_unit:' || s.id FROM stock_unit s
      JOIN proxy_order o ON o.id = s.order_id WHERE o.status = 'refunded'
      UNION ALL SELECT 'stock_unit:' || s.id FROM stock_unit s JOIN proxy p ON p.order_id = s.order_id
        AND p.ip = s.address AND p.refunded_at IS NOT NULL`,
    ],
    'dedicated-proxies-have-their-unit': [
      'Every dedicated proxy in use has exactly one unit of stock, at its own exit',
      // Generated customers of a test have proxies without an exit.
      `SELECT 'proxy:' || p.id AS subject FROM proxy p
      WHERE p.type = 'individual_ipv4' AND p.exit_node_id IS NOT NULL AND p.status <> 'expired' AND p.expires_at > now()
        AND NOT EXISTS (SELECT FROM stock_unit s WHERE s.order_id = p.order_id
                        AND (s.exit_node_id, s.address) = (p.exit_node_id, p.ip))`,
    ],
    'refunded-goods-are-withdrawn': [
      'Every proxy of a refunded purchase, or of one whose unused part was refunded, has ended, and a renewal or addition of traffic is taken back with its refund, or with that of its unused part, and not without',
      `SELECT 'proxy:' || p.id AS subject FROM ${proxies} p
      JOIN proxy_order o ON o.id = p.order_id WHERE (o.status = 'refunded' OR p.refunded_at IS NOT NULL)
        AND (p.status <> 'expired' OR p.expires_at > now())
      UNION ALL SELECT 'order:' || o.id FROM ${orders} o JOIN proxy_extension x ON x.order_id = o.id
      WHERE CASE WHEN x.retracted_at IS NULL THEN o.status = 'refunded' ELSE o.refunded_kobo = 0 END`,
    ],
    'extensions-are-given': [
      'Every renewal and addition of traffic gave its own proxy what was paid, and no other order extends one',
      `SELECT 'order:' || o.id AS subject FROM ${orders} o JOIN proxy_extension x ON x.order_id = o.id
      WHERE o.kind NOT IN ('renewal', 'traffic') OR x.proxy_id IS DISTINCT FROM o.proxy_id
        OR x.added_bytes <> coalesce((o.request->>'gigabytes')::bigint, 0) * ${GIGABYTE}
        OR x.added_ms < 60000 * coalesce((o.request->>'durationMinutes')::bigint,
             (o.request->>'validityDays')::bigint * 1440)`,
    ],
    'limits-equal-orders': [
      'The traffic of a pool proxy is what its orders and compensations gave and did not take back, and no more than that once it is refunded',
      `SELECT 'proxy:' || p.id AS subject FROM ${proxies} p JOIN proxy_order o ON o.id = p.order_id
      LEFT JOIN (SELECT proxy_id, sum(added_bytes - taken_bytes) AS bytes FROM proxy_extension GROUP BY proxy_id) AS x
        ON x.proxy_id = p.id
      LEFT JOIN (SELECT proxy_id, sum(k.megabytes::bigint * 1048576) AS bytes FROM compensation_proxy
        JOIN compensation k ON k.id = compensation_id WHERE given_at IS NOT NULL GROUP BY proxy_id) AS g ON g.proxy_id = p.id,
      LATERAL (SELECT (o.request->>'gigabytes')::numeric * ${GIGABYTE} + coalesce(x.bytes, 0) + coalesce(g.bytes, 0) AS bytes) AS paid
      WHERE p.type <> 'individual_ipv4' AND CASE WHEN p.refunded_at IS NULL
        THEN p.limit_bytes IS DISTINCT FROM paid.bytes ELSE p.limit_bytes > paid.bytes END`,
    ],
    'usage-agrees-with-the-meter': [
      'The traffic of a proxy is what the gateway has metered, and never more',
      `SELECT 'proxy:' || p.id AS subject FROM ${proxies} p
      LEFT JOIN gateway_meter m ON m.proxy_id = p.id
      WHERE p.used_bytes > coalesce(m.bytes_up + m.bytes_down, 0)
        OR (p.used_bytes < m.bytes_up + m.bytes_down AND m.changed_minute < now() - ${STUCK_AFTER})`,
    ],
    'meters-equal-hours': [
      'What the gateway has metered of a proxy is the sum of its hours, and no less when the first of them are deleted',
      `SELECT 'proxy:' || p.id AS subject FROM ${meters} m
      FULL JOIN (SELECT proxy_id, sum(bytes_up) AS up, sum(bytes_down) AS down FROM usage_hour
        WHERE ${isMeterRead('proxy_id')} GROUP BY proxy_id) AS h USING (proxy_id)
      JOIN proxy p ON p.id = proxy_id,
      LATERAL (SELECT coalesce(bytes_up, 0) - coalesce(h.up, 0) AS up, coalesce(bytes_down, 0) - coalesce(h.down, 0) AS down)
        AS more
      WHERE least(more.up, more.down) < 0
        OR (greatest(more.up, more.down) > 0 AND p.created_at > now() - ${HOURS_KEPT})`,
    ],
    'money-is-audited': [
      'Every settled payment, chargeback, won dispute, order, refund, and funding or correction by staff has its audit row',
      `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p WHERE p.status = 'successful'
        AND NOT EXISTS (SELECT FROM audit_log a WHERE a.target = 'payment:' || p.id
          AND a.action IN ('payment.settled', 'payment.review_closed'))
      UNION ALL SELECT 'payment:' || p.id FROM ${scope.payments} p WHERE p.charged_back_kobo > 0
        AND NOT EXISTS (SELECT FROM audit_log a
          WHERE a.target = 'payment:' || p.id AND a.action = 'payment.charged_back')
      UNION ALL SELECT 'payment_chargeback:' || c.id FROM payment_chargeback c WHERE c.won_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM audit_log a
          WHERE a.target = 'payment:' || c.payment_id AND a.action = 'payment.dispute_won')
      UNION ALL SELECT 'order:' || o.id FROM ${scope.orders} o
      WHERE NOT EXISTS (SELECT FROM audit_log a
        WHERE a.target = 'order:' || o.id AND a.action = 'proxy.ordered')
      UNION ALL SELECT 'order:' || o.id FROM ${scope.orders} o WHERE o.refunded_kobo > 0
        AND NOT EXISTS (SELECT FROM audit_log a
          WHERE a.target = 'order:' || o.id AND a.action = 'proxy.order_refunded')
      UNION ALL SELECT 'payment_refund:' || r.id FROM payment_refund r
      WHERE NOT EXISTS (SELECT FROM audit_log a
        WHERE a.target = 'payment:' || r.payment_id AND a.action = 'payment.refund_requested')
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM ${scope.lines} w
      WHERE (w.purpose = 'correction' OR (w.purpose = 'funding' AND w.metadata ? 'funded_by')) AND NOT EXISTS (SELECT FROM audit_log a
        WHERE a.target = 'user:' || w.user_id AND a.action IN ('wallet.funded', 'wallet.corrected')
          AND strpos(a.details, '(' || w.reference || ')') > 0)`,
    ],
  };
};
