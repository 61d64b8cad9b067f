import type { Protocol, ProxyType, SessionTtl, Targeting } from './proxy.types';

export interface PoolOrderRequest extends Targeting {
  readonly type: Exclude<ProxyType, 'individual_ipv4'>;
  readonly protocol: Protocol;
  readonly ttlMinutes: SessionTtl;
  readonly gigabytes: number;
  readonly validityDays: number;
}

export interface DatacenterOrderRequest {
  readonly type: 'individual_ipv4';
  readonly protocol: Protocol;
  readonly country: string;
  readonly durationMinutes: number;
  readonly quantity: number;
}

/** What was ordered, as the provider is asked for it. Stored with the order. */
export type OrderRequest = PoolOrderRequest | DatacenterOrderRequest;
