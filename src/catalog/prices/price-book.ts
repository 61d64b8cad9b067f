import { SETTING_DEFAULTS, type PlatformSettings } from '../../settings/settings.types';
import type { ConversionTerms, PriceBook, PriceList } from './price-list.types';

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
    terms: toConversionTerms({ ...SETTING_DEFAULTS, ...Object.fromEntries(settings) }),
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
