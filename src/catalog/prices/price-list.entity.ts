import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { getDefault, type PlatformSettings } from '../../settings/settings.types';

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

/**
 * A version of the price list. Versions are added and never changed; the latest one that has begun and is not cancelled
 * is in force.
 */
@Entity('price_list')
@Index(['effectiveAt', 'id'], { where: 'cancelled_at IS NULL' })
export class PriceListVersion {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('timestamptz')
  effectiveAt: Date;

  @Column('jsonb')
  prices: PriceList;

  @Column('text')
  reason: string;

  /** Null: the shop's first list. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  authorId: number | null;

  /** Name at the time of the change. */
  @Column('text')
  authorName: string;

  /** Only before it has begun. */
  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** SQL of the list in force and the settings that it is converted with, as one JSON value of the same snapshot. */
export const PRICE_BOOK = `(SELECT jsonb_build_object('version', l.id, 'list', l.prices, 'settings',
    (SELECT jsonb_object_agg(s.key, s.value) FROM setting s
     WHERE s.key IN ('exchangeRate', 'markupEnabled', 'markupPercentage')))
  FROM price_list l WHERE l.cancelled_at IS NULL AND l.effective_at <= now()
  ORDER BY l.effective_at DESC, l.id DESC LIMIT 1)`;

/** The value of `PRICE_BOOK`; null in a shop without a price list. */
export interface PriceBookRow {
  readonly version: number;
  readonly list: PriceList;
  readonly settings: {
    readonly exchangeRate?: number | null;
    readonly markupEnabled?: boolean | null;
    readonly markupPercentage?: number | null;
  } | null;
}

/** What a shop without a price list has. */
export const NO_PRICES: PriceList = {
  residential: { packages: [], surcharge_percent: { region: 0, city: 0, isp: 0 } },
  mobile: { packages: [], surcharge_percent: { region: 0, city: 0, isp: 0 } },
  datacenter: { periods: [], tiers: [] },
  groups: [],
  customers: [],
};

/** A shop without a price list sells nothing. */
export function toPriceBook(row: PriceBookRow | null): PriceBook {
  const settings = Object.entries(row?.settings ?? {}).filter(([, value]) => value !== null);
  return {
    version: row?.version ?? 0,
    list: row?.list ?? NO_PRICES,
    terms: toConversionTerms({
      exchangeRate: getDefault('exchangeRate'),
      markupEnabled: getDefault('markupEnabled'),
      markupPercentage: getDefault('markupPercentage'),
      ...Object.fromEntries(settings),
    }),
  };
}

export const toConversionTerms = ({
  exchangeRate,
  markupEnabled,
  markupPercentage,
}: Pick<
  PlatformSettings,
  'exchangeRate' | 'markupEnabled' | 'markupPercentage'
>): ConversionTerms => ({ exchangeRate, markupPercent: markupEnabled ? markupPercentage : 0 });
