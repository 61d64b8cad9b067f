import {
  IS_DIFFERENCE_ACKNOWLEDGED,
  TO_ACKNOWLEDGE,
} from '../payments/acknowledgements/payment-acknowledgement.service';

/** Reasons for which staff look at transactions. */
export const ATTENTIONS = [
  'needs_decision',
  'stuck',
  'dispute',
  'refund_failed',
  'paid_after_closing',
  'difference',
] as const;
export type Attention = (typeof ATTENTIONS)[number];

/**
 * The ids of the transactions with each reason, as a query with the column `id`. The alerts count the same rows as
 * the list of transactions shows.
 */
export const AFFECTED_TRANSACTIONS: Readonly<Record<Attention, string>> = {
  needs_decision: `SELECT p.transaction_id AS id FROM payment p WHERE p.status = 'review'`,
  // The payment, its refund or a notification about either has been due for ten minutes, its checks fail,
  // or the provider has answered none of them: by age or by number, since each check schedules the next.
  stuck: `SELECT p.transaction_id AS id FROM payment p WHERE p.next_check_at < now() - interval '10 minutes'
    UNION SELECT p.transaction_id FROM payment p WHERE p.parked_at IS NOT NULL
    UNION SELECT p.transaction_id FROM payment p WHERE p.next_check_at IS NOT NULL
      AND (p.unanswered_checks >= 10 OR (p.unanswered_checks >= 3
        AND coalesce(p.last_definite_at, p.created_at) < now() - interval '10 minutes'))
    UNION SELECT p.transaction_id FROM payment_refund r JOIN payment p ON p.id = r.payment_id
      WHERE r.next_check_at < now() - interval '10 minutes'
    UNION SELECT p.transaction_id FROM payment_webhook w
      LEFT JOIN payment_refund r ON r.reference = w.reference
      JOIN payment p ON p.reference = w.reference OR p.id = r.payment_id
      WHERE w.processed_at IS NULL AND w.parked_at IS NULL AND w.received_at < now() - interval '10 minutes'`,
  // Until staff act or acknowledge it, however long that takes.
  dispute: `SELECT id FROM (${TO_ACKNOWLEDGE.dispute}) disputed`,
  refund_failed: `SELECT id FROM (${TO_ACKNOWLEDGE.refund_failed}) failed
    UNION SELECT p.transaction_id FROM payment_refund r JOIN payment p ON p.id = r.payment_id
      WHERE r.next_check_at IS NOT NULL AND r.created_at < now() - interval '3 days'`,
  // An account is closed with nothing in it: what it holds came late.
  paid_after_closing: `SELECT l.id FROM users u
    JOIN ledger_account a ON a.user_id = u.id AND a.kind = 'wallet' AND a.currency = 'NGN' AND a.balance_kobo > 0
    JOIN wallet_transaction l ON l.user_id = u.id AND l.type = 'credit' AND l.status = 'successful'
      AND coalesce(l.processed_at, l.created_at) > u.closed_at
    WHERE u.closed_at IS NOT NULL`,
  // Those of the latest comparison; a difference about a charge without a payment has no transaction.
  difference: `SELECT p.transaction_id AS id
    FROM (SELECT differences FROM payment_reconciliation ORDER BY id DESC LIMIT 1) run
    CROSS JOIN LATERAL jsonb_array_elements(run.differences) d
    JOIN payment p ON p.id = (d->>'paymentId')::int
    WHERE NOT ${IS_DIFFERENCE_ACKNOWLEDGED}`,
};
