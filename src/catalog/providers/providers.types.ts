import { PLACE_LEVELS, type PlaceLevel } from '../../common/dialects/upstream-network';
import type { NetworkKind } from '../networks/network.entity';

/** Providers whose management APIs are known; see `provider-kinds.ts`. */
export const PROVIDER_KINDS = [
  'proxy_seller',
  'webshare',
  'dataimpulse',
  'evomi',
  'iproyal',
  'oxylabs',
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export interface ProviderKindRules {
  readonly name: string;
  /** Of its API, without a slash at the end. */
  readonly baseUrl: string;
  /** What staff enter as the key. */
  readonly keyLabel: string;
  /** Whether addresses can be bought and prolonged. */
  readonly buys: boolean;
  /** Whether its addresses can be listed and replaced. */
  readonly lists: boolean;
  /** Of which places its API has lists. */
  readonly places: readonly PlaceLevel[];
}

export const PROVIDER_RULES: Readonly<Record<ProviderKind, ProviderKindRules>> = {
  proxy_seller: {
    name: 'Proxy-Seller',
    baseUrl: 'https://proxy-seller.com/personal/api/v2',
    keyLabel: 'API key',
    ...{ buys: true, lists: true, places: [] },
  },
  webshare: {
    name: 'Webshare',
    baseUrl: 'https://proxy.webshare.io',
    keyLabel: 'API key',
    ...{ buys: false, lists: true, places: [] },
  },
  dataimpulse: {
    name: 'DataImpulse',
    baseUrl: 'https://api.dataimpulse.com/reseller',
    keyLabel: 'Login and password of the API, with a colon between them',
    ...{ buys: false, lists: false, places: ['country'] },
  },
  evomi: {
    name: 'Evomi',
    baseUrl: 'https://reseller.evomi.com/v2',
    keyLabel: 'Reseller API key',
    ...{ buys: false, lists: false, places: PLACE_LEVELS },
  },
  iproyal: {
    name: 'IPRoyal',
    baseUrl: 'https://resi-api.iproyal.com/v1',
    keyLabel: 'API token',
    ...{ buys: false, lists: false, places: PLACE_LEVELS },
  },
  oxylabs: {
    name: 'Oxylabs',
    baseUrl: 'https://residential-api.oxylabs.io/v2',
    keyLabel: 'User name and password of the API, with a colon between them',
    ...{ buys: false, lists: false, places: [] },
  },
};

/** Staff's description of an account; without its key. */
export interface ProviderSettings {
  readonly name: string;
  readonly kind: ProviderKind;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly enabled: boolean;
  /** Millionths of a US dollar; null is no limit. */
  readonly monthlyBudgetMicros: bigint | null;
  readonly buysAutomatically: boolean;
  /** Millionths of a US dollar that automatic purchases of a day in UTC may cost; null is no limit. */
  readonly dailyAutomaticMicros: bigint | null;
  readonly automaticPeriod: string;
  /** ISO code in lower case → free units to keep. */
  readonly minimumStock: Readonly<Record<string, number>>;
  readonly note: string | null;
}

export interface ListedProvider extends ProviderSettings {
  readonly id: number;
  readonly balanceMicros: bigint | null;
  readonly balanceAt: Date | null;
  /** Paid traffic that is left, in gigabytes of the provider. */
  readonly leftGb: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Bought or on the way this calendar month in UTC, in millionths of a US dollar. */
  readonly spentMicros: bigint;
  /** Of that, what was bought automatically today in UTC. */
  readonly automaticTodayMicros: bigint;
  /** Units of stock that were bought here. */
  readonly units: number;
}

/** What a call to the provider needs. Never log it. */
export interface ProviderAccount {
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface Offer {
  /** ISO codes in lower case. */
  readonly countries: readonly string[];
  readonly periods: readonly { readonly id: string; readonly name: string }[];
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

/**
 * A provider that sells addresses. Reads throw `ProviderRefusal` or `ProviderSilence`; so do writes, of which a refusal
 * says that nothing was bought, and silence that nobody knows.
 */
export interface StockProvider {
  offers(account: ProviderAccount): Promise<Offer>;
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

/** How a provider counts the traffic of an account; gigabytes are those of its bills. */
export type TrafficCounter = 'used_bytes' | 'used_gb' | 'left_gb';

/** A running count of the traffic of an account. */
export interface TrafficCount {
  readonly counter: TrafficCounter;
  /** Bytes or gigabytes of the provider, as `counter` says. */
  readonly amount: number;
}

/** A count as it was read. */
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
