import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import {
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  MAX_QUANTITY,
  type DatacenterPeriod,
} from '../../catalog/catalog.types';
import { invalidFields } from '../../common/errors/domain-error';
import { withMessage } from '../../common/http/api.decorators';
import { IfGiven, ToInteger } from '../../common/http/fields';
import { Money } from '../../common/money/money';
import { MAX_ID } from '../../common/http/request.pipes';
import {
  BATCH_ID,
  TRANSACTION_STATUSES,
  type StatementLine,
  type TransactionStatus,
  type TransactionType,
} from '../../wallet/wallet.types';
import { CountryCode, PlaceCodesDto, ProxyResponse, SessionTtl } from '../proxies.dto';
import {
  ORDER_STATUSES,
  POOL_PROXY_TYPES,
  PROTOCOLS,
  type OrderStatus,
  type PoolProxyType,
  type Protocol,
} from '../proxy.types';
import type { AutoTraffic } from '../renewal/auto-traffic.entity';
import type { ExtensionKind, ProxyOrder } from './order.entity';

const MESSAGE = 'expected_total is the price you agreed to, in whole naira.';

/** The price that the buyer agreed to, in whole naira; left out, any price is. */
export const ExpectedTotal = () =>
  applyDecorators(
    ToInteger(),
    IfGiven(),
    IsInt({ message: MESSAGE }),
    Min(0, { message: MESSAGE }),
    Max(Number.MAX_SAFE_INTEGER, { message: MESSAGE }),
  );

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

export class BuyProxiesDto extends PlaceCodesDto {
  /** @example residential_ipv4 */
  @ApiProperty({ enum: POOL_PROXY_TYPES, enumName: 'PoolProxyType' })
  @IsIn(POOL_PROXY_TYPES, { message: 'proxy_type must be residential_ipv4 or mobile_ipv4.' })
  proxy_type: PoolProxyType;

  /** Country code from `GET /pool/countries`, or `zz` for any. @example ng */
  @CountryCode()
  country: string;

  /**
   * How long an address is kept: 0 as long as possible, -1 a new one on every request, else 1 to 1440
   * minutes.
   * @example 0
   */
  @SessionTtl()
  ttl_minutes: number;

  /** @example http */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;

  /**
   * Traffic in GB, despite the historical name, as a number or a string: a package of `GET /pool/pricing`, or any whole
   * number from the smallest of them to 1000, each GB at the price of the next smaller package. 1 GB is 2^30 bytes
   * (1024 MB of 2^20 bytes).
   * @example 5
   */
  @ToInteger()
  @IsInt({ message: 'Please select a traffic limit to continue.' })
  @Min(1, { message: 'Please select a traffic limit to continue.' })
  @Max(1_000_000, { message: 'Please select a traffic limit to continue.' })
  traffic_limit_mb: number;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 24000
   */
  @ExpectedTotal()
  expected_total?: number;
}

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

const toTransaction = (line: StatementLine): PurchaseTransactionResponse => ({
  id: line.id,
  reference: line.reference,
  type: line.type,
  amount: line.amount.toNaira(),
  currency: line.currency,
  status: line.status,
  description: line.description,
  created_at: line.createdAt,
});

/** Answers a repeated request of an order that staff refunded since. */
const REFUNDED_MESSAGE = 'This order was refunded.';

export function toPurchaseData(
  { id, status, quantity, refunded }: Pick<ProxyOrder, 'id' | 'status' | 'quantity' | 'refunded'>,
  proxies: ProxyResponse[],
  line: StatementLine,
): PurchaseData {
  const delivered =
    quantity === 1 ? 'Your proxy is ready to use.' : `Your ${quantity} proxies are ready to use.`;
  return withMessage(
    {
      order_id: id,
      order_status: status,
      proxies,
      transaction: toTransaction(line),
      refunded_amount: refunded.toNaira(),
    },
    status === 'refunded' ? REFUNDED_MESSAGE : delivered,
  );
}

const INVALID_BATCH_ID = 'batch_id has 8 to 64 letters, digits, hyphens or underscores.';

export class RenewProxyDto {
  /** A residential or mobile proxy: traffic in GB, as `traffic_limit_mb` of a purchase. @example 5 */
  @ToInteger()
  @IfGiven()
  @IsInt({ message: 'Choose a traffic package in GB.' })
  @Min(1, { message: 'Choose a traffic package in GB.' })
  @Max(1_000_000, { message: 'Choose a traffic package in GB.' })
  gigabytes?: number;

  /** A datacenter proxy: the period in minutes. @example 43200 */
  @ApiProperty({ enum: DATACENTER_PERIODS, enumName: 'DatacenterPeriod', required: false })
  @ToInteger()
  @IfGiven()
  @IsIn(DATACENTER_PERIODS, { message: 'Choose a period of 43200, 86400 or 129600 minutes.' })
  duration_minutes?: DatacenterPeriod;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is charged and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 24000
   */
  @ExpectedTotal()
  expected_total?: number;

  /**
   * What renewals made together have in common, such as a UUID: your transactions can be grouped by it, and have one
   * invoice. 8 to 64 letters, digits, hyphens or underscores.
   * @example 7d9f2c1e-5b7a-4a52-9d0e-3f1c8a6b2e40
   */
  @IfGiven()
  @Matches(BATCH_ID, { message: INVALID_BATCH_ID })
  @IsString({ message: INVALID_BATCH_ID })
  batch_id?: string;
}

/** What the customer asks for; one of both, by the kind of the proxy. */
export type ExtensionChoice = Pick<RenewProxyDto, 'gigabytes' | 'duration_minutes'>;

export class AddTrafficDto {
  /** Traffic in GB, as `traffic_limit_mb` of a purchase. @example 5 */
  @ToInteger()
  @IsInt({ message: 'Choose a traffic package in GB.' })
  @Min(1, { message: 'Choose a traffic package in GB.' })
  @Max(1_000_000, { message: 'Choose a traffic package in GB.' })
  gigabytes: number;

  /** As for a renewal. @example 24000 */
  @ExpectedTotal()
  expected_total?: number;
}

const ORDER_TYPES = ['renewal', 'traffic'] as const satisfies readonly ExtensionKind[];

/** The order of an existing proxy, for its price. */
export class ExtensionQuoteDto extends RenewProxyDto {
  /** `id` of one of your proxies. @example 12 */
  @ToInteger()
  @IsInt({ message: 'proxy_id is the id of one of your proxies.' })
  @Min(1, { message: 'proxy_id is the id of one of your proxies.' })
  @Max(MAX_ID, { message: 'proxy_id is the id of one of your proxies.' })
  proxy_id: number;

  /** `traffic` for added traffic; a renewal when left out. */
  @ApiProperty({ enum: ORDER_TYPES, enumName: 'ExtensionKind', required: false })
  @IfGiven()
  @IsIn(ORDER_TYPES, { message: 'order must be renewal or traffic.' })
  order?: ExtensionKind;
}

/** The body of either purchase call, by its `proxy_type`, or of the extension of the proxy `proxy_id`. */
export type PurchaseBody = BuyDatacenterDto | BuyProxiesDto | ExtensionQuoteDto;

export class RenewalData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'PurchaseStatus' })
  order_status: OrderStatus;
  /** The proxy as it is now. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}

const EXTENDED_MESSAGES = {
  renewal: 'Your proxy is renewed.',
  traffic: 'The traffic was added to your proxy.',
  place: 'Your proxy may leave there now.',
} as const;

export const toRenewalData = (
  {
    id,
    kind,
    status,
  }: { kind: keyof typeof EXTENDED_MESSAGES } & Pick<ProxyOrder, 'id' | 'status'>,
  proxy: ProxyResponse,
  line: StatementLine,
): RenewalData =>
  withMessage(
    { order_id: id, order_status: status, proxy, transaction: toTransaction(line) },
    status === 'refunded' ? REFUNDED_MESSAGE : EXTENDED_MESSAGES[kind],
  );

const BELOW = { message: 'Enter a whole number of GB from 1.' };
const AT_LEAST_BELOW = 'Choose a package of at least the GB below which it is bought.';
const MONTHLY_LIMIT = { message: 'Enter a whole amount from ₦1 to ₦1,000,000,000.' };

export class AutoRenewDto extends PickType(RenewProxyDto, ['gigabytes', 'duration_minutes']) {
  /** Whether the proxy is renewed automatically; `gigabytes` or `duration_minutes` is required for that. */
  @IsBoolean({ message: 'enabled must be true or false.' })
  enabled: boolean;

  /**
   * Of a residential or mobile proxy: traffic is bought when less GB are left, with `top_up_gigabytes` and `monthly_limit`.
   * Null switches that off; left out, it stays as it is.
   * @example 1
   */
  @ToInteger()
  @IsOptional()
  @IsInt(BELOW)
  @Min(1, BELOW)
  @Max(1_000_000, BELOW)
  top_up_below_gb?: number | null;

  /** The traffic package in GB that is bought then, at least `top_up_below_gb`. @example 5 */
  @ToInteger()
  @IsOptional()
  @IsInt({ message: 'Choose a traffic package in GB.' })
  @Min(1, { message: 'Choose a traffic package in GB.' })
  @Max(1_000_000, { message: 'Choose a traffic package in GB.' })
  top_up_gigabytes?: number | null;

  /** What these purchases may cost in a calendar month of Lagos, whole naira. @example 50000 */
  @ToInteger()
  @IsOptional()
  @IsInt(MONTHLY_LIMIT)
  @Min(1, MONTHLY_LIMIT)
  @Max(1_000_000_000, MONTHLY_LIMIT)
  monthly_limit?: number | null;
}

/**
 * The rule that buys traffic: null switches it off, undefined leaves it as it is.
 * @throws DomainError invalid when a part of it is missing.
 */
export function toAutoTraffic(
  body: AutoRenewDto,
): Pick<AutoTraffic, 'belowGigabytes' | 'gigabytes' | 'monthlyLimit'> | null | undefined {
  const { top_up_below_gb: below, top_up_gigabytes: gigabytes, monthly_limit: limit } = body;
  if (below === null) return null;
  if (below === undefined && gigabytes === undefined && limit === undefined) return undefined;
  if (below === undefined) throw invalidFields({ top_up_below_gb: [BELOW.message] });
  if (!gigabytes || gigabytes < below) throw invalidFields({ top_up_gigabytes: [AT_LEAST_BELOW] });
  if (!limit) throw invalidFields({ monthly_limit: [MONTHLY_LIMIT.message] });
  return { belowGigabytes: below, gigabytes, monthlyLimit: Money.naira(limit) };
}
