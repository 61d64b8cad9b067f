import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { PriceListDto } from './price-list.dto';
import { getDefault, type PlatformSettings } from '../../settings/settings.types';

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
  readonly list: PriceListDto;
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

  /** As it was sent. */
  @Column('jsonb')
  prices: PriceListDto;

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
  readonly list: PriceListDto;
  readonly settings: {
    readonly exchangeRate?: number | null;
    readonly markupEnabled?: boolean | null;
    readonly markupPercentage?: number | null;
  } | null;
}

/** What a shop without a price list has. */
export const NO_PRICES: PriceListDto = {
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
