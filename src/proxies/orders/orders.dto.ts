import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min, ValidateIf, IsIn } from 'class-validator';
import { ToInteger } from '../../common/http/fields';
import { Money } from '../../common/money/money';
import { ApiProperty } from '@nestjs/swagger';
import {
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  MAX_QUANTITY,
  type DatacenterPeriod,
} from '../../catalog/catalog.types';
import { MAX_ID } from '../../common/http/request.pipes';
import {
  PROTOCOLS,
  type Protocol,
  POOL_PROXY_TYPES,
  SESSION_TTLS,
  type PoolProxyType,
  type SessionTtl,
  type DatacenterPurchaseRequest,
  type PoolPurchaseRequest,
  ORDER_STATUSES,
  type OrderStatus,
} from '../proxy.types';
import type { PurchaseReceipt } from '../orders/order.service';
import { CountryCode, OptionalPlaceCode, ProxyResponse, toProxyResponse } from '../proxies.dto';
import { MINUTE } from '../../common/time/clock';
import type { OrderQuote } from './order-quote.service';
import { withMessage } from '../../common/http/api.decorators';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type StatementLine,
  type TransactionType,
} from '../../wallet/wallet.types';

const MESSAGE = 'expected_total is the price you agreed to, in whole naira.';

/** The price that the buyer agreed to, in whole naira; left out, any price is. */
export const ExpectedTotal = () =>
  applyDecorators(
    ToInteger(),
    ValidateIf((_, value) => value !== undefined),
    IsInt({ message: MESSAGE }),
    Min(0, { message: MESSAGE }),
    Max(Number.MAX_SAFE_INTEGER, { message: MESSAGE }),
  );

export const toExpectedTotal = ({
  expected_total: total,
}: {
  expected_total?: number;
}): Money | undefined => (total === undefined ? undefined : Money.naira(total));

export class BuyDatacenterDto {
  /** `id` of a country from `GET /countries`. @example 1 */
  @ToInteger()
  @IsInt({ message: 'Choose a location.' })
  @Min(1, { message: 'Choose a location.' })
  @Max(MAX_ID, { message: 'Choose a location.' })
  country_id: number;

  /** Period in minutes: 43200, 86400 or 129600. @example 43200 */
  @ApiProperty({ enum: DATACENTER_PERIODS, enumName: 'DatacenterPeriod' })
  @ToInteger()
  @IsIn(DATACENTER_PERIODS, { message: 'Choose a period of 43200, 86400 or 129600 minutes.' })
  duration_minutes: DatacenterPeriod;

  /** @example http */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;

  /** @example individual_ipv4 */
  @ApiProperty({ enum: [DATACENTER_PRODUCT], enumName: 'DatacenterProduct' })
  @IsIn([DATACENTER_PRODUCT], { message: 'proxy_type must be individual_ipv4.' })
  proxy_type: typeof DATACENTER_PRODUCT;

  /** How many addresses: 1 to 1000 and no more than the stock of the country. @example 1 */
  @ToInteger()
  @IsInt({ message: 'The quantity must be a whole number.' })
  @Min(1, { message: 'The quantity must be at least 1.' })
  @Max(MAX_QUANTITY, { message: `The quantity must be at most ${MAX_QUANTITY}.` })
  quantity: number;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 4800
   */
  @ExpectedTotal()
  expected_total?: number;
}

export const toDatacenterPurchase = (body: BuyDatacenterDto): DatacenterPurchaseRequest => ({
  countryId: body.country_id,
  durationMinutes: body.duration_minutes,
  protocol: body.protocol,
  quantity: body.quantity,
});

export class BuyProxiesDto {
  /** @example residential_ipv4 */
  @ApiProperty({ enum: POOL_PROXY_TYPES, enumName: 'PoolProxyType' })
  @IsIn(POOL_PROXY_TYPES, { message: 'proxy_type must be residential_ipv4 or mobile_ipv4.' })
  proxy_type: PoolProxyType;

  /** Country code from `GET /pool/countries`, or `zz` for any. @example ng */
  @CountryCode()
  country: string;

  /**
   * How long an address is kept: 0 as long as possible, -1 a new one on every request, else 1, 2,
   * 5 or 10 minutes.
   * @example 0
   */
  @ApiProperty({ enum: SESSION_TTLS, enumName: 'SessionTtl' })
  @ToInteger()
  @IsIn(SESSION_TTLS, { message: 'Choose a session type: ttl_minutes is 0, -1, 1, 2, 5 or 10.' })
  ttl_minutes: SessionTtl;

  /** @example http */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;

  /**
   * The traffic package in GB, despite the historical name; one of `GET /pool/pricing`, as a
   * number or a string. 1 GB is 2^30 bytes (1024 MB of 2^20 bytes).
   * @example 5
   */
  @ToInteger()
  @IsInt({ message: 'Please select a traffic limit to continue.' })
  @Min(1, { message: 'Please select a traffic limit to continue.' })
  @Max(1_000_000, { message: 'Please select a traffic limit to continue.' })
  traffic_limit_mb: number;

  /** Region code; null, empty or `zz` for any. @example lagos */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code; null, empty or `zz` for any. @example ikeja */
  @OptionalPlaceCode()
  city?: string | null;

  /** ISP code; null, empty or `zz` for any. @example mtn */
  @OptionalPlaceCode()
  isp?: string | null;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 24000
   */
  @ExpectedTotal()
  expected_total?: number;
}

export const toPoolPurchase = (body: BuyProxiesDto): PoolPurchaseRequest => ({
  type: body.proxy_type,
  protocol: body.protocol,
  ttlMinutes: body.ttl_minutes,
  gigabytes: body.traffic_limit_mb,
  country: body.country,
  region: body.region ?? null,
  city: body.city ?? null,
  isp: body.isp ?? null,
});

/** After it, a page that shows the price asks again. */
const VALID_MS = 5 * MINUTE;

export class OrderQuoteData {
  /** Whole naira for the whole order. @example 14400 */
  total: number;
  /** Whole naira for one proxy. @example 4800 */
  unit_price: number;
  /** @example 3 */
  quantity: number;
  /** @example NGN */
  currency: string;
  /**
   * Ask again after this time. A change of prices may end it earlier; a purchase with `expected_total` is
   * then refused with PRICE_CHANGED.
   */
  valid_until: Date;
}

/** What every priced order has. */
export type PricedOrder = Pick<OrderQuote, 'total' | 'unitPrice' | 'quantity'>;

export const toOrderQuoteResponse = (
  { total, unitPrice, quantity }: PricedOrder,
  now: Date,
): OrderQuoteData => ({
  total: total.toNaira(),
  unit_price: unitPrice.toNaira(),
  quantity,
  currency: total.currency,
  valid_until: new Date(now.getTime() + VALID_MS),
});

/** The debit on the wallet statement. */
export class PurchaseTransactionResponse {
  id: number;
  /** @example BUY-4F1C0A92B7D3 */
  reference: string;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: TransactionType;
  /** Whole naira, for the whole order. @example 24000 */
  amount: number;
  /** @example NGN */
  currency: string;
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  description: string;
  created_at: Date;
}

export class PurchaseData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'PurchaseStatus' })
  order_status: OrderStatus;
  proxies: ProxyResponse[];
  transaction: PurchaseTransactionResponse;
  /** Refunded to the wallet since, whole naira. @example 0 */
  refunded_amount: number;
}

export const toPurchaseTransaction = (line: StatementLine): PurchaseTransactionResponse => ({
  id: line.id,
  reference: line.reference,
  type: line.type,
  amount: line.amount.toNaira(),
  currency: line.currency,
  status: line.status,
  description: line.description,
  created_at: line.createdAt,
});

/** What answers a repeated request of an order that staff refunded since. */
export const REFUNDED_MESSAGE = 'This order was refunded.';

function toMessage({ status, quantity }: PurchaseReceipt): string {
  if (status === 'refunded') return REFUNDED_MESSAGE;
  return quantity === 1
    ? 'Your proxy is ready to use.'
    : `Your ${quantity} proxies are ready to use.`;
}

export function toPurchaseResponse(receipt: PurchaseReceipt, now: Date): PurchaseData {
  const data: PurchaseData = {
    order_id: receipt.orderId,
    order_status: receipt.status,
    proxies: receipt.proxies.map((proxy) => toProxyResponse(proxy, now)),
    transaction: toPurchaseTransaction(receipt.transaction),
    refunded_amount: receipt.refunded.toNaira(),
  };
  return withMessage(data, toMessage(receipt));
}
