import { SYSTEM_POSTING_KINDS } from '../../wallet/wallet.types';
import type { CheckScope, InvariantTable } from './check-scope';

/** Kinds of postings without a wallet, as a list of SQL literals. */
export const SYSTEM_KINDS = SYSTEM_POSTING_KINDS.map((kind) => `'${kind}'`).join(', ');

/** Sum of the entries of a system account by the reference of their transactions. */
const sumByReference = (scope: CheckScope, account: string, kinds = SYSTEM_KINDS) => `
  SELECT t.reference, sum(e.amount_kobo) AS kobo FROM ledger_account a
  JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
  WHERE a.code = '${account}' AND t.kind IN (${kinds})
    AND ${scope.isReferenceRead('t.reference')} GROUP BY t.reference`;

/** Compares only what the entries of the database tell whole. */
const isUnarchived = (reference: string) => `NOT EXISTS (SELECT FROM ledger_transaction x
        WHERE x.reference = ${reference} AND x.created_at < ledger_archived_until())`;

/** Money of a payment that is neither credited nor refunded to the card. */
const HELD_PAYMENTS = `
  SELECT p.id, p.reference, p.received_kobo - coalesce(p.credited_kobo, 0) - coalesce(r.kobo, 0) AS kobo
  FROM payment p LEFT JOIN (SELECT payment_id, sum(amount_kobo) AS kobo FROM payment_refund
    WHERE status = 'succeeded' GROUP BY payment_id) r ON r.payment_id = p.id
  WHERE p.received_kobo IS NOT NULL AND p.status IN ('review', 'rejected', 'successful')`;

/** Fees by payout: its own, and those of its refunds and disputes. */
const PAYOUT_FEES = `
  SELECT p.id, p.reference, p.fee_kobo + coalesce(i.kobo, 0) AS kobo FROM payment_payout p
  LEFT JOIN (SELECT payout_id, sum(fee_kobo) AS kobo FROM payment_payout_item
    WHERE kind IN ('refund', 'dispute') AND result = 'matched' GROUP BY payout_id) i ON i.payout_id = p.id
  WHERE p.fee_kobo > 0 OR i.kobo > 0`;

/** Of the ledger, and of closed months, whose history is not changed. */
export const buildLedgerInvariants = (scope: CheckScope): InvariantTable => ({
  'transactions-sum-to-zero': [
    'The entries of every ledger transaction sum to zero',
    `SELECT 'ledger_transaction:' || transaction_id AS subject FROM ${scope.ledgerEntries} e
      GROUP BY transaction_id HAVING sum(amount_kobo) <> 0`,
  ],
  'books-sum-to-zero': [
    'All entries together sum to zero: no money is created or lost',
    `SELECT 'ledger' AS subject FROM ledger_entry HAVING coalesce(sum(amount_kobo), 0) <> 0`,
  ],
  'transactions-have-two-sides': [
    'Every ledger transaction keeps its two entries, one of them in a wallet unless both accounts belong to the shop',
    `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
      LEFT JOIN ${scope.ledgerEntries} e ON e.transaction_id = t.id WHERE t.created_at >= ledger_archived_until() GROUP BY t.id, t.kind
      HAVING count(e.id) <> 2
        OR count(e.balance_after_kobo) <> CASE WHEN t.kind IN (${SYSTEM_KINDS}) THEN 0 ELSE 1 END
      UNION ALL SELECT 'ledger_entry:' || e.id FROM ${scope.ledgerEntries} e
      WHERE NOT EXISTS (SELECT FROM ${scope.ledgerTransactions} t WHERE t.id = e.transaction_id)`,
  ],
  'balances-equal-entries': [
    'The balance of every wallet and receivable is exactly the sum of its entries',
    `SELECT a.code AS subject FROM ledger_account a
      LEFT JOIN ledger_entry e ON e.account_id = a.id
      WHERE a.kind <> 'system' GROUP BY a.id
      HAVING a.balance_kobo <> coalesce(sum(e.amount_kobo), 0) * CASE a.kind WHEN 'receivable' THEN -1 ELSE 1 END`,
  ],
  'debtors-have-no-money': [
    'A customer who owes money after a chargeback has an empty wallet',
    `SELECT w.code AS subject FROM ledger_account w
      JOIN ledger_account r ON r.user_id = w.user_id AND r.kind = 'receivable' AND r.currency = w.currency
      WHERE w.kind = 'wallet' AND w.balance_kobo > 0 AND r.balance_kobo > 0`,
  ],
  'balances-not-negative': [
    'No wallet and no receivable is below zero, now or after any entry',
    `SELECT code AS subject FROM ledger_account WHERE balance_kobo < 0
      UNION SELECT 'ledger_entry:' || id FROM ${scope.ledgerEntries} e WHERE balance_after_kobo < 0`,
  ],
  'entries-form-a-chain': [
    'Each entry of a wallet continues the balance of the previous entry',
    `SELECT 'ledger_entry:' || id AS subject FROM (
        SELECT id, account_version AS version, balance_after_kobo - amount_kobo AS before,
               lag(account_version, 1, 0::bigint) OVER one AS last_version,
               lag(balance_after_kobo, 1, 0::bigint) OVER one AS last_balance
        FROM ledger_entry WHERE account_version IS NOT NULL
        WINDOW one AS (PARTITION BY account_id ORDER BY account_version)) AS entry
      WHERE version <> last_version + 1 OR before <> last_balance`,
  ],
  'movements-go-their-way': [
    'Card payments and their reversals move against the card provider, sales and refunds against revenue, fundings and corrections against adjustments, what the shop adds against goodwill, bonuses of coupons and rewards for invitations against promotions and debts against the debtor’s own account, each in its direction',
    `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
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
  ],
  'closed-periods-equal-entries': [
    'The opening balance, sum and closing balance of every closed month are those of its entries, and continue where those are archived',
    `SELECT 'ledger_period:' || month || ':' || account_id AS subject FROM (
        SELECT p.month, e.account_id, sum(e.amount_kobo) AS kobo FROM ledger_entry e
        JOIN (SELECT month, ends_at, lag(ends_at, 1, '-infinity') OVER (ORDER BY month) AS starts_at
              FROM ledger_period) AS p ON e.created_at >= p.starts_at AND e.created_at < p.ends_at
        GROUP BY 1, 2) AS m
      FULL JOIN (SELECT *, lag(closing_kobo, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY month) AS before
                 FROM ledger_period_balance) AS b USING (month, account_id)
      LEFT JOIN ledger_archive a USING (month)
      WHERE b.account_id IS NULL OR (a.month IS NOT NULL AND m.kobo IS NOT NULL)
         OR (a.month IS NULL AND b.sum_kobo <> coalesce(m.kobo, 0)) OR b.opening_kobo <> b.before
         OR b.closing_kobo <> b.opening_kobo + b.sum_kobo`,
  ],
  'books-are-append-only': [
    'The database refuses UPDATE, DELETE and TRUNCATE on the ledger, the invoices, the audit log and their partitions, and checks entries that are added to a partition',
    `SELECT name AS subject
      FROM unnest(ARRAY['ledger_transaction', 'ledger_entry', 'ledger_chain_link', 'ledger_period', 'ledger_period_balance', 'ledger_archive', 'ledger_archive_kind', 'invoice', 'audit_log', 'audit_chain_link']) AS guarded,
      LATERAL (SELECT guarded AS name UNION SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = guarded::regclass) AS tables
      WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = name::regclass
        AND t.tgname = guarded || '_append_only' AND t.tgenabled IN ('O', 'A')
        -- BEFORE, per statement, on DELETE (8), UPDATE (16) and TRUNCATE (32)
        AND t.tgtype & 56 = 56 AND t.tgtype & 1 = 0 AND t.tgtype & 2 = 2)
      UNION SELECT i.inhrelid::regclass::text FROM pg_inherits i JOIN pg_trigger t ON t.tgrelid = i.inhparent
      WHERE i.inhparent = 'ledger_entry'::regclass AND NOT t.tgisinternal AND NOT EXISTS (SELECT FROM pg_trigger p
        WHERE p.tgrelid = i.inhrelid AND p.tgname = t.tgname AND p.tgtype = t.tgtype AND p.tgfoid = t.tgfoid
          AND p.tgenabled IN ('O', 'A'))`,
  ],
});

/** Of card money that belongs to no wallet. */
export const buildClearingInvariants = (scope: CheckScope): InvariantTable => ({
  'system-movements-go-their-way': [
    'Money in review, fees, payouts and disputes move between the card provider and their own account, each in its direction',
    `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
      JOIN ${scope.ledgerEntries} e ON e.transaction_id = t.id JOIN ledger_account a ON a.id = e.account_id
      LEFT JOIN (VALUES ('review_hold', 'in_review', 1), ('review_release', 'in_review', -1),
          ('review_refund', 'in_review', -1), ('provider_fee', 'provider_fees', 0), ('payout', 'bank', -1),
          ('payout_fee', 'provider_fees', 0), ('dispute_hold', 'disputes', -1), ('dispute_release', 'disputes', 1))
        AS way (kind, account, direction) ON way.kind = t.kind
      WHERE t.kind IN (${SYSTEM_KINDS})
      GROUP BY t.id HAVING count(*) FILTER (WHERE a.code = 'korapay_clearing') <> 1
        OR count(*) FILTER (WHERE a.code = way.account
          AND (way.direction = 0 OR sign(e.amount_kobo) = way.direction)) <> 1
      UNION ALL SELECT a.code FROM ledger_account a JOIN ${scope.ledgerEntries} e ON e.account_id = a.id
      JOIN ${scope.ledgerTransactions} t ON t.id = e.transaction_id
      WHERE a.code IN ('in_review', 'provider_fees', 'bank', 'disputes') AND t.kind NOT IN (${SYSTEM_KINDS})`,
  ],
  'money-in-review-is-held': [
    'The account of the money in review holds exactly what was paid and is neither credited nor refunded, payment by payment',
    `SELECT coalesce('payment:' || held.id, 'in_review:' || booked.reference) AS subject
      FROM (${HELD_PAYMENTS} AND ${scope.isReferenceRead('p.reference')}) held
      FULL JOIN (${sumByReference(scope, 'in_review')}) booked USING (reference)
      WHERE coalesce(held.kobo, 0) <> coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(held.reference, booked.reference)')}`,
  ],
  'provider-fees-are-booked': [
    'The fee of every card payment is booked once, as the payment says',
    `SELECT coalesce('payment:' || p.id, 'provider_fees:' || booked.reference) AS subject
      FROM (SELECT id, reference, fee_booked_kobo FROM payment
        WHERE fee_booked_kobo > 0 AND ${scope.isReferenceRead('reference')}) p
      FULL JOIN (${sumByReference(scope, 'provider_fees', `'provider_fee'`)}) booked USING (reference)
      WHERE coalesce(p.fee_booked_kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(p.reference, booked.reference)')}`,
  ],
  'payouts-are-booked': [
    'Every payout of the card provider is booked once against the bank, and so is its fee',
    `SELECT coalesce('payout:' || p.id, 'bank:' || booked.reference) AS subject
      FROM (SELECT * FROM payment_payout
        WHERE ${scope.isReferenceRead('reference')}) p FULL JOIN (${sumByReference(scope, 'bank')}) booked USING (reference)
      WHERE coalesce(p.amount_kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(p.reference, booked.reference)')}
      UNION ALL SELECT coalesce('payout:' || p.id, 'provider_fees:' || booked.reference)
      FROM (SELECT * FROM (${PAYOUT_FEES}) fees WHERE ${scope.isReferenceRead('reference')}) p
      FULL JOIN (${sumByReference(scope, 'provider_fees', `'payout_fee'`)}) booked USING (reference)
      WHERE coalesce(p.kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(p.reference, booked.reference)')}`,
  ],
  'payments-are-paid-out-once': [
    'A payment that was matched with a payout brought in money, and what was paid out for it is what the ledger expects',
    `SELECT 'payout_item:' || i.id AS subject FROM ${scope.payoutItems} i
      LEFT JOIN payment p ON p.id = i.payment_id
      WHERE i.kind = 'charge' AND i.result = 'matched' AND (p.id IS NULL
        OR NOT (p.status = 'successful' OR p.status IN ('review', 'rejected') AND p.received_kobo IS NOT NULL)
        OR i.amount_kobo - i.fee_kobo <> coalesce(p.received_kobo, p.credited_kobo, p.amount_kobo) - p.fee_booked_kobo)
      UNION ALL SELECT 'payment:' || payment_id FROM ${scope.payoutItems} item
      WHERE kind = 'charge' AND result = 'matched' GROUP BY payment_id HAVING count(*) > 1`,
  ],
  'disputes-are-held': [
    'The account of the disputes holds exactly what the provider keeps back, payment by payment',
    `SELECT coalesce('payment:' || held.payment_id, 'disputes:' || booked.reference) AS subject
      FROM (SELECT payment_id, reference, sum(held_kobo) AS kobo FROM payment_payout_item
        WHERE held_kobo > 0 AND ${scope.isReferenceRead('reference')} GROUP BY payment_id, reference) held
      FULL JOIN (${sumByReference(scope, 'disputes')}) booked USING (reference)
      WHERE coalesce(held.kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(held.reference, booked.reference)')}`,
  ],
  'clearing-equals-what-the-provider-owes': [
    'The clearing account is what card payments brought in, less chargebacks, refunds, fees, payouts and disputes',
    `SELECT 'korapay_clearing' AS subject WHERE (
        SELECT -coalesce(sum(e.amount_kobo), 0) FROM ledger_movement e
        JOIN ledger_account a ON a.id = e.account_id AND a.code = 'korapay_clearing')
      <> (SELECT coalesce(sum(e.amount_kobo), 0) FROM ledger_transaction t
          JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
          WHERE t.kind IN ('topup', 'chargeback', 'chargeback_reversal', 'payment_refund'))
        + (SELECT coalesce(sum(wallet_kobo), 0) FROM ledger_archive_kind
          WHERE kind IN ('topup', 'chargeback', 'chargeback_reversal', 'payment_refund'))
        + (SELECT coalesce(sum(kobo), 0) FROM (${HELD_PAYMENTS}) held)
        - (SELECT coalesce(sum(fee_booked_kobo), 0) FROM payment)
        - (SELECT coalesce(sum(amount_kobo), 0) FROM payment_payout)
        - (SELECT coalesce(sum(kobo), 0) FROM (${PAYOUT_FEES}) fees)
        - (SELECT coalesce(sum(held_kobo), 0) FROM payment_payout_item)`,
  ],
});
