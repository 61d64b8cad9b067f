import type { DatacenterPurchaseRequest, PoolPurchaseRequest } from './order.types';

const MINUTES_A_DAY = 24 * 60;

/** "Residential proxy, 5 GB, Nigeria": the line on the wallet statement. */
export const describePool = (wish: PoolPurchaseRequest, country: string): string =>
  `${wish.type === 'mobile_ipv4' ? 'Mobile' : 'Residential'} proxy, ${wish.gigabytes} GB, ${country}`;

/** "3 datacenter proxies, 30 days, Germany". */
export const describeDatacenter = (wish: DatacenterPurchaseRequest, country: string): string => {
  const what = wish.quantity === 1 ? 'Datacenter proxy' : `${wish.quantity} datacenter proxies`;
  return `${what}, ${wish.durationMinutes / MINUTES_A_DAY} days, ${country}`;
};
