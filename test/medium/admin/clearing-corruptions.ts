/** A balanced posting between two accounts of the shop. */
const systemPosting = (kind: string, from: string, to: string) =>
  `WITH t AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference)
     VALUES ('x', '${kind}', 'TOPUP-1') RETURNING id)
   INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
   SELECT t.id, a.id, CASE a.code WHEN '${to}' THEN 100 ELSE -100 END
   FROM t, ledger_account a WHERE a.code IN ('${from}', '${to}')`;

/** Statements that violate the invariants of card money without a wallet, after the top-up `TOPUP-1`. */
export const CLEARING_CORRUPTIONS: Record<string, string[]> = {
  'system-movements-go-their-way': [systemPosting('payout', 'korapay_clearing', 'bank')],
  'money-in-review-is-held': [systemPosting('review_hold', 'korapay_clearing', 'in_review')],
  'provider-fees-are-booked': [`UPDATE payment SET fee_booked_kobo = 1`],
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
];
