
export type ProxyTypeFilter = typeof ProxyTypeFilter[keyof typeof ProxyTypeFilter];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ProxyTypeFilter = {
  datacenter: 'datacenter',
  residential: 'residential',
  mobile: 'mobile',
  individual_ipv4: 'individual_ipv4',
  residential_ipv4: 'residential_ipv4',
  mobile_ipv4: 'mobile_ipv4',
} as const;
