
/**
 * Ways to pay a top-up, for `channel` of `POST /payments/initialize-topup`; empty when the checkout decides.
 */
export type TopupChannel = typeof TopupChannel[keyof typeof TopupChannel];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TopupChannel = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  pay_with_bank: 'pay_with_bank',
  mobile_money: 'mobile_money',
} as const;
