import { ANYWHERE, type PlaceFields } from '@/lib/place-choice';
import type { Protocol, SessionTtl } from '@/lib/proxy-options';

/** What the form of residential and mobile proxies holds. */
export interface PoolValues extends PlaceFields {
  ttl_minutes: SessionTtl;
  protocol: Protocol;
}

export const START: PoolValues = { ...ANYWHERE, ttl_minutes: 0, protocol: 'http' };
