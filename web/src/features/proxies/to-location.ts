import { RANDOM_LOCATION, type ProxyLocation } from '@/lib/proxy-location';
import type { Proxy } from './proxy';

/** Where a proxy leaves when its username asks for no place. */
export const toLocation = ({ location, pool_data: pool }: Proxy): ProxyLocation => ({
  country: location,
  region: pool?.region ?? RANDOM_LOCATION.region,
  city: pool?.city ?? RANDOM_LOCATION.city,
  isp: pool?.isp ?? RANDOM_LOCATION.isp,
});
