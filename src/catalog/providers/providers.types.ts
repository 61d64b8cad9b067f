import type { PlaceLevel } from '../../common/dialects/upstream-network';
import type { NetworkKind } from '../networks/network.entity';
import type { TrafficCounter } from './provider.entity';

/** What a call to the provider needs. Never log it. */
export interface ProviderAccount {
  readonly id: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface StockOrder {
  /** ISO code in lower case. */
  readonly country: string;
  readonly quantity: number;
  readonly period: string;
}

/** An address of the account, with its credentials: never log it. */
export interface ProviderAddress {
  /** Its id at the provider, which may change on renewal. */
  readonly ref: string;
  readonly orderRef: string | null;
  readonly address: string;
  readonly httpPort: number;
  readonly username: string;
  readonly password: string;
  /** ISO code in lower case. */
  readonly country: string | null;
  readonly endsAt: Date | null;
}

export interface PlacedOrder {
  readonly orderRef: string;
  readonly totalMicros: bigint | null;
}

export const REPLACEMENT_REASONS = [
  'not_working',
  'wrong_location',
  'too_slow',
  'other_network',
] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/** What a provider sells. */
export interface StockOffers {
  /** ISO codes in lower case. */
  readonly countries: string[];
  readonly periods: { readonly id: string; readonly name: string }[];
}

/**
 * A provider that sells addresses. Reads throw `ProviderRefusal` or `ProviderOutcomeUnknown`; so do writes, of which a refusal
 * says that nothing was bought, and an unknown outcome that nobody knows.
 */
export interface StockProvider {
  offers(account: ProviderAccount): Promise<StockOffers>;
  /** How long an address of the period lasts; null for a period that it does not know. */
  getDays(period: string): number | null;
  /** @returns millionths of a US dollar. */
  quote(account: ProviderAccount, order: StockOrder): Promise<bigint>;
  order(account: ProviderAccount, order: StockOrder): Promise<PlacedOrder>;
  quoteProlongation(account: ProviderAccount, address: string, period: string): Promise<bigint>;
  prolong(account: ProviderAccount, address: string, period: string): Promise<PlacedOrder>;
}

/** A provider whose addresses can be listed and replaced. */
export interface AddressProvider {
  list(account: ProviderAccount): Promise<ProviderAddress[]>;
  replace(
    account: ProviderAccount,
    unit: { readonly ref: string; readonly address: string; readonly country: string },
    reason: ReplacementReason,
  ): Promise<void>;
}

/** A running count of the traffic of an account. */
export interface TrafficCount {
  readonly counter: TrafficCounter;
  /** Bytes or gigabytes of the provider, as `counter` says. */
  readonly amount: number;
}

export interface CounterReading extends TrafficCount {
  readonly at: Date;
}

/** What an account tells about itself; null for what it does not tell. */
export interface AccountState {
  /** Millionths of a US dollar. */
  readonly balanceMicros: bigint | null;
  /** Paid traffic that is left, in gigabytes of the provider. */
  readonly leftGb: number | null;
  /** A count of what was used may begin again at 0, one of what is left rises with a purchase. */
  readonly count: TrafficCount | null;
}

/** A place as an account's API lists it. */
export interface NamedPlace {
  readonly level: PlaceLevel;
  /** ISO code of the country that it is in, or is; in any case. */
  readonly country: string;
  /** As people know it; empty for a country. */
  readonly name: string;
  /** What stands in the credentials. */
  readonly providerName: string;
}

/** A provider that lists the places of its networks. Throws as `StockProvider`. */
export interface PlaceProvider {
  listPlaces(account: ProviderAccount, kind: NetworkKind): Promise<NamedPlace[]>;
}

/** Throws as `StockProvider`. */
export interface StateProvider {
  readState(account: ProviderAccount): Promise<AccountState>;
}

/** A provider that tells what the traffic of an account was on a day; of others the running count is read. */
export interface UsageProvider {
  /** @param day its midnight in UTC. @returns bytes of both directions; null when it has no count yet. */
  countDay(account: ProviderAccount, day: Date): Promise<number | null>;
}

export interface ProviderAdapter extends StateProvider {
  readonly stock?: StockProvider;
  readonly addresses?: AddressProvider;
  readonly usage?: UsageProvider;
  readonly places?: PlaceProvider;
}
