
/**
 * `joined`: no sufficient top-up yet. `pending`: the reward is booked within a minute. `reversed`: their top-up was taken
back by the bank.
 */
export type ReferralState = typeof ReferralState[keyof typeof ReferralState];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ReferralState = {
  joined: 'joined',
  pending: 'pending',
  rewarded: 'rewarded',
  reversed: 'reversed',
} as const;
