import { SYSTEM_POSTING_KINDS } from '../../wallet/wallet.types';
import type { CheckScope } from './check-scope';
import type { Invariant } from './invariant.types';

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
export const HELD_PAYMENTS = `
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

/** Rules about card money that belongs to no wallet. */
export const buildClearingInvariants = (scope: CheckScope): readonly Invariant[] => [
  {
    name: 'system-movements-go-their-way',
    description:
      'Money in review, fees, payouts and disputes move between the card provider and their own account, each in its direction',
    violationsSql: `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
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
  },
  {
    name: 'money-in-review-is-held',
    description:
      'The account of the money in review holds exactly what was paid and is neither credited nor refunded, payment by payment',
    violationsSql: `SELECT coalesce('payment:' || held.id, 'in_review:' || booked.reference) AS subject
      FROM (${HELD_PAYMENTS} AND ${scope.isReferenceRead('p.reference')}) held
      FULL JOIN (${sumByReference(scope, 'in_review')}) booked USING (reference)
      WHERE coalesce(held.kobo, 0) <> coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(held.reference, booked.reference)')}`,
  },
  {
    name: 'provider-fees-are-booked',
    description: 'The fee of every card payment is booked once, as the payment says',
    violationsSql: `SELECT coalesce('payment:' || p.id, 'provider_fees:' || booked.reference) AS subject
      FROM (SELECT id, reference, fee_booked_kobo FROM payment
        WHERE fee_booked_kobo > 0 AND ${scope.isReferenceRead('reference')}) p
      FULL JOIN (${sumByReference(scope, 'provider_fees', `'provider_fee'`)}) booked USING (reference)
      WHERE coalesce(p.fee_booked_kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(p.reference, booked.reference)')}`,
  },
  {
    name: 'payouts-are-booked',
    description:
      'Every payout of the card provider is booked once against the bank, and so is its fee',
    violationsSql: `SELECT coalesce('payout:' || p.id, 'bank:' || booked.reference) AS subject
      FROM (SELECT * FROM payment_payout
        WHERE ${scope.isReferenceRead('reference')}) p FULL JOIN (${sumByReference(scope, 'bank')}) booked USING (reference)
      WHERE coalesce(p.amount_kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(p.reference, booked.reference)')}
      UNION ALL SELECT coalesce('payout:' || p.id, 'provider_fees:' || booked.reference)
      FROM (SELECT * FROM (${PAYOUT_FEES}) fees WHERE ${scope.isReferenceRead('reference')}) p
      FULL JOIN (${sumByReference(scope, 'provider_fees', `'payout_fee'`)}) booked USING (reference)
      WHERE coalesce(p.kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(p.reference, booked.reference)')}`,
  },
  {
    name: 'payments-are-paid-out-once',
    description:
      'A payment that was matched with a payout brought in money, and what was paid out for it is what the ledger expects',
    violationsSql: `SELECT 'payout_item:' || i.id AS subject FROM ${scope.payoutItems} i
      LEFT JOIN payment p ON p.id = i.payment_id
      WHERE i.kind = 'charge' AND i.result = 'matched' AND (p.id IS NULL
        OR NOT (p.status = 'successful' OR p.status IN ('review', 'rejected') AND p.received_kobo IS NOT NULL)
        OR i.amount_kobo - i.fee_kobo <> coalesce(p.received_kobo, p.credited_kobo, p.amount_kobo) - p.fee_booked_kobo)
      UNION ALL SELECT 'payment:' || payment_id FROM ${scope.payoutItems} item
      WHERE kind = 'charge' AND result = 'matched' GROUP BY payment_id HAVING count(*) > 1`,
  },
  {
    name: 'disputes-are-held',
    description:
      'The account of the disputes holds exactly what the provider keeps back, payment by payment',
    violationsSql: `SELECT coalesce('payment:' || held.payment_id, 'disputes:' || booked.reference) AS subject
      FROM (SELECT payment_id, reference, sum(held_kobo) AS kobo FROM payment_payout_item
        WHERE held_kobo > 0 AND ${scope.isReferenceRead('reference')} GROUP BY payment_id, reference) held
      FULL JOIN (${sumByReference(scope, 'disputes')}) booked USING (reference)
      WHERE coalesce(held.kobo, 0) <> -coalesce(booked.kobo, 0)
        AND ${isUnarchived('coalesce(held.reference, booked.reference)')}`,
  },
  {
    name: 'clearing-equals-what-the-provider-owes',
    description:
      'The clearing account is what card payments brought in, less chargebacks, refunds, fees, payouts and disputes',
    violationsSql: `SELECT 'korapay_clearing' AS subject WHERE (
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
  },
];
