
/**
 * Way to pay that the checkout opens with: one of `topup_channels` of GET /auth/config. The others stay
available there.
 */
export type TopupChannel = typeof TopupChannel[keyof typeof TopupChannel];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TopupChannel = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  pay_with_bank: 'pay_with_bank',
  mobile_money: 'mobile_money',
} as const;
