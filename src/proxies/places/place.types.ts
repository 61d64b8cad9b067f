import type { PoolProxyType, Targeting } from '../proxy.types';

/** The order of a dearer place as it is stored. */
export interface PlaceRequest extends Targeting {
  readonly kind: 'place';
  readonly type: PoolProxyType;
  readonly proxyId: number;
  /** Where the proxy was before, and goes back to with a refund. */
  readonly from: Targeting;
  /** Kobo that all traffic of an order is worth there, by order. */
  readonly worth: Readonly<Record<string, string>>;
}
