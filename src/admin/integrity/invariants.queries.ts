import { ALL_HISTORY, type CheckScope } from './check-scope';
import { buildClearingInvariants, SYSTEM_KINDS } from './clearing-invariants.queries';
import { INVOICE_INVARIANTS } from './invoice-invariants.queries';
import { buildOrderInvariants } from './order-invariants.queries';
import { PERIOD_INVARIANTS } from './period-invariants.queries';
import { buildPromotionInvariants } from './promotion-invariants.queries';
import { buildProxyInvariants } from './proxy-invariants.queries';
import { STUCK_AFTER, type Invariant } from './invariant.types';

export type { Invariant } from './invariant.types';

/** Every invariant over the rows of a scope, in the order of the report. */
export const buildInvariants = (scope: CheckScope): readonly Invariant[] => [
  {
    name: 'transactions-sum-to-zero',
    description: 'The entries of every ledger transaction sum to zero',
    violationsSql: `SELECT 'ledger_transaction:' || transaction_id AS subject FROM ${scope.ledgerEntries} e
      GROUP BY transaction_id HAVING sum(amount_kobo) <> 0`,
  },
  {
    name: 'books-sum-to-zero',
    description: 'All entries together sum to zero: no money is created or lost',
    violationsSql: `SELECT 'ledger' AS subject FROM ledger_entry HAVING coalesce(sum(amount_kobo), 0) <> 0`,
  },
  {
    name: 'transactions-have-two-sides',
    description:
      'Every ledger transaction keeps its two entries, one of them in a wallet unless both accounts belong to the shop',
    violationsSql: `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
      LEFT JOIN ${scope.ledgerEntries} e ON e.transaction_id = t.id WHERE t.created_at >= ledger_archived_until() GROUP BY t.id, t.kind
      HAVING count(e.id) <> 2
        OR count(e.balance_after_kobo) <> CASE WHEN t.kind IN (${SYSTEM_KINDS}) THEN 0 ELSE 1 END
      UNION ALL SELECT 'ledger_entry:' || e.id FROM ${scope.ledgerEntries} e
      WHERE NOT EXISTS (SELECT FROM ${scope.ledgerTransactions} t WHERE t.id = e.transaction_id)`,
  },
  {
    name: 'balances-equal-entries',
    description: 'The balance of every wallet and receivable is exactly the sum of its entries',
    violationsSql: `SELECT a.code AS subject FROM ledger_account a
      LEFT JOIN ledger_entry e ON e.account_id = a.id
      WHERE a.kind <> 'system' GROUP BY a.id
      HAVING a.balance_kobo <> coalesce(sum(e.amount_kobo), 0) * CASE a.kind WHEN 'receivable' THEN -1 ELSE 1 END`,
  },
  {
    name: 'debtors-have-no-money',
    description: 'A customer who owes money after a chargeback has an empty wallet',
    violationsSql: `SELECT w.code AS subject FROM ledger_account w
      JOIN ledger_account r ON r.user_id = w.user_id AND r.kind = 'receivable' AND r.currency = w.currency
      WHERE w.kind = 'wallet' AND w.balance_kobo > 0 AND r.balance_kobo > 0`,
  },
  {
    name: 'balances-not-negative',
    description: 'No wallet and no receivable is below zero, now or after any entry',
    violationsSql: `SELECT code AS subject FROM ledger_account WHERE balance_kobo < 0
      UNION SELECT 'ledger_entry:' || id FROM ${scope.ledgerEntries} e WHERE balance_after_kobo < 0`,
  },
  {
    name: 'entries-form-a-chain',
    description: 'Each entry of a wallet continues the balance of the previous entry',
    violationsSql: `SELECT 'ledger_entry:' || id AS subject FROM (
        SELECT id, account_version AS version, balance_after_kobo - amount_kobo AS before,
               lag(account_version, 1, 0::bigint) OVER one AS last_version,
               lag(balance_after_kobo, 1, 0::bigint) OVER one AS last_balance
        FROM ledger_entry WHERE account_version IS NOT NULL
        WINDOW one AS (PARTITION BY account_id ORDER BY account_version)) AS entry
      WHERE version <> last_version + 1 OR before <> last_balance`,
  },
  {
    name: 'movements-go-their-way',
    description:
      'Card payments and their reversals move against the card provider, sales and refunds against revenue, fundings and corrections against adjustments, what the shop adds against goodwill, bonuses of coupons and rewards for invitations against promotions and debts against the debtor’s own account, each in its direction',
    violationsSql: `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
      JOIN ${scope.ledgerEntries} e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
      JOIN ledger_account mine ON mine.id = e.account_id
      JOIN ${scope.ledgerEntries} c ON c.transaction_id = t.id AND c.balance_after_kobo IS NULL
      JOIN ledger_account other ON other.id = c.account_id
      LEFT JOIN (VALUES ('topup', 'korapay_clearing', 1), ('chargeback', 'korapay_clearing', -1),
          ('chargeback_reversal', 'korapay_clearing', 1),
          ('payment_refund', 'korapay_clearing', -1), ('purchase', 'revenue', -1),
          ('purchase_reversal', 'revenue', 1), ('admin_funding', 'adjustments', 1), ('goodwill', 'goodwill', 1), ('coupon', 'promotions', 1), ('coupon_reversal', 'promotions', -1),
          ('referral', 'promotions', 1), ('referral_reversal', 'promotions', -1),
          ('correction_credit', 'adjustments', 1), ('correction_debit', 'adjustments', -1),
          ('receivable_advance', 'receivable', 1), ('receivable_recovery', 'receivable', -1))
        AS way (kind, account, direction) ON way.kind = t.kind
      WHERE way.kind IS NULL OR sign(e.amount_kobo) <> way.direction OR other.code <>
        CASE way.account WHEN 'receivable' THEN 'receivable:' || mine.user_id ELSE way.account END`,
  },
  ...PERIOD_INVARIANTS,
  ...buildClearingInvariants(scope),
  ...buildOrderInvariants(scope),
  ...INVOICE_INVARIANTS,
  {
    name: 'one-currency',
    description: 'Everything is in naira',
    violationsSql: `SELECT code AS subject FROM ledger_account WHERE currency <> 'NGN'
      UNION ALL SELECT 'wallet_transaction:' || id FROM ${scope.lines} line WHERE currency <> 'NGN'
      UNION ALL SELECT 'payment:' || id FROM ${scope.payments} p WHERE currency <> 'NGN'`,
  },
  {
    name: 'one-credit-per-topup',
    description:
      'A payment is successful exactly when the ledger credits it once, with its own amount or the one that staff accepted',
    violationsSql: `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p
      LEFT JOIN ledger_transaction t ON t.idempotency_key = 'topup:' || p.reference
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
      WHERE t.id IS NULL OR t.created_at >= ledger_archived_until()
      GROUP BY p.id, p.status, p.amount_kobo, p.credited_kobo
      HAVING count(e.id) <> (p.status = 'successful')::int
        OR (p.status = 'successful' AND sum(e.amount_kobo) <> coalesce(p.credited_kobo, p.amount_kobo))`,
  },
  {
    name: 'accepted-payments-are-divided',
    description:
      'An accepted payment credits no more than it brought in, and what the shop adds is booked against goodwill, up to the requested amount',
    violationsSql: `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p
      LEFT JOIN ledger_transaction t ON t.idempotency_key = 'goodwill:' || p.reference
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
      WHERE (coalesce(e.amount_kobo, 0) <> p.goodwill_kobo AND (t.id IS NULL OR t.created_at >= ledger_archived_until())) OR p.credited_kobo > p.received_kobo
        OR (p.goodwill_kobo > 0 AND p.credited_kobo + p.goodwill_kobo <> p.amount_kobo)
      UNION ALL SELECT 'ledger_transaction:' || t.id FROM ${scope.ledgerTransactions} t
      WHERE t.kind = 'goodwill' AND NOT EXISTS
        (SELECT FROM payment p WHERE t.idempotency_key = 'goodwill:' || p.reference)`,
  },
  ...buildPromotionInvariants(scope),
  {
    name: 'chargebacks-are-booked',
    description:
      'The reversed amount of a payment was debited from its customer, to the kobo, and what was won was put back',
    violationsSql: `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p
      LEFT JOIN (SELECT user_id, metadata ->> 'payment_id' AS payment_id, sum(CASE type WHEN 'debit' THEN amount_kobo ELSE -amount_kobo END) AS taken
        FROM wallet_transaction WHERE purpose = 'chargeback' GROUP BY 1, 2) AS taken
        ON taken.user_id = p.user_id AND taken.payment_id = p.id::text
      LEFT JOIN (SELECT payment_id, sum(amount_kobo) AS taken
        FROM payment_chargeback WHERE won_at IS NULL GROUP BY 1) AS open ON open.payment_id = p.id
      WHERE coalesce(taken.taken, 0) <> p.charged_back_kobo OR coalesce(open.taken, 0) <> p.charged_back_kobo`,
  },
  {
    name: 'won-disputes-are-opposite',
    description: 'A won dispute put back once exactly what its chargeback took',
    violationsSql: `SELECT 'payment_chargeback:' || c.id AS subject FROM payment_chargeback c
      JOIN payment p ON p.id = c.payment_id
      LEFT JOIN wallet_transaction w ON w.id = c.transaction_id
      LEFT JOIN wallet_transaction b ON b.id = c.won_transaction_id
      LEFT JOIN ledger_transaction t ON t.id = b.ledger_transaction_id AND t.kind = 'chargeback_reversal'
      WHERE (w.user_id, w.type, w.purpose, w.amount_kobo)
          IS DISTINCT FROM (p.user_id, 'debit', 'chargeback', c.amount_kobo)
        OR (c.won_at IS NOT NULL) <> (t.id IS NOT NULL)
        OR (b.id IS NOT NULL AND (b.user_id, b.type, b.amount_kobo)
          IS DISTINCT FROM (p.user_id, 'credit', c.amount_kobo))
      UNION ALL SELECT 'ledger_transaction:' || t.id FROM ${scope.ledgerTransactions} t
      LEFT JOIN wallet_transaction w ON w.ledger_transaction_id = t.id
      WHERE t.kind = 'chargeback_reversal' AND NOT EXISTS
        (SELECT FROM payment_chargeback c WHERE c.won_transaction_id = w.id)`,
  },
  {
    name: 'corrections-are-booked',
    description:
      'A wallet correction or proposal is booked exactly when it was approved or needed no approval, and no line of a correction lacks one',
    violationsSql: `SELECT 'wallet_correction:' || c.id AS subject FROM wallet_correction c
      LEFT JOIN wallet_transaction w ON w.id = c.transaction_id
      LEFT JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
        AND (t.idempotency_key = 'correction:' || c.reference OR c.kind NOT IN ('correction', 'funding_reversal'))
      WHERE (c.status IN ('approved', 'reversed') AND c.change IS NULL) <> (t.id IS NOT NULL) OR w.user_id <> c.user_id
         OR w.type <> c.direction OR w.amount_kobo <> c.amount_kobo
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM ${scope.lines} w
      WHERE w.purpose = 'correction' AND NOT EXISTS
        (SELECT FROM wallet_correction c WHERE c.transaction_id = w.id)`,
  },
  {
    name: 'large-corrections-have-two-admins',
    description:
      'A movement of money by staff above the limit was approved by another admin than its proposer',
    violationsSql: `SELECT 'wallet_correction:' || id AS subject FROM wallet_correction
      WHERE needs_approval AND status IN ('approved', 'reversed')
        AND (decided_by IS NULL OR decided_by = proposed_by)`,
  },
  {
    name: 'reversals-are-opposite',
    description: 'A correction is reversed exactly when one posted reversal is its opposite',
    violationsSql: `SELECT 'wallet_correction:' || c.id AS subject FROM wallet_correction c
      LEFT JOIN wallet_correction r ON r.reversal_of = c.id AND r.status IN ('approved', 'reversed')
      GROUP BY c.id, c.status HAVING count(r.id) <> (c.status = 'reversed')::int
        OR bool_or(r.user_id <> c.user_id OR r.amount_kobo <> c.amount_kobo
          OR r.direction = c.direction OR r.status = 'reversed')`,
  },
  {
    name: 'reversed-fundings-are-opposite',
    description: 'The reversal of a funding takes exactly the funded amount, from the same wallet',
    violationsSql: `SELECT 'wallet_correction:' || c.id AS subject FROM wallet_correction c
      LEFT JOIN wallet_transaction f ON f.id = c.subject_id AND f.purpose = 'funding'
      WHERE c.kind = 'funding_reversal' AND (c.user_id, c.direction, c.amount_kobo)
        IS DISTINCT FROM (f.user_id, 'debit', f.amount_kobo)`,
  },
  {
    name: 'statement-equals-books',
    description:
      'Every booked statement line has exactly one movement in the ledger of the same customer, and unbooked lines have none',
    violationsSql: `SELECT 'wallet_transaction:' || w.id AS subject FROM ${scope.lines} w
      LEFT JOIN ${scope.ledgerEntries} e ON e.transaction_id = w.ledger_transaction_id
        AND e.balance_after_kobo IS NOT NULL
      LEFT JOIN ledger_account a ON a.id = e.account_id
      LEFT JOIN ledger_transaction t ON t.id = w.ledger_transaction_id AND t.created_at < ledger_archived_until()
      WHERE a.user_id <> w.user_id
         OR (w.status IN ('successful', 'refunded')) <> (coalesce(e.id, t.id) IS NOT NULL)
         OR abs(e.amount_kobo) <> w.amount_kobo OR (e.amount_kobo > 0) <> (w.type = 'credit')`,
  },
  {
    name: 'books-are-on-statements',
    description: 'Every movement of a wallet appears once on the statement of its owner',
    violationsSql: `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
      LEFT JOIN ${scope.lines} w ON w.ledger_transaction_id = t.id
      GROUP BY t.id, t.kind HAVING count(w.id) <> CASE WHEN t.kind IN (${SYSTEM_KINDS}) THEN 0 ELSE 1 END`,
  },
  {
    name: 'one-charge-per-order',
    description: 'Every order was charged once, with its own amount',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM ${scope.orders} o
      JOIN wallet_transaction w ON w.id = o.transaction_id
      LEFT JOIN ledger_transaction t ON t.id = w.ledger_transaction_id AND t.kind = 'purchase'
      WHERE t.id IS NULL OR w.amount_kobo <> o.amount_kobo OR w.user_id <> o.user_id`,
  },
  {
    name: 'charges-have-an-order',
    description: 'No purchase was charged without an order',
    violationsSql: `SELECT 'wallet_transaction:' || w.id AS subject FROM ${scope.lines} w
      WHERE w.purpose = 'purchase' AND NOT EXISTS
        (SELECT FROM proxy_order o WHERE o.transaction_id = w.id)`,
  },
  {
    name: 'no-payment-forgotten',
    description: 'Every open payment has a check scheduled, or is parked for staff',
    violationsSql: `SELECT 'payment:' || id AS subject FROM payment WHERE status IN ('created', 'pending')
      AND parked_at IS NULL AND (next_check_at IS NULL OR next_check_at < now() - ${STUCK_AFTER})`,
  },
  {
    name: 'no-refund-forgotten',
    description: 'Every open card refund has a check scheduled',
    violationsSql: `SELECT 'payment_refund:' || id AS subject FROM payment_refund
      WHERE next_check_at < now() - ${STUCK_AFTER}`,
  },
  {
    name: 'rejected-money-is-not-credited-and-refunded',
    description: 'A payment refunded to a card was never credited',
    violationsSql: `SELECT 'payment_refund:' || r.id AS subject FROM payment_refund r
      JOIN payment p ON p.id = r.payment_id WHERE p.status <> 'rejected'
        AND (p.status <> 'successful' OR p.credited_kobo IS NULL OR p.received_kobo IS NULL
          OR p.credited_kobo + r.amount_kobo > p.received_kobo)`,
  },
  {
    name: 'no-webhook-forgotten',
    description: 'Every accepted payment notification is processed, or parked for staff',
    violationsSql: `SELECT 'webhook:' || id AS subject FROM payment_webhook
      WHERE processed_at IS NULL AND parked_at IS NULL AND next_attempt_at < now() - ${STUCK_AFTER}`,
  },
  ...buildProxyInvariants(scope),
  {
    name: 'money-is-audited',
    description:
      'Every settled payment, chargeback, won dispute, order, refund, and funding or correction by staff has its audit row',
    violationsSql: `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p WHERE p.status = 'successful'
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
  },
];

/** Over all history. */
export const INVARIANTS: readonly Invariant[] = buildInvariants(ALL_HISTORY);
