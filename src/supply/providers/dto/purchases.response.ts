import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { type Paged, toPagination, PaginationResponse } from '../../../common/http/pagination.dto';
import { toDollars } from '../../../common/money/usd';
import {
  type ListedPurchase,
  PURCHASE_KINDS,
  PURCHASE_STATUSES,
  type PurchaseKind,
  type PurchaseStatus,
} from '../purchases/purchases.types';

export class SupplyQuoteData {
  /** US dollars. @example 25 */
  total_usd: number;
}

export class SupplyPurchaseResponse {
  id: number;
  provider_id: number;
  @ApiProperty({ enum: PURCHASE_KINDS, enumName: 'SupplyPurchaseKind' })
  kind: PurchaseKind;
  @ApiProperty({
    enum: PURCHASE_STATUSES,
    enumName: 'SupplyPurchaseStatus',
    description:
      '`open`, `sent`: in progress. `ordered`: the provider has taken the order, addresses are still missing. `unknown`: the provider did not answer; its list is being watched. `delivered`: everything is in stock. `failed`: nothing was bought. `not_bought`: staff decided so.',
  })
  status: PurchaseStatus;
  /** @example us */
  country: string;
  quantity: number;
  period: string;
  /** The unit that is prolonged. */
  unit_id: number | null;
  address: string | null;
  /** US dollars, as quoted. */
  expected_total_usd: number;
  /** US dollars, as the provider charged them; null: not told. */
  total_usd: number | null;
  /** Id of the order at the provider. */
  order_ref: string | null;
  /** Addresses that are in stock. */
  delivered: number;
  /** What went wrong. */
  error: string | null;
  /** Null: automatic. */
  requested_by: string | null;
  sent_at: Date | null;
  /** When the account's list was last read for it. */
  listed_at: Date | null;
  finished_at: Date | null;
  created_at: Date;
  /** Whether staff may decide that nothing was bought. */
  decidable: boolean;
}

export class OneSupplyPurchaseData {
  purchase: SupplyPurchaseResponse;
}

export class SupplyPurchasesData {
  /** The newest first. */
  purchases: SupplyPurchaseResponse[];
  pagination: PaginationResponse;
}

const MESSAGES: Readonly<Record<PurchaseStatus, string>> = {
  open: 'The purchase is in progress.',
  sent: 'The purchase is in progress.',
  ordered: 'The order is placed. Its addresses come into stock as the provider lists them.',
  unknown:
    'The provider did not answer. Its list is being watched; nothing is bought again before the outcome is known.',
  delivered: 'Bought, and in stock.',
  failed: 'The provider refused. Nothing was bought.',
  not_bought: 'The purchase counts as not made.',
};

const toPurchase = (purchase: ListedPurchase): SupplyPurchaseResponse => ({
  id: purchase.id,
  provider_id: purchase.providerId,
  kind: purchase.kind,
  status: purchase.status,
  country: purchase.country,
  quantity: purchase.quantity,
  period: purchase.period,
  unit_id: purchase.unitId,
  address: purchase.address,
  expected_total_usd: toDollars(purchase.expectedMicros),
  total_usd: purchase.totalMicros === null ? null : toDollars(purchase.totalMicros),
  order_ref: purchase.orderRef,
  delivered: purchase.delivered,
  error: purchase.error,
  requested_by: purchase.requestedBy,
  sent_at: purchase.sentAt,
  listed_at: purchase.listedAt,
  finished_at: purchase.finishedAt,
  created_at: purchase.createdAt,
  decidable: purchase.isDecidable,
});

export const toQuote = (micros: bigint): SupplyQuoteData => ({ total_usd: toDollars(micros) });

export const toOnePurchase = (purchase: ListedPurchase): OneSupplyPurchaseData =>
  withMessage({ purchase: toPurchase(purchase) }, MESSAGES[purchase.status]);

export const toPurchases = (page: Paged<ListedPurchase>): SupplyPurchasesData => ({
  purchases: page.rows.map(toPurchase),
  pagination: toPagination(page),
});
