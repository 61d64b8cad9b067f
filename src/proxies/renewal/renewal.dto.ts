import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min, ValidateIf, IsBoolean } from 'class-validator';
import { DATACENTER_PERIODS, type DatacenterPeriod } from '../../catalog/catalog.types';
import { MAX_ID } from '../../common/http/request.pipes';
import { ToInteger } from '../../common/http/fields';
import {
  ExpectedTotal,
  PurchaseTransactionResponse,
  REFUNDED_MESSAGE,
  toPurchaseTransaction,
} from '../orders/orders.dto';
import type { ExtensionKind, ExtensionReceipt } from './renewal.types';
import { withMessage } from '../../common/http/api.decorators';
import { ProxyResponse, toProxyResponse } from '../proxies.dto';
import { ORDER_STATUSES, type OrderStatus } from '../proxy.types';

const isGiven = ValidateIf((_, value) => value !== undefined);

export class RenewProxyDto {
  /** A residential or mobile proxy: the traffic package in GB, one of `GET /pool/pricing`. @example 5 */
  @ToInteger()
  @isGiven
  @IsInt({ message: 'Choose a traffic package in GB.' })
  @Min(1, { message: 'Choose a traffic package in GB.' })
  @Max(1_000_000, { message: 'Choose a traffic package in GB.' })
  gigabytes?: number;

  /** A datacenter proxy: the period in minutes. @example 43200 */
  @ApiProperty({ enum: DATACENTER_PERIODS, enumName: 'DatacenterPeriod', required: false })
  @ToInteger()
  @isGiven
  @IsIn(DATACENTER_PERIODS, { message: 'Choose a period of 43200, 86400 or 129600 minutes.' })
  duration_minutes?: DatacenterPeriod;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is charged and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 24000
   */
  @ExpectedTotal()
  expected_total?: number;
}

export class AddTrafficDto {
  /** The traffic package in GB, one of `GET /pool/pricing`. @example 5 */
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
  @isGiven
  @IsIn(ORDER_TYPES, { message: 'order must be renewal or traffic.' })
  order?: ExtensionKind;
}

export class RenewalData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'PurchaseStatus' })
  order_status: OrderStatus;
  /** The proxy as it is now. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}

const MESSAGES: Readonly<Record<ExtensionReceipt['kind'], string>> = {
  renewal: 'Your proxy is renewed.',
  traffic: 'The traffic was added to your proxy.',
  place: 'Your proxy may leave there now.',
};

export const toRenewalResponse = (receipt: ExtensionReceipt, now: Date): RenewalData =>
  withMessage(
    {
      order_id: receipt.orderId,
      order_status: receipt.status,
      proxy: toProxyResponse(receipt.proxy, now),
      transaction: toPurchaseTransaction(receipt.transaction),
    },
    receipt.status === 'refunded' ? REFUNDED_MESSAGE : MESSAGES[receipt.kind],
  );

export class AutoRenewDto extends PickType(RenewProxyDto, ['gigabytes', 'duration_minutes']) {
  /** Whether the proxy is renewed automatically; `gigabytes` or `duration_minutes` is required for that. */
  @IsBoolean({ message: 'enabled must be true or false.' })
  enabled: boolean;
}
