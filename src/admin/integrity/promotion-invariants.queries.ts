import type { CheckScope } from './check-scope';
import type { Invariant } from './invariant.types';

/** Invariants of what the shop gives with top-ups: bonuses of coupons, and rewards for invited customers. */
export const buildPromotionInvariants = (scope: CheckScope): readonly Invariant[] => [
  {
    name: 'coupons-are-booked',
    description:
      'A coupon credits a paid top-up once, no more than was promised, and what is left of it is on the statement',
    violationsSql: `SELECT 'coupon_redemption:' || r.id AS subject FROM coupon_redemption r
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
  },
  {
    name: 'referrals-are-booked',
    description:
      'A reward for an invited customer belongs to their referrer and their credited top-up, and what is booked of it is on the statement',
    violationsSql: `SELECT 'referral_reward:' || r.id AS subject FROM referral_reward r
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
  },
];
