import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsInt, IsISO8601, IsNumber, Matches, Max, Min, ValidateIf } from 'class-validator';
import { EXIT_KINDS, type ExitKind } from '../../catalog/catalog.types';
import { ReasonDto } from '../../common/http/common.dto';
import { IfGiven, IsPlausible } from '../../common/http/fields';
import { MAX_ID } from '../../common/http/request.pipes';
import { COMPENSATION_GIFTS, type CompensationGift } from './compensation.entity';

const AMOUNT = { message: 'The credit must be ₦1 to ₦1,000,000 for each customer' };
const MEGABYTES = { message: 'The traffic must be 1 to 1,000,000 MB for each proxy' };
const ID = { message: 'It must be an id' };
const TOTAL = { message: 'The total must be an amount in naira' };
const TIME = { message: 'Enter a date and time' };

export class CompensationTermsDto {
  @ApiProperty({ enum: COMPENSATION_GIFTS, enumName: 'CompensationGift' })
  @IsIn(COMPENSATION_GIFTS, { message: 'Choose credit or traffic' })
  give: CompensationGift;

  /** Whole naira for each customer, with `credit`. @example 500 */
  @ValidateIf(({ give }: CompensationTermsDto) => give === 'credit')
  @IsInt(AMOUNT)
  @Min(1, AMOUNT)
  @Max(1_000_000, AMOUNT)
  amount?: number;

  /** For each proxy that is in use and limited by traffic, with `traffic`. @example 512 */
  @ValidateIf(({ give }: CompensationTermsDto) => give === 'traffic')
  @IsInt(MEGABYTES)
  @Min(1, MEGABYTES)
  @Max(1_000_000, MEGABYTES)
  megabytes?: number;

  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind', required: false })
  @IfGiven()
  @IsIn(EXIT_KINDS)
  kind?: ExitKind;

  /** Country that the proxies are set to, as an ISO 3166-1 code in lower case. @example ng */
  @IfGiven()
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  /** An exit with the dedicated addresses of the proxies. */
  @IfGiven()
  @IsInt(ID)
  @Min(1, ID)
  @Max(MAX_ID, ID)
  exit_id?: number;

  /** A network that carried traffic of the proxies on a day of the span. */
  @IfGiven()
  @IsInt(ID)
  @Min(1, ID)
  @Max(MAX_ID, ID)
  network_id?: number;

  /** Proxies that were in use at any time of the span. */
  @IsPlausible({ message: 'The time must be between the years 2000 and 2099' })
  @IsISO8601({ strict: true }, TIME)
  from: string;

  @IsPlausible({ message: 'The time must be between the years 2000 and 2099' })
  @IsISO8601({ strict: true }, TIME)
  until: string;
}

/** Customers read the reason. */
export class ProposeCompensationDto extends IntersectionType(CompensationTermsDto, ReasonDto) {
  /** The total of the preview. Nothing is proposed when it is another by now. @example 12500 */
  @IfGiven()
  @Min(0, TOTAL)
  @IsNumber({ maxDecimalPlaces: 2 }, TOTAL)
  expected_total?: number;
}

export class CompensatedCustomerResponse {
  id: number;
  name: string;
  proxies: number;
}

export class CompensationPreviewData {
  customers: number;
  proxies: number;
  /** Megabytes in all; 0 for credit. */
  megabytes: number;
  /** Naira in all; of traffic what it is worth at the prices that were paid. */
  total: number;
  /** The first twenty. */
  sample: CompensatedCustomerResponse[];
}

export const COMPENSATION_STATUSES = [
  'proposed',
  'running',
  'done',
  'rejected',
  'expired',
] as const;
export type CompensationStatus = (typeof COMPENSATION_STATUSES)[number];

export class CompensationResponse {
  id: number;
  @ApiProperty({ enum: COMPENSATION_GIFTS, enumName: 'CompensationGift' })
  give: CompensationGift;
  /** Naira for each customer; null for traffic. */
  amount: number | null;
  /** For each proxy; null for credit. */
  megabytes: number | null;
  /** Who was chosen. @example Residential, Nigeria, 1 Nov 2026, 09:00 to 1 Nov 2026, 12:00 */
  scope: string;
  reason: string;
  @ApiProperty({ enum: COMPENSATION_STATUSES, enumName: 'CompensationStatus' })
  status: CompensationStatus;
  total: number;
  customers: number;
  /** Who have been given theirs. */
  given: number;
  /** Whose account or proxies are gone. */
  refused: number;
  /** Name of who proposed it. */
  proposed_by: string;
  created_at: Date;
  finished_at: Date | null;
}

export class CompensationsData {
  /** The last 50, newest first. */
  compensations: CompensationResponse[];
}

export class CompensationData {
  compensation: CompensationResponse;
}
