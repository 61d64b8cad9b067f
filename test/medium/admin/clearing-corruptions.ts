/** A balanced posting between two accounts of the shop. */
const systemPosting = (kind: string, from: string, to: string) =>
  `WITH t AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference)
     VALUES ('x', '${kind}', 'TOPUP-1') RETURNING id)
   INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
   SELECT t.id, a.id, CASE a.code WHEN '${to}' THEN 100 ELSE -100 END
   FROM t, ledger_account a WHERE a.code IN ('${from}', '${to}')`;

const PAYOUT = `INSERT INTO payment_payout (id, provider, reference, amount_kobo, fee_kobo, source, paid_at)
  VALUES (1, 'korapay', 'PO-1', 100, 0, 'api', now())`;
const toItem = (kind: string, result: string, kobo: number, held = 0, fee = 0) =>
  `INSERT INTO payment_payout_item (payout_id, position, kind, reference, amount_kobo, fee_kobo, result,
     payment_id, held_kobo)
   SELECT 1, 0, '${kind}', reference, ${kobo}, ${fee}, '${result}', id, ${held} FROM payment`;

/** Statements that violate the invariants of card money without a wallet, after the top-up `TOPUP-1`. */
export const CLEARING_CORRUPTIONS: Record<string, string[]> = {
  'system-movements-go-their-way': [systemPosting('payout', 'korapay_clearing', 'bank')],
  'money-in-review-is-held': [systemPosting('review_hold', 'korapay_clearing', 'in_review')],
  'provider-fees-are-booked': [`UPDATE payment SET fee_booked_kobo = 1`],
  'payouts-are-booked': [PAYOUT],
  'payments-are-paid-out-once': [PAYOUT, toItem('charge', 'matched', 99_999)],
  'disputes-are-held': [PAYOUT, toItem('dispute', 'matched', 100, 100)],
  'clearing-equals-what-the-provider-owes': [
    `UPDATE ledger_entry SET amount_kobo = amount_kobo - 100
     WHERE account_id = (SELECT id FROM ledger_account WHERE code = 'korapay_clearing')`,
  ],
};

/** Further violations. */
export const MORE_CLEARING_CORRUPTIONS: [string, string, string][] = [
  [
    'system-movements-go-their-way',
    'another kind on the account of the money in review',
    `UPDATE ledger_entry SET account_id = (SELECT id FROM ledger_account WHERE code = 'in_review')
     WHERE balance_after_kobo IS NULL AND amount_kobo < 0`,
  ],
  [
    'money-in-review-is-held',
    'a review without a posting',
    `UPDATE payment SET status = 'review', received_kobo = 100`,
  ],
  [
    'provider-fees-are-booked',
    'a fee of no payment',
    systemPosting('provider_fee', 'provider_fees', 'korapay_clearing'),
  ],
  [
    'transactions-have-two-sides',
    'a payout through a wallet',
    `UPDATE ledger_transaction SET kind = 'payout' WHERE kind = 'topup'`,
  ],
  [
    'books-are-on-statements',
    'a statement line of a payout',
    `UPDATE ledger_transaction SET kind = 'payout' WHERE kind = 'topup'`,
  ],
  [
    'payouts-are-booked',
    'a posting without a payout',
    systemPosting('payout', 'bank', 'korapay_clearing'),
  ],
  [
    'payouts-are-booked',
    'a fee of a refund that is not booked',
    `${PAYOUT}; ${systemPosting('payout', 'bank', 'korapay_clearing').replace("'TOPUP-1'", "'PO-1'")};
     ${toItem('refund', 'matched', 100, 0, 10)}`,
  ],
  [
    'payments-are-paid-out-once',
    'a payment that was not credited',
    `${PAYOUT}; ${toItem('charge', 'matched', 100_000)}; UPDATE payment SET status = 'failed'`,
  ],
  [
    'disputes-are-held',
    'a hold without an item',
    systemPosting('dispute_hold', 'disputes', 'korapay_clearing'),
  ],
];
