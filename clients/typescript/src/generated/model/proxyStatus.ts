
/**
 * `expired` whenever `is_expired`.
 */
export type ProxyStatus = typeof ProxyStatus[keyof typeof ProxyStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyStatus = {
  active: 'active',
  expired: 'expired',
  suspended: 'suspended',
} as const;
