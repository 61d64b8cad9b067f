import type { ClosedPeriod } from '../../wallet/ledger/ledger-period.service';

/** Longer than any call, retry and sweep takes: work that is due for longer is stuck. */
export const STUCK_AFTER = `interval '15 minutes'`;

/** Name → the rule about money or delivery that always holds, and a query of one row per violation, identified by `subject`. */
export type InvariantTable = Readonly<Record<string, readonly [description: string, sql: string]>>;

/** The rows that invariants read, each as a table or a subquery in parentheses. */
export interface CheckScope {
  /** Null: all history. */
  readonly since: ClosedPeriod | null;
  readonly ledgerTransactions: string;
  readonly ledgerEntries: string;
  /** Statement lines. */
  readonly lines: string;
  readonly payments: string;
  readonly orders: string;
  readonly proxies: string;
  /** What the gateways have metered of proxies. */
  readonly meters: string;
  readonly payoutItems: string;
  /** Condition on the reference of a payment or payout. */
  readonly isReferenceRead: (column: string) => string;
  /** Condition on the id of an order, or its customer, for rows that are aggregated before they are joined. */
  readonly isOrderRead: (column: string) => string;
  readonly isBuyerRead: (column: string) => string;
  /** Condition on the id of a proxy, for hours that are summed up before they are joined with its meter. */
  readonly isMeterRead: (column: string) => string;
}

const always = (): string => 'true';

export const ALL_HISTORY: CheckScope = {
  since: null,
  ledgerTransactions: 'ledger_transaction',
  ledgerEntries: 'ledger_entry',
  lines: 'wallet_transaction',
  payments: 'payment',
  orders: 'proxy_order',
  proxies: 'proxy',
  meters: 'gateway_meter',
  payoutItems: 'payment_payout_item',
  isReferenceRead: always,
  isOrderRead: always,
  isBuyerRead: always,
  isMeterRead: always,
};

/**
 * What was written since a month was closed, and whatever it belongs to: an old order with a new refund is read
 * again, an old order that nothing has touched is not. A row that is not final is always read.
 */
export function buildScopeSince(since: ClosedPeriod): CheckScope {
  const time = `'${since.endsAt.toISOString()}'`;
  const ledgerTransactions = `(SELECT * FROM ledger_transaction
    WHERE id >= ${since.nextTransactionId} AND created_at >= ${time})`;
  const ledgerEntries = `(SELECT * FROM ledger_entry
    WHERE id >= ${since.nextEntryId} AND created_at >= ${time})`;
  // Both parts have an index, their OR has none.
  const lines = `(SELECT * FROM wallet_transaction WHERE created_at >= ${time}
    UNION ALL SELECT * FROM wallet_transaction WHERE created_at < ${time}
      AND ledger_transaction_id IN (SELECT id FROM ${ledgerTransactions} AS posting))`;
  const subjectsOf = (purpose: string, key: string): string => `SELECT (metadata ->> '${key}')::int
    FROM ${lines} AS line WHERE purpose = '${purpose}' AND metadata ->> '${key}' ~ '^[0-9]{1,9}$'`;
  const payments = `(SELECT * FROM payment
    WHERE updated_at >= ${time} OR status IN ('created', 'pending', 'review')
      OR id IN (${subjectsOf('chargeback', 'payment_id')}
        UNION ALL SELECT payment_id FROM payment_refund WHERE updated_at >= ${time}
        UNION ALL SELECT payment_id FROM payment_chargeback WHERE created_at >= ${time} OR won_at >= ${time})
      OR reference IN (SELECT reference FROM ${ledgerTransactions} AS posting))`;
  const orders = `(SELECT * FROM proxy_order
    WHERE updated_at >= ${time}
      OR id IN (${subjectsOf('refund', 'order_id')}
        UNION ALL SELECT order_id FROM proxy WHERE created_at >= ${time}
        UNION ALL SELECT order_id FROM proxy_extension
          WHERE greatest(created_at, retracted_at) >= ${time}))`;
  const meters = `(SELECT * FROM gateway_meter
    WHERE changed_minute > ${time}::timestamptz - interval '1 minute')`;
  const proxies = `(SELECT * FROM proxy WHERE updated_at >= ${time} OR expires_at >= ${time}
    OR status <> 'expired' OR id IN (SELECT proxy_id FROM ${meters} AS touched))`;
  const payoutItems = `(SELECT * FROM payment_payout_item WHERE payment_id IS NULL
    OR payout_id IN (SELECT id FROM payment_payout WHERE greatest(created_at, items_imported_at) >= ${time})
    OR payment_id IN (SELECT id FROM ${payments} AS touched))`;
  const references = `(SELECT reference FROM ${payments} AS touched
    UNION SELECT reference FROM ${ledgerTransactions} AS posting
    UNION SELECT reference FROM ${payoutItems} AS item
    UNION SELECT reference FROM payment_payout WHERE greatest(created_at, items_imported_at) >= ${time})`;
  return {
    since,
    ledgerTransactions,
    ledgerEntries,
    lines,
    payments,
    orders,
    proxies,
    meters,
    payoutItems,
    isReferenceRead: (column) => `${column} IN ${references}`,
    isOrderRead: (column) => `${column} IN (SELECT id FROM ${orders} AS touched)`,
    isBuyerRead: (column) => `${column} IN (SELECT user_id FROM ${orders} AS touched)`,
    isMeterRead: (column) => `${column} IN (SELECT proxy_id FROM ${meters} AS touched)`,
  };
}
