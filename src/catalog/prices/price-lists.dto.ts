import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../../common/http/pagination.dto';
import { PRODUCTS, type Product } from '../catalog.types';
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
