
export type NotificationKind = typeof NotificationKind[keyof typeof NotificationKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const NotificationKind = {
  low_balance: 'low_balance',
  expiry: 'expiry',
  traffic: 'traffic',
  sign_in: 'sign_in',
  auto_renewal: 'auto_renewal',
  weekly_summary: 'weekly_summary',
} as const;
