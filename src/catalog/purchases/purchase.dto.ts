import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn, IsInt, IsNumber, Matches, Max, Min } from 'class-validator';
import { withMessage } from '../../common/http/api.decorators';
import { PaginationResponse } from '../../common/http/pagination.dto';
import { REPLACEMENT_REASONS, type ReplacementReason } from '../providers/providers.types';
import {
  PURCHASE_KINDS,
  PURCHASE_STATUSES,
  type PurchaseKind,
  type PurchaseStatus,
} from './purchase.entity';

const QUANTITY = { message: 'Enter a quantity from 1 to 1000' };
const TOTAL = { message: 'Enter the total of the quote in US dollars' };

export class QuotePurchaseDto {
  /** ISO 3166-1 code in lower case. @example us */
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country: string;

  /** @example 10 */
  @IsInt(QUANTITY)
  @Min(1, QUANTITY)
  @Max(1000, QUANTITY)
  quantity: number;

  /** Id of a period that the provider offers. @example 1m */
  @Matches(/^[\w-]{1,20}$/, { message: 'Choose a period of the provider' })
  period: string;
}

export class CreatePurchaseDto extends QuotePurchaseDto {
  /** The total of the quote; nothing is bought at another price. @example 25 */
  @IsNumber({ maxDecimalPlaces: 6 }, TOTAL)
  @Min(0, TOTAL)
  @Max(100_000, TOTAL)
  expected_total_usd: number;
}

export class QuoteProlongationDto extends PickType(QuotePurchaseDto, ['period']) {}

export class ProlongUnitDto extends QuoteProlongationDto {
  /** The total of the quote; nothing is bought at another price. @example 2.5 */
  @IsNumber({ maxDecimalPlaces: 6 }, TOTAL)
  @Min(0, TOTAL)
  @Max(100_000, TOTAL)
  expected_total_usd: number;
}

export class RequestReplacementDto {
  @ApiProperty({ enum: REPLACEMENT_REASONS, enumName: 'ReplacementReason' })
  @IsIn(REPLACEMENT_REASONS, { message: 'Choose a reason of the list' })
  reason: ReplacementReason;
}

export class OfferedPeriodResponse {
  /** @example 1m */
  id: string;
  name: string;
  /** Whether an address of it lasts longer than the shortest period on sale. No other can be bought. */
  can_be_sold: boolean;
}

export class OffersData {
  /** Country codes in lower case. */
  countries: string[];
  periods: OfferedPeriodResponse[];
  /** Days of the shortest period that customers can buy an address for. @example 30 */
  shortest_sale_days: number;
}

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

export const withOutcome = (purchase: SupplyPurchaseResponse): OneSupplyPurchaseData =>
  withMessage({ purchase }, MESSAGES[purchase.status]);
