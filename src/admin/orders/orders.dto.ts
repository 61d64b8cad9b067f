import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ReasonDto } from '../../common/http/common.dto';
import { withMessage } from '../../common/http/api.decorators';
import { emptyFilterToUndefined, PaginationResponse } from '../../common/http/pagination.dto';
import { ORDER_KINDS, PROXY_STATUSES, type ProxyStatus } from '../../proxies/proxy.types';
import type { InvoiceKind } from '../../wallet/invoices/invoice.entity';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type TransactionType,
} from '../../wallet/wallet.types';
import { SHEET_FORMATS, type SheetFormat } from '../exports/sheet-file';
import { SortedListQuery } from '../paging/paging.dto';
import { PROXY_KINDS, type ProxyKind } from '../proxies/proxies.dto';
import type {
  RefundBasis,
  RefundedOrder,
  RefundQuote,
} from '../../proxies/refunds/order-refund.service';

const MAXIMUM = 1_000_000_000;
const AMOUNT = { message: 'Amount must be a whole number of naira, at least ₦1' };

export class PartialRefundDto extends ReasonDto {
  /**
   * Whole naira to refund instead of the unused part; the proxies then stay in service. All that is left of the
   * price is a refund in full, which ends them. @example 1500
   */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM, required: false })
  @IsOptional()
  @IsInt(AMOUNT)
  @Min(1, AMOUNT)
  @Max(MAXIMUM, AMOUNT)
  amount?: number;

  /**
   * For the unused part: the whole naira that were shown. Nothing is refunded when it is another amount by now.
   * @example 2480
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAXIMUM, required: false })
  @IsOptional()
  @IsInt(AMOUNT)
  @Min(0, AMOUNT)
  @Max(MAXIMUM, AMOUNT)
  expected_amount?: number;
}

const REFUND_BASES = ['traffic', 'time'] as const satisfies readonly RefundBasis[];

export class RefundedOrderData {
  order_id: number;
  /** Id of the credit on the customer's statement. */
  transaction_id: number;
  /** Refunded whole naira. @example 4960 */
  refunded: number;
  /** Whole naira of it that repaid the customer's debt. @example 0 */
  repaid: number;
  /** Number of ended proxies. @example 1 */
  withdrawn: number;
}

/** A renewal or added traffic that is not fully refunded. */
export class UnrefundedRenewal {
  order_id: number;
  /** The debit on the wallet statement. */
  transaction_id: number;
  /** Whole naira. @example 4960 */
  paid: number;
}

export class RefundQuoteData {
  order_id: number;
  /** Whole naira paid for the order. @example 4960 */
  paid: number;
  /** Whole naira of it that were refunded. @example 0 */
  refunded: number;
  /** Whole naira that can still be refunded. @example 4960 */
  left: number;
  /** Price of what is not used, whole naira. @example 2480 */
  unused: number;
  /** What the unused part is measured by. */
  @ApiProperty({ enum: REFUND_BASES, enumName: 'RefundBasis' })
  basis: RefundBasis;
  /** Number of proxies that a refund of the unused part ends. @example 1 */
  proxies: number;
  /** True when the order renewed a proxy or added traffic to it. */
  is_renewal: boolean;
  /** Renewals of its proxies. Until they are refunded, only a part of this order can be. */
  renewals: UnrefundedRenewal[];
}

export const toRefundQuote = (quote: RefundQuote): RefundQuoteData => ({
  order_id: quote.orderId,
  paid: quote.paid.toNaira(),
  refunded: quote.refunded.toNaira(),
  left: quote.left.toNairaFloor(),
  unused: quote.unused.toNairaFloor(),
  basis: quote.basis,
  proxies: quote.proxies,
  is_renewal: quote.isExtension,
  renewals: quote.renewals.map(({ orderId, transactionId, paid }) => ({
    order_id: orderId,
    transaction_id: transactionId,
    paid: paid.toNaira(),
  })),
});

export const toRefundedOrder = (refunded: RefundedOrder): RefundedOrderData =>
  withMessage(
    {
      order_id: refunded.orderId,
      transaction_id: refunded.transactionId,
      refunded: refunded.amount.toNaira(),
      repaid: refunded.repaid.toNaira(),
      withdrawn: refunded.withdrawn,
    },
    'The order was refunded.',
  );

/** `part_refunded`: delivered, and some of the price is given back. */
export const ORDER_STATES = ['delivered', 'part_refunded', 'refunded'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** As stored, with the purchases for nothing apart. */
export const SALE_KINDS = [...ORDER_KINDS, 'trial'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

export const ORDER_EVENT_KINDS = [
  ...(['charged', 'delivered', 'renewed', 'traffic_added', 'moved', 'address_replaced'] as const),
  ...(['refunded', 'refund_proposed', 'refund_approved', 'refund_rejected'] as const),
  ...(['refund_expired', 'invoice', 'credit_note'] as const),
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** Searches the number of the order, the reference that paid it, and the name and e-mail of the customer. */
export class ListOrdersQuery extends SortedListQuery {
  @ApiProperty({ enum: ORDER_STATES, enumName: 'OrderState', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(ORDER_STATES)
  status?: OrderState;

  @ApiProperty({ enum: SALE_KINDS, enumName: 'SaleKind', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(SALE_KINDS)
  kind?: SaleKind;
}

/** All that match, in their order; paging is ignored. */
export class ExportOrdersDto extends ListOrdersQuery {
  @ApiProperty({ enum: SHEET_FORMATS, enumName: 'ListExportFormat' })
  @IsIn(SHEET_FORMATS, { message: 'The format must be csv or xlsx' })
  format: SheetFormat;
}

export class AdminOrderCustomer {
  id: number;
  name: string;
  email: string;
}

/** An order as the back office lists it. Amounts are whole naira. */
export class AdminOrderResponse {
  id: number;
  @ApiProperty({ enum: SALE_KINDS, enumName: 'SaleKind' })
  kind: SaleKind;
  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind' })
  type: ProxyKind;
  @ApiProperty({ enum: ORDER_STATES, enumName: 'OrderState' })
  status: OrderState;
  /** The line on the wallet statement. @example Residential proxy, 5 GB, Nigeria */
  description: string;
  /** Charged. @example 4500 */
  amount: number;
  /** Given back of it. @example 0 */
  refunded: number;
  /** Addresses bought, or 1. */
  quantity: number;
  /** Two letters, or `zz` for any. @example ng */
  country: string;
  /** Of the charge; null for a trial. @example BUY-0F1E2D3C4B5A6978 */
  reference: string | null;
  /** The proxy that was renewed, refilled or moved; null for a purchase. */
  proxy_id: number | null;
  created_at: Date;
  user: AdminOrderCustomer;
}

export class AdminOrderListData {
  orders: AdminOrderResponse[];
  pagination: PaginationResponse;
}

export class OrderEvent {
  at: Date;
  @ApiProperty({ enum: ORDER_EVENT_KINDS, enumName: 'OrderEventKind' })
  kind: OrderEventKind;
  /** @example Residential proxy, 5 GB, Nigeria */
  text: string;
  /** Whole naira; null when no money is named. @example 4500 */
  amount: number | null;
  /** Name of who did it, or `system`; null when that is not known. @example Ada Obi */
  actor: string | null;
  /** Path of the web app that shows it; null when this page does. @example /admin/transactions?transaction=31 */
  url: string | null;
}

export class OrderProxy {
  id: number;
  /** Two letters, or `zz` for any. */
  country: string;
  /** Dedicated address of a datacenter proxy. */
  ip: string | null;
  /** `expired` from its end on. */
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus' })
  status: ProxyStatus;
  expires_at: Date;
}

export class OrderTransaction {
  id: number;
  reference: string;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: TransactionType;
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  description: string;
  amount: number;
  created_at: Date;
}

export class OrderInvoice {
  id: number;
  /** @example INV-2026-000123 */
  number: string;
  @ApiProperty({
    enum: ['invoice', 'credit_note'] satisfies InvoiceKind[],
    enumName: 'InvoiceKind',
  })
  kind: InvoiceKind;
  /** Of the whole document, which may be for several orders. */
  amount: number;
  issued_at: Date;
}

export class AdminOrderDetail extends AdminOrderResponse {
  /** What became of it, oldest first, with the last 200 later orders of its proxies. */
  timeline: OrderEvent[];
  /** Those that it bought, or the one that it changed; at most 100. */
  proxies: OrderProxy[];
  /** How many there are. */
  proxy_count: number;
  /** Its charge and its refunds, oldest first. */
  transactions: OrderTransaction[];
  /** Its invoice and credit notes, oldest first. */
  invoices: OrderInvoice[];
}

export class AdminOrderDetailData {
  order: AdminOrderDetail;
}
