import { ApiProperty } from '@nestjs/swagger';
import { toPagination, type Paged, PaginationResponse } from '../../common/http/pagination.dto';
import type { Money } from '../../common/money/money';
import {
  NO_PRICES,
  type PriceListVersion,
  PRODUCTS,
  type PriceList,
  type Product,
} from './price-list.entity';
import type { ListedVersion, PricePreview, PricesOverview } from './price-lists.service';
import type { PreviewRow } from './price-preview';
import { PriceListDto } from './price-list.dto';

/** One price as customers see it, in whole naira. Costs and margins are null for sub-admins. */
export class PreviewRowResponse {
  @ApiProperty({ enum: PRODUCTS, enumName: 'PricedProduct' })
  product: Product;
  /** Of a package; null for an address. */
  gigabytes: number | null;
  /** Of an address; null for a package. */
  duration_minutes: number | null;
  /** `zz` is every country without a price of its own; null for a group. */
  country: string | null;
  group: string | null;
  on_sale: boolean;
  price: number;
  /** After the largest discount by quantity and of a customer. */
  lowest: number;
  /** With the smallest surcharge for a region, city or ISP, after the largest discounts; null for addresses. */
  targeted: number | null;
  /** Null when it is not known, too. */
  cost: number | null;
  /** Cost with a region, city or ISP. */
  targeted_cost: number | null;
  /** Percent of the price, with one decimal. */
  margin_percent: number | null;
  below_cost: boolean | null;
}

export class PriceVersionResponse {
  id: number;
  effective_at: Date;
  reason: string;
  author: string;
  created_at: Date;
  prices: PriceListDto;
}

export class PricesData {
  /** Null in a shop without prices, which sells nothing. */
  in_force: PriceVersionResponse | null;
  /** Prices that begin later, the next one first. Each replaces the whole list. */
  scheduled: PriceVersionResponse[];
  /** Send it with a change. */
  latest_version: number;
  /** Naira for a US dollar. */
  exchange_rate: number;
  /** Percent on top of dollar prices; 0 when it is switched off. */
  markup_percent: number;
  preview: PreviewRowResponse[];
}

export class PriceChangeResponse {
  /** @example Residential 5 GB in Nigeria */
  what: string;
  /** Null for what is new. */
  before: string | null;
  /** Null for what is gone. */
  after: string | null;
}

export class PreviewData {
  rows: PreviewRowResponse[];
  /** Against the prices in force. */
  changes: PriceChangeResponse[];
}

export class PriceDraftData {
  prices: PriceListDto;
}

export class PriceSavedData {
  version: number;
  effective_at: Date;
}

export class PriceHistoryEntry {
  id: number;
  effective_at: Date;
  created_at: Date;
  /** Null unless it was cancelled before it began. */
  cancelled_at: Date | null;
  in_force: boolean;
  reason: string;
  author: string;
  /** Against the prices that were in force when it was made. */
  changes: PriceChangeResponse[];
}

export class PriceHistoryData {
  versions: PriceHistoryEntry[];
  pagination: PaginationResponse;
}

export const toPrices = (overview: PricesOverview, isFull: boolean): PricesData => {
  const { inForce, scheduled, latestVersion, terms, preview } = overview;
  return {
    in_force: inForce && toVersion(inForce, isFull),
    scheduled: scheduled.map((version) => toVersion(version, isFull)),
    latest_version: latestVersion,
    exchange_rate: terms.exchangeRate,
    markup_percent: terms.markupPercent,
    preview: toRows(preview, isFull),
  };
};

export const toPricePreview = ({ rows, changes }: PricePreview): PreviewData => ({
  rows: toRows(rows, true),
  changes: [...changes],
});

export const toPriceDraft = (prices: PriceList): PriceDraftData => ({ prices: toDto(prices) });

export const toPriceHistory = (paged: Paged<ListedVersion>): PriceHistoryData => ({
  versions: paged.rows.map(({ version, isInForce, changes }) => ({
    id: version.id,
    effective_at: version.effectiveAt,
    created_at: version.createdAt,
    cancelled_at: version.cancelledAt,
    in_force: isInForce,
    reason: version.reason,
    author: version.authorName,
    changes: [...changes],
  })),
  pagination: toPagination(paged),
});

const toVersion = (version: PriceListVersion, isFull: boolean): PriceVersionResponse => ({
  id: version.id,
  effective_at: version.effectiveAt,
  reason: version.reason,
  author: version.authorName,
  created_at: version.createdAt,
  prices: toDto(isFull ? version.prices : withoutCosts(version.prices)),
});

/** The stored list has the shape of the request. */
const toDto = (prices: PriceList): PriceListDto => ({ ...NO_PRICES, ...prices }) as PriceListDto;

function withoutCosts(list: PriceList): PriceList {
  const hide = <T extends { readonly cost_usd?: number }>({ cost_usd: _, ...price }: T) => price;
  const periods = list.datacenter.periods.map((period) => ({
    ...hide(period),
    overrides: period.overrides.map(hide),
  }));
  return { ...list, datacenter: { ...list.datacenter, periods } };
}

const toRows = (rows: readonly PreviewRow[], isFull: boolean): PreviewRowResponse[] =>
  rows.map((row) => ({
    product: row.product,
    gigabytes: row.gigabytes,
    duration_minutes: row.durationMinutes,
    country: row.country,
    group: row.group,
    on_sale: row.isOnSale,
    price: row.price.toNaira(),
    lowest: row.lowest.toNaira(),
    targeted: orNull(row.targeted),
    cost: isFull ? orNull(row.cost) : null,
    targeted_cost: isFull ? orNull(row.targetedCost) : null,
    margin_percent: isFull ? row.marginPercent : null,
    below_cost: isFull ? row.isBelowCost : null,
  }));

const orNull = (money: Money | null): number | null => money && money.toNaira();
