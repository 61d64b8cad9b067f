import type { PlaceReach } from '../common/gateway/place-reach';
import type { Money } from '../common/money/money';
import type { PriceBook } from './prices/price-list.entity';

export const EXIT_KINDS = ['datacenter', 'residential', 'mobile'] as const;
export type ExitKind = (typeof EXIT_KINDS)[number];

/** Kinds sold by traffic; one credential is served by a pool of exits. */
export const POOL_KINDS = ['residential', 'mobile'] as const;
export type PoolKind = (typeof POOL_KINDS)[number];

/** Location code for any enabled exit of the kind. */
export const RANDOM_LOCATION = 'zz';

/** `proxy_type` of datacenter proxies in the API. */
export const DATACENTER_PRODUCT = 'individual_ipv4';

/** Rental periods of datacenter addresses in minutes: 30, 60 and 90 days. */
export const DATACENTER_PERIODS = [43_200, 86_400, 129_600] as const;
export type DatacenterPeriod = (typeof DATACENTER_PERIODS)[number];

/**
 * A unit of stock is delivered up to minutes after it was reserved, and the clock of a provider may be ahead: every sale
 * ends at least this long before its unit.
 */
export const SALE_MARGIN_MINUTES = 60;

/** Maximum number of datacenter addresses in one order. */
export const MAX_QUANTITY = 1000;

/** Most gigabytes in one order, unless a package is larger. */
export const MAX_TRAFFIC_GB = 1000;

/** Protocols that every exit supports. */
export const OFFERED_PROTOCOLS = ['http', 'socks5'] as const;

export interface DatacenterCountry {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** Requested location; null and country `zz` match any. */
export interface TargetingRequest {
  readonly country: string;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
}

/** A location of a pool that can be delivered, with the prices in force. */
export interface PoolOffer {
  readonly targeting: TargetingRequest;
  readonly locationName: string;
  readonly book: PriceBook;
}

/** The price of traffic in a location. */
export interface PoolQuote extends TrafficPackage {
  readonly reach: PlaceReach;
  readonly targeting: TargetingRequest;
  readonly locationName: string;
}

/** What traffic costs in a place. */
export interface PlaceOffer {
  /** Price of so many gigabytes, by gigabytes. */
  readonly prices: ReadonlyMap<number, Money>;
  /** Places that are no more expensive for any of them. */
  readonly reach: PlaceReach | null;
}

export interface TrafficPackage {
  readonly gigabytes: number;
  readonly price: Money;
  /** Days the traffic may be used. */
  readonly validityDays: number;
}

/** A dedicated address reserved for an order. */
export interface ReservedAddress {
  readonly exitNodeId: number;
  readonly address: string;
}

/** Host and ports that customers put in their settings. */
export interface Endpoint {
  readonly host: string;
  /** For HTTP. */
  readonly port: number;
  readonly portSocks5: number;
}

export interface EndpointRequest {
  /** The dedicated address; null for a pool proxy. */
  readonly address: string | null;
  readonly kind: ExitKind;
  /** ISO code or `zz`. */
  readonly country: string;
  /** The endpoint to keep where possible. */
  readonly current: Endpoint;
}

export const PRODUCTS = ['residential', 'mobile', 'datacenter'] as const;
export type Product = (typeof PRODUCTS)[number];

/** SQL condition: the stock unit `s` ends within 7 days. A sold one also after its end, when its customer has nothing. */
export const ENDS_SOON = `s.upstream_expires_at < now() + interval '7 days' AND s.dead_at IS NULL
  AND (s.order_id IS NOT NULL OR (s.enabled AND s.upstream_expires_at > now()))`;
