import type { ReservedAddress } from '../../catalog/catalog.types';
import type { OrderRequest } from '../orders/order.types';
import type { LiveConnectionList } from '../connections/live-connections.types';
import type { DailyUsage, Protocol, Targeting } from '../proxy.types';

/** One proxy as delivered by a provider. */
export interface DeliveredUnit {
  /** The provider's id of it. */
  readonly apiId: string;
  readonly host: string;
  readonly port: number;
  readonly portSocks5: number;
  readonly username: string;
  readonly password: string;
  /** Dedicated address, when it has one. */
  readonly ip: string | null;
  readonly sessionId: string | null;
  /** Null when not limited by traffic. */
  readonly limitBytes: bigint | null;
  readonly expiresAt: Date;
}

export interface ProvisionRequest {
  /** Idempotency key of the attempt. */
  readonly key: string;
  readonly order: OrderRequest;
  /** Stock addresses reserved for the order; a provider with its own stock ignores them. */
  readonly reserved: readonly ReservedAddress[];
}

export interface LookupRequest {
  readonly key: string;
  readonly quantity: number;
}

/**
 * Result of a purchase. `partly` and `rejected` are final. `unknown` is every answer that does not
 * show whether the provider has delivered or will.
 */
export type ProvisionResult =
  | { readonly outcome: 'delivered'; readonly units: readonly DeliveredUnit[] }
  | {
      readonly outcome: 'partly';
      readonly units: readonly DeliveredUnit[];
      readonly reason: string;
    }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** `missing`: the provider has no record of the key (yet). */
export type LookupResult = ProvisionResult | { readonly outcome: 'missing' };

/** More traffic or time for a delivered proxy. */
export interface ExtendRequest {
  /** Idempotency key of the attempt. */
  readonly key: string;
  readonly apiId: string;
  /** 0 for none. */
  readonly addBytes: bigint;
  /** Added to the end, or to now when that is over; 0 for none. */
  readonly extendMinutes: number;
}

/** What an extension gave. */
export interface Extension {
  readonly addedBytes: bigint;
  /** How far the end moved; more than the period when the proxy had expired. */
  readonly addedMs: bigint;
}

export type ExtendResult =
  | ({ readonly outcome: 'extended' } & Extension)
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** `missing`: the provider has no record of the key (yet). */
export type ExtensionLookup = ExtendResult | { readonly outcome: 'missing' };

/** What taking an extension back came to: no used traffic, and no time that is over. */
export interface Retraction {
  readonly takenBytes: bigint;
  readonly takenMs: bigint;
}

export type RetractResult =
  | ({ readonly outcome: 'retracted' } & Retraction)
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Fields left out stay unchanged. */
export interface ProxyConfig {
  readonly protocol?: Protocol;
  readonly targeting?: Targeting;
  readonly ttlMinutes?: number;
}

/** Result of an idempotent change. */
export type ChangeResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type ReissueResult =
  | { readonly outcome: 'done'; readonly username: string; readonly password: string }
  | Exclude<ChangeResult, { outcome: 'done' }>;

export type ConnectionsResult =
  | ({ readonly outcome: 'done' } & LiveConnectionList)
  | Exclude<ChangeResult, { outcome: 'done' }>;

/** `isComplete`: whether every gateway has answered; otherwise more may be open. */
export type CloseConnectionsResult =
  | { readonly outcome: 'done'; readonly closed: number; readonly isComplete: boolean }
  | Exclude<ChangeResult, { outcome: 'done' }>;

export interface UsageReading {
  readonly apiId: string;
  /** Bytes in both directions since it was bought. */
  readonly usedBytes: bigint;
}

/** One page of the usage feed of a provider. */
export interface UsageChanges {
  readonly readings: readonly UsageReading[];
  /** Opaque position of the next page. */
  readonly cursor: string;
  /** Whether another page is available now. */
  readonly more: boolean;
}

export interface MonthlyUsage {
  /** `YYYY-MM` of the shop's zone. */
  readonly month: string;
  readonly usedBytes: bigint;
}

/**
 * Port of a proxy provider. Changes return their outcome instead of throwing. No method may be called
 * inside a unit of work.
 */
export abstract class ProxyProvider {
  /** Stored in the `provider` column of orders and proxies. */
  abstract readonly name: string;
  /** Milliseconds after which a purchase that is still `missing` is cancelled. */
  abstract readonly cancelMissingAfterMs: number;

  abstract provision(request: ProvisionRequest): Promise<ProvisionResult>;
  abstract lookup(request: LookupRequest): Promise<LookupResult>;
  /**
   * Makes sure that a key will never be delivered, also by a call that is still under way.
   * @returns what was delivered before, or `missing`, which is then final.
   */
  abstract cancel(request: LookupRequest): Promise<LookupResult>;
  /** Gives traffic or time to a proxy, once per key. */
  abstract extend(request: ExtendRequest): Promise<ExtendResult>;
  abstract lookupExtension(key: string): Promise<ExtensionLookup>;
  /** As `cancel`, for an extension. */
  abstract cancelExtension(key: string): Promise<ExtensionLookup>;
  /** Takes an extension back, once per key; a repeated call returns the same result. */
  abstract retractExtension(key: string): Promise<RetractResult>;
  abstract reconfigure(apiId: string, config: ProxyConfig): Promise<ChangeResult>;
  /**
   * New connections of a session leave from another exit, where there is a choice; open ones stay. May be repeated.
   * @param session the proxy's own when null.
   */
  abstract rotateSession(apiId: string, session: string | null): Promise<ChangeResult>;
  /** The open connections of a proxy. @param withTargets whether they name the hosts they go to. */
  abstract connections(apiId: string, withTargets: boolean): Promise<ConnectionsResult>;
  /** @param connectionId all when null. */
  abstract closeConnections(
    apiId: string,
    connectionId: string | null,
  ): Promise<CloseConnectionsResult>;
  abstract suspend(apiId: string): Promise<ChangeResult>;
  abstract resume(apiId: string): Promise<ChangeResult>;
  /** The old username and password stop working. */
  abstract reissueCredentials(apiId: string): Promise<ReissueResult>;
  /** Unknown ids are left out. @throws when the provider does not answer. */
  abstract usage(apiIds: readonly string[]): Promise<UsageReading[]>;
  /**
   * Readings that changed since the cursor (all when null), repeats possible, none ever missed.
   * @throws when the provider does not answer.
   */
  abstract usageChanges(cursor: string | null, limit: number): Promise<UsageChanges>;
  /** Traffic of these proxies per calendar month since `from`; months without any are left out. */
  abstract usageByMonth(apiIds: readonly string[], from: Date): Promise<MonthlyUsage[]>;
  /** Traffic of one proxy per day of the shop's zone since `from`; days without any are left out. */
  abstract usageByDay(apiId: string, from: Date): Promise<DailyUsage[]>;
}
