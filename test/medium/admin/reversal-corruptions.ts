const WON_DISPUTE = `INSERT INTO payment_chargeback (payment_id, kind, amount_kobo, transaction_id,
    won_transaction_id, won_at)
  SELECT id, 'chargeback', 100, transaction_id, 0, now() FROM payment`;

const COUPON = `INSERT INTO coupon (code, percent, starts_at, uses, created_by)
  SELECT 'CORRUPT', 10, now(), 1, min(id) FROM users`;

const REFERRER = `INSERT INTO users (name, email) VALUES ('Referrer', 'referrer@example.com')`;
const REFERRAL = `INSERT INTO referral (user_id, referrer_id)
  SELECT p.user_id, u.id FROM payment p, users u WHERE u.name = 'Referrer' LIMIT 1`;

/** Statements that violate the rules about chargebacks and other reversals. */
export const REVERSAL_CORRUPTIONS: Record<string, string[]> = {
  'won-disputes-are-opposite': [WON_DISPUTE],
  'coupons-are-booked': [
    COUPON,
    `INSERT INTO coupon_redemption (coupon_id, user_id, payment_id, bonus_kobo, granted_kobo, granted_at)
     SELECT c.id, p.user_id, p.id, 100, 100, now() FROM payment p, coupon c`,
  ],
  'referrals-are-booked': [
    REFERRER,
    REFERRAL,
    `INSERT INTO referral_reward (user_id, referrer_id, payment_id, reward_kobo, bookings, status)
     SELECT f.user_id, f.referrer_id, p.id, 100, 1, 'granted' FROM referral f JOIN payment p ON p.user_id = f.user_id LIMIT 1`,
  ],
  'reversed-fundings-are-opposite': [
    `UPDATE wallet_correction SET kind = 'funding_reversal', direction = 'debit', subject_id =
       (SELECT id FROM wallet_transaction WHERE reference = 'TOPUP-1')`,
  ],
};

export const MORE_REVERSAL_CORRUPTIONS: [string, string, string][] = [
  ['coupons-are-booked', 'a use that nobody made', COUPON],
  [
    'coupons-are-booked',
    'a bonus without a coupon',
    `UPDATE wallet_transaction SET purpose = 'coupon', metadata = '{}' WHERE purpose = 'topup'`,
  ],
  [
    'member-spending-is-charged',
    'a charge of another account',
    `INSERT INTO member_charge (transaction_id, owner_id, member_id, day)
     SELECT transaction_id, user_id + 1, 1, current_date FROM proxy_order;
     INSERT INTO member_spending (owner_id, member_id, day, spent_kobo)
     SELECT user_id + 1, 1, current_date, amount_kobo FROM proxy_order`,
  ],
  [
    'member-spending-is-charged',
    'spending without a charge',
    `INSERT INTO member_spending (owner_id, member_id, day, spent_kobo) SELECT user_id, 1, current_date, 100 FROM proxy_order`,
  ],
  [
    'referrals-are-booked',
    'a reward without a referral',
    `UPDATE wallet_transaction SET purpose = 'referral', metadata = '{}' WHERE purpose = 'topup'`,
  ],
  [
    'chargebacks-are-booked',
    'a chargeback that is not counted',
    `INSERT INTO payment_chargeback (payment_id, kind, amount_kobo, transaction_id)
     SELECT id, 'chargeback', 100, transaction_id FROM payment`,
  ],
  [
    'won-disputes-are-opposite',
    'money put back without a chargeback',
    `UPDATE ledger_transaction SET kind = 'chargeback_reversal' WHERE kind = 'topup'`,
  ],
  ['money-is-audited', 'a won dispute', WON_DISPUTE],
];
