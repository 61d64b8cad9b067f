import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';

export const USAGE_SOURCES = ['api', 'staff'] as const;
export type UsageSource = (typeof USAGE_SOURCES)[number];

export class CarriedTrafficResponse {
  /** In both directions, as the provider counts it. */
  bytes: number;
  /** US dollars. */
  cost_usd: number;
}

export class NetworkFailureResponse {
  /** @example place_empty */
  reason: string;
  count: number;
}

export class NetworkUsageResponse {
  network_id: number;
  /** Since midnight in Lagos. */
  today: CarriedTrafficResponse;
  /** Since the first of the month in Lagos. */
  month: CarriedTrafficResponse;
  /** Connections asked for in the last 24 hours. */
  asked: number;
  /** Connections that failed in the last 24 hours, by reason, the most first. */
  failures: NetworkFailureResponse[];
  /** US dollars at the only connected account of the provider; null when it is not known. */
  balance_usd: number | null;
  /** Paid traffic that is left there, in gigabytes of the provider; null: not known. */
  left_gb: number | null;
}

export class NetworkUsagesData {
  networks: NetworkUsageResponse[];
}

export class ComparedDayResponse {
  /** Of UTC. @example 2026-11-24 */
  day: string;
  /** What the gateways counted. */
  own_bytes: number;
  provider_bytes: number;
  /** `api`: read from the provider; `staff`: entered by hand. */
  @ApiProperty({ enum: USAGE_SOURCES, enumName: 'ProviderUsageSource' })
  source: UsageSource;
  recorded_at: Date;
  /** Whether they differ by more than 3 %, and by more than 10 MB. */
  is_off: boolean;
}

export class ComparedDaysData {
  /** The latest first. */
  days: ComparedDayResponse[];
}

const BYTES = { message: 'Enter whole bytes, 0 or more' };
const MAX_BYTES = 1_000_000_000_000_000;

export class EnterProviderUsageDto {
  /** A day of UTC that has begun. @example 2026-11-24 */
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { message: 'Enter a day such as 2026-11-24' })
  day: string;

  /** What the provider counted, in both directions. @example 52300000000 */
  @IsInt(BYTES)
  @Min(0, BYTES)
  @Max(MAX_BYTES, BYTES)
  bytes: number;
}
