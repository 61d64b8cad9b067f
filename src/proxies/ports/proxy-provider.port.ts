import type { ReservedAddress } from '../../catalog/catalog.types';
import type { OrderRequest } from '../orders/order.types';
import type { DailyUsage, Protocol, Targeting } from '../proxy.types';

/** One proxy as a provider hands it over. */
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
  /** Identifies the attempt for ever: the same key never buys twice. */
  readonly key: string;
  readonly order: OrderRequest;
  /** Addresses of our own stock held for it; a provider with a stock of its own ignores them. */
  readonly reserved: readonly ReservedAddress[];
}

export interface LookupRequest {
  readonly key: string;
  readonly quantity: number;
}

/**
 * What became of a purchase. `partly` and `rejected` are final: the rest will not come. `unknown`
 * is every answer from which it cannot be told whether the provider did or will deliver.
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

/** `missing`: the provider has no record of the key, yet. */
export type LookupResult = ProvisionResult | { readonly outcome: 'missing' };

/** Only the fields that are given change. */
export interface ProxyConfig {
  readonly protocol?: Protocol;
  readonly targeting?: Targeting;
  readonly ttlMinutes?: number;
}

/** What became of a change that costs nothing and may simply be asked for again. */
export type ChangeResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type ReissueResult =
  | { readonly outcome: 'done'; readonly username: string; readonly password: string }
  | Exclude<ChangeResult, { outcome: 'done' }>;

export interface UsageReading {
  readonly apiId: string;
  /** Bytes in both directions since it was bought. */
  readonly usedBytes: bigint;
}

/** A stretch of the provider's usage feed. */
export interface UsageChanges {
  readonly readings: readonly UsageReading[];
  /** Where to go on; opaque. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly more: boolean;
}

export interface MonthlyUsage {
  /** `YYYY-MM` of the shop's zone. */
  readonly month: string;
  readonly usedBytes: bigint;
}

/**
 * Whoever delivers proxies. No method throws for anything the provider does, and none may be called
 * inside a unit of work.
 */
export abstract class ProxyProvider {
  /** Stored beside every row of theirs. */
  abstract readonly name: string;
  /** Milliseconds after a purchase was sent when `missing` means it will never come. */
  abstract readonly missingIsFinalAfterMs: number;

  abstract provision(request: ProvisionRequest): Promise<ProvisionResult>;
  abstract lookup(request: LookupRequest): Promise<LookupResult>;
  abstract reconfigure(apiId: string, config: ProxyConfig): Promise<ChangeResult>;
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
