
export type ProxyType = typeof ProxyType[keyof typeof ProxyType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyType = {
  individual_ipv4: 'individual_ipv4',
  residential_ipv4: 'residential_ipv4',
  mobile_ipv4: 'mobile_ipv4',
} as const;
