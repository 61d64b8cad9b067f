/**
 * The price list as it is stored, sent and edited: one JSON document per version. Amounts are US dollars with up to
 * six decimals, converted with rate and markup of the settings, or whole naira.
 */
export interface PriceList {
  readonly residential: TrafficPrices;
  readonly mobile: TrafficPrices;
  readonly datacenter: AddressPrices;
  readonly groups: readonly CountryGroup[];
  readonly customers: readonly CustomerRate[];
}

/** Exactly one of the two. */
export interface PriceTag {
  /** US dollars. */
  readonly usd?: number;
  /** Whole naira. */
  readonly naira?: number;
}

/** Another price in a country or in the countries of a group; a country comes before a group. */
export interface PriceOverride extends PriceTag {
  /** ISO code in lower case. */
  readonly country?: string;
  /** Name of a group. */
  readonly group?: string;
  readonly on_sale: boolean;
}

export interface TrafficPackagePrice extends PriceTag {
  readonly gigabytes: number;
  /** Days the traffic may be used. */
  readonly validity_days: number;
  readonly on_sale: boolean;
  readonly overrides: readonly PriceOverride[];
}

export interface TrafficPrices {
  /** In the order in which customers see them. */
  readonly packages: readonly TrafficPackagePrice[];
  /** Percent on top for each part of the place that is chosen. */
  readonly surcharge_percent: {
    readonly region: number;
    readonly city: number;
    readonly isp: number;
  };
}

export interface PeriodOverride extends PriceOverride {
  readonly cost_usd?: number;
}

export interface PeriodPrice extends PriceTag {
  readonly duration_minutes: number;
  readonly on_sale: boolean;
  /** What one address costs the shop for the period, in US dollars. */
  readonly cost_usd?: number;
  readonly overrides: readonly PeriodOverride[];
}

export interface AddressPrices {
  readonly periods: readonly PeriodPrice[];
  /** Discounts by quantity; the one with the largest `from` that the order reaches counts. */
  readonly tiers: readonly QuantityTier[];
}

export interface QuantityTier {
  readonly from: number;
  readonly percent_off: number;
}

export interface CountryGroup {
  readonly name: string;
  /** ISO codes in lower case. */
  readonly countries: readonly string[];
}

export const PRODUCTS = ['residential', 'mobile', 'datacenter'] as const;
export type Product = (typeof PRODUCTS)[number];

/** What one customer pays less; the most of those that apply counts. */
export interface CustomerRate {
  readonly user_id: number;
  readonly percent_off: number;
  /** Null: every product. */
  readonly product: Product | null;
  readonly note?: string;
}

/** Settings that dollar prices are converted with. */
export interface ConversionTerms {
  /** Naira for a US dollar. */
  readonly exchangeRate: number;
  /** Percent; 0 when the markup is switched off. */
  readonly markupPercent: number;
}

/** The list in force with the terms of the same moment. */
export interface PriceBook {
  /** Id of the list. */
  readonly version: number;
  readonly list: PriceList;
  readonly terms: ConversionTerms;
}

/** Which parts of a place are chosen. */
export interface ChosenPlace {
  readonly country: string;
  readonly region?: string | null;
  readonly city?: string | null;
  readonly isp?: string | null;
}
