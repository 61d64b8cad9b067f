import type { IconName } from '@/components/ui/icon';

export type ProxyType = 'datacenter' | 'residential' | 'mobile';

export interface ProxyTypeInfo {
  type: ProxyType;
  name: string;
  icon: IconName;
  lead: string;
  facts: readonly string[];
}

export const PROXY_TYPES: readonly ProxyTypeInfo[] = [
  {
    type: 'residential',
    name: 'Residential',
    icon: 'home',
    lead: 'Addresses of home connections.',
    facts: ['Traffic-based', 'Multiple location switches', 'HTTP and SOCKS5'],
  },
  {
    type: 'mobile',
    name: 'Mobile',
    icon: 'phone',
    lead: 'Real carrier IPs.',
    facts: ['Traffic-based', 'Multiple location switches', 'The highest trust'],
  },
  {
    type: 'datacenter',
    name: 'Datacenter',
    icon: 'server',
    lead: 'Dedicated addresses, and the fastest.',
    facts: ['Expires by duration', 'Not traffic-limited', 'Fixed single location'],
  },
];

export const isProxyType = (value: string | null): value is ProxyType =>
  PROXY_TYPES.some(({ type }) => type === value);
