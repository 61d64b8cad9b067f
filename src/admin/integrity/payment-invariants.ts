import { STUCK_AFTER, type CheckScope, type InvariantTable } from './check-scope';
import { SYSTEM_KINDS } from './ledger-invariants';

/** Of payments, what the shop gives with them, corrections by staff, and statements. */
export const buildPaymentInvariants = (scope: CheckScope): InvariantTable => ({
  'one-currency': [
    'Everything is in naira',
    `SELECT code AS subject FROM ledger_account WHERE currency <> 'NGN'
      UNION ALL SELECT 'wallet_transaction:' || id FROM ${scope.lines} line WHERE currency <> 'NGN'
      UNION ALL SELECT 'payment:' || id FROM ${scope.payments} p WHERE currency <> 'NGN'`,
  ],
  'one-credit-per-topup': [
    'A payment is successful exactly when the ledger credits it once, with its own amount or the one that staff accepted',
    `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p
      LEFT JOIN ledger_transaction t ON t.idempotency_key = 'topup:' || p.reference
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
      WHERE t.id IS NULL OR t.created_at >= ledger_archived_until()
      GROUP BY p.id, p.status, p.amount_kobo, p.credited_kobo
      HAVING count(e.id) <> (p.status = 'successful')::int
        OR (p.status = 'successful' AND sum(e.amount_kobo) <> coalesce(p.credited_kobo, p.amount_kobo))`,
  ],
  'accepted-payments-are-divided': [
    'An accepted payment credits no more than it brought in, and what the shop adds is booked against goodwill, up to the requested amount',
    `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p
      LEFT JOIN ledger_transaction t ON t.idempotency_key = 'goodwill:' || p.reference
      LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
      WHERE (coalesce(e.amount_kobo, 0) <> p.goodwill_kobo AND (t.id IS NULL OR t.created_at >= ledger_archived_until())) OR p.credited_kobo > p.received_kobo
        OR (p.goodwill_kobo > 0 AND p.credited_kobo + p.goodwill_kobo <> p.amount_kobo)
      UNION ALL SELECT 'ledger_transaction:' || t.id FROM ${scope.ledgerTransactions} t
      WHERE t.kind = 'goodwill' AND NOT EXISTS
        (SELECT FROM payment p WHERE t.idempotency_key = 'goodwill:' || p.reference)
        AND NOT EXISTS (SELECT FROM compensation_customer c WHERE c.done_at IS NOT NULL AND c.refusal IS NULL
          AND t.idempotency_key = 'compensation:' || c.compensation_id || ':' || c.user_id)`,
  ],
  'coupons-are-booked': [
    'A coupon credits a paid top-up once, no more than was promised, and what is left of it is on the statement',
    `SELECT 'coupon_redemption:' || r.id AS subject FROM coupon_redemption r
      JOIN payment p ON p.id = r.payment_id
      LEFT JOIN (SELECT user_id, metadata ->> 'payment_id' AS payment_id,
          sum(CASE type WHEN 'credit' THEN amount_kobo ELSE -amount_kobo END) AS kobo
        FROM wallet_transaction WHERE purpose = 'coupon' GROUP BY 1, 2) AS line
        ON line.user_id = r.user_id AND line.payment_id = r.payment_id::text
      WHERE p.user_id <> r.user_id OR (r.granted_at IS NOT NULL AND p.status <> 'successful')
        OR coalesce(line.kobo, 0) <> coalesce(r.granted_kobo, 0) - r.taken_back_kobo
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM ${scope.lines} w
      WHERE w.purpose = 'coupon' AND NOT EXISTS
        (SELECT FROM coupon_redemption r WHERE r.payment_id::text = w.metadata ->> 'payment_id')
      UNION ALL SELECT 'coupon:' || c.id FROM coupon c
      WHERE c.uses <> (SELECT count(*) FROM coupon_redemption r WHERE r.coupon_id = c.id AND r.released_at IS NULL)`,
  ],
  'referrals-are-booked': [
    'A reward for an invited customer belongs to their referrer and their credited top-up, and what is booked of it is on the statement',
    `SELECT 'referral_reward:' || r.id AS subject FROM referral_reward r
      JOIN payment p ON p.id = r.payment_id
      LEFT JOIN referral f ON f.user_id = r.user_id
      LEFT JOIN (SELECT user_id, metadata ->> 'referral_reward_id' AS reward_id,
          sum(CASE type WHEN 'credit' THEN amount_kobo ELSE -amount_kobo END) AS kobo
        FROM wallet_transaction WHERE purpose = 'referral' GROUP BY 1, 2) AS line
        ON line.user_id = r.referrer_id AND line.reward_id = r.id::text
      WHERE p.user_id <> r.user_id OR p.status <> 'successful' OR f.referrer_id IS DISTINCT FROM r.referrer_id
        OR coalesce(line.kobo, 0) <> CASE WHEN r.bookings = 0 THEN 0 ELSE r.reward_kobo - r.taken_back_kobo END
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM ${scope.lines} w
      WHERE w.purpose = 'referral' AND NOT EXISTS
        (SELECT FROM referral_reward r WHERE r.referrer_id = w.user_id AND r.id::text = w.metadata ->> 'referral_reward_id')`,
  ],
  'chargebacks-are-booked': [
    'The reversed amount of a payment was debited from its customer, to the kobo, and what was won was put back',
    `SELECT 'payment:' || p.id AS subject FROM ${scope.payments} p
      LEFT JOIN (SELECT user_id, metadata ->> 'payment_id' AS payment_id, sum(CASE type WHEN 'debit' THEN amount_kobo ELSE -amount_kobo END) AS taken
        FROM wallet_transaction WHERE purpose = 'chargeback' GROUP BY 1, 2) AS taken
        ON taken.user_id = p.user_id AND taken.payment_id = p.id::text
      LEFT JOIN (SELECT payment_id, sum(amount_kobo) AS taken
        FROM payment_chargeback WHERE won_at IS NULL GROUP BY 1) AS open ON open.payment_id = p.id
      WHERE coalesce(taken.taken, 0) <> p.charged_back_kobo OR coalesce(open.taken, 0) <> p.charged_back_kobo`,
  ],
  'won-disputes-are-opposite': [
    'A won dispute put back once exactly what its chargeback took',
    `SELECT 'payment_chargeback:' || c.id AS subject FROM payment_chargeback c
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
  ],
  'corrections-are-booked': [
    'A wallet correction or proposal is booked exactly when it was approved or needed no approval, and no line of a correction lacks one; a compensation begins exactly when it was approved or needed no approval, and each credit of it is booked',
    `SELECT 'wallet_correction:' || c.id AS subject FROM wallet_correction c
      LEFT JOIN wallet_transaction w ON w.id = c.transaction_id
      LEFT JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
        AND (t.idempotency_key = 'correction:' || c.reference OR c.kind NOT IN ('correction', 'funding_reversal'))
      WHERE (c.status IN ('approved', 'reversed') AND c.change IS NULL AND c.kind <> 'compensation') <> (t.id IS NOT NULL) OR w.user_id <> c.user_id
         OR w.type <> c.direction OR w.amount_kobo <> c.amount_kobo
      UNION ALL SELECT 'wallet_transaction:' || w.id FROM ${scope.lines} w
      WHERE w.purpose = 'correction' AND NOT EXISTS
        (SELECT FROM wallet_correction c WHERE c.transaction_id = w.id)
      UNION ALL SELECT 'compensation:' || k.id FROM compensation k JOIN wallet_correction c
        ON c.kind = 'compensation' AND c.subject_id = k.id
      WHERE (c.status = 'approved') <> (k.approved_at IS NOT NULL)
      UNION ALL SELECT 'compensation:' || k.id FROM compensation k JOIN compensation_customer g ON g.compensation_id = k.id
      WHERE k.give = 'credit' AND g.done_at IS NOT NULL AND g.refusal IS NULL AND NOT EXISTS
        (SELECT FROM wallet_transaction w WHERE w.reference = 'GOODWILL-' || k.id || '-' || g.user_id
           AND w.user_id = g.user_id AND w.purpose = 'goodwill' AND w.amount_kobo = k.amount_kobo)`,
  ],
  'large-corrections-have-two-admins': [
    'A movement of money by staff above the limit was approved by another admin than its proposer, or carried out after the delay for a shop with one admin',
    `SELECT 'wallet_correction:' || id AS subject FROM wallet_correction
      WHERE needs_approval AND status IN ('approved', 'reversed')
        AND (decided_by = proposed_by OR (decided_by IS NULL AND (executes_at <= decided_at) IS NOT TRUE))`,
  ],
  'reversals-are-opposite': [
    'A correction is reversed exactly when one posted reversal is its opposite',
    `SELECT 'wallet_correction:' || c.id AS subject FROM wallet_correction c
      LEFT JOIN wallet_correction r ON r.reversal_of = c.id AND r.status IN ('approved', 'reversed')
      GROUP BY c.id, c.status HAVING count(r.id) <> (c.status = 'reversed')::int
        OR bool_or(r.user_id <> c.user_id OR r.amount_kobo <> c.amount_kobo
          OR r.direction = c.direction OR r.status = 'reversed')`,
  ],
  'reversed-fundings-are-opposite': [
    'The reversal of a funding takes exactly the funded amount, from the same wallet',
    `SELECT 'wallet_correction:' || c.id AS subject FROM wallet_correction c
      LEFT JOIN wallet_transaction f ON f.id = c.subject_id AND f.purpose = 'funding'
      WHERE c.kind = 'funding_reversal' AND (c.user_id, c.direction, c.amount_kobo)
        IS DISTINCT FROM (f.user_id, 'debit', f.amount_kobo)`,
  ],
  'statement-equals-books': [
    'Every booked statement line has exactly one movement in the ledger of the same customer, and unbooked lines have none',
    `SELECT 'wallet_transaction:' || w.id AS subject FROM ${scope.lines} w
      LEFT JOIN ${scope.ledgerEntries} e ON e.transaction_id = w.ledger_transaction_id
        AND e.balance_after_kobo IS NOT NULL
      LEFT JOIN ledger_account a ON a.id = e.account_id
      LEFT JOIN ledger_transaction t ON t.id = w.ledger_transaction_id AND t.created_at < ledger_archived_until()
      WHERE a.user_id <> w.user_id
         OR (w.status IN ('successful', 'refunded')) <> (coalesce(e.id, t.id) IS NOT NULL)
         OR abs(e.amount_kobo) <> w.amount_kobo OR (e.amount_kobo > 0) <> (w.type = 'credit')`,
  ],
  'books-are-on-statements': [
    'Every movement of a wallet appears once on the statement of its owner',
    `SELECT 'ledger_transaction:' || t.id AS subject FROM ${scope.ledgerTransactions} t
      LEFT JOIN ${scope.lines} w ON w.ledger_transaction_id = t.id
      GROUP BY t.id, t.kind HAVING count(w.id) <> CASE WHEN t.kind IN (${SYSTEM_KINDS}) THEN 0 ELSE 1 END`,
  ],
  'one-charge-per-order': [
    'Every order was charged once, with its own amount',
    `SELECT 'order:' || o.id AS subject FROM ${scope.orders} o
      JOIN wallet_transaction w ON w.id = o.transaction_id
      LEFT JOIN ledger_transaction t ON t.id = w.ledger_transaction_id AND t.kind = 'purchase'
      WHERE t.id IS NULL OR w.amount_kobo <> o.amount_kobo OR w.user_id <> o.user_id`,
  ],
  'charges-have-an-order': [
    'No purchase was charged without an order',
    `SELECT 'wallet_transaction:' || w.id AS subject FROM ${scope.lines} w
      WHERE w.purpose = 'purchase' AND NOT EXISTS
        (SELECT FROM proxy_order o WHERE o.transaction_id = w.id)`,
  ],
  'no-payment-forgotten': [
    'Every open payment has a check scheduled, or is parked for staff',
    `SELECT 'payment:' || id AS subject FROM payment WHERE status IN ('created', 'pending')
      AND parked_at IS NULL AND (next_check_at IS NULL OR next_check_at < now() - ${STUCK_AFTER})`,
  ],
  'no-refund-forgotten': [
    'Every open card refund has a check scheduled',
    `SELECT 'payment_refund:' || id AS subject FROM payment_refund
      WHERE next_check_at < now() - ${STUCK_AFTER}`,
  ],
  'rejected-money-is-not-credited-and-refunded': [
    'A payment refunded to a card was never credited',
    `SELECT 'payment_refund:' || r.id AS subject FROM payment_refund r
      JOIN payment p ON p.id = r.payment_id WHERE p.status <> 'rejected'
        AND (p.status <> 'successful' OR p.credited_kobo IS NULL OR p.received_kobo IS NULL
          OR p.credited_kobo + r.amount_kobo > p.received_kobo)`,
  ],
  'no-webhook-forgotten': [
    'Every accepted payment notification is processed, or parked for staff',
    `SELECT 'webhook:' || id AS subject FROM payment_webhook
      WHERE processed_at IS NULL AND parked_at IS NULL AND next_attempt_at < now() - ${STUCK_AFTER}`,
  ],
});
