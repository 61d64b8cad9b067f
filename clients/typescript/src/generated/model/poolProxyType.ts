
export type PoolProxyType = typeof PoolProxyType[keyof typeof PoolProxyType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PoolProxyType = {
  residential_ipv4: 'residential_ipv4',
  mobile_ipv4: 'mobile_ipv4',
} as const;
