import { withMessage } from '../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { toDollars } from '../../common/money/usd';
import { IsInt, Matches, Max, Min } from 'class-validator';

/** What passed through a network's gateway in both directions, and what it cost. */
export interface CarriedTraffic {
  readonly bytes: number;
  /** Millionths of a US dollar. */
  readonly costMicros: bigint;
}

export interface NetworkUsage {
  readonly networkId: number;
  /** Days and months are those of Lagos. */
  readonly today: CarriedTraffic;
  readonly month: CarriedTraffic;
  /** Connections that were asked for in the last 24 hours. */
  readonly asked: number;
  /** Those of them that failed, by reason, the most first. */
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
  /** Of the account that the network belongs to; null when it is not known. */
  readonly balanceMicros: bigint | null;
  /** Paid traffic that is left there, in gigabytes of the provider. */
  readonly leftGb: number | null;
}

/** An account that one network uses. */
export interface ComparableAccount {
  readonly providerId: number;
  readonly networkId: number;
  /** What the provider counts as a gigabyte. */
  readonly bytesPerGb: number;
}

export const USAGE_SOURCES = ['api', 'staff'] as const;
export type UsageSource = (typeof USAGE_SOURCES)[number];

/** What a provider counted on a day of UTC, and what the gateways did. */
export interface ComparedDay {
  /** 2026-11-24. */
  readonly day: string;
  readonly ownBytes: number;
  readonly providerBytes: number;
  readonly source: UsageSource;
  readonly recordedAt: Date;
  /** Whether they differ by more than 3 %, and by more than 10 MB. */
  readonly isOff: boolean;
}

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

const toCarried = ({ bytes, costMicros }: CarriedTraffic): CarriedTrafficResponse => ({
  bytes,
  cost_usd: toDollars(costMicros),
});

export const toNetworkUsages = (networks: NetworkUsage[]): NetworkUsagesData => ({
  networks: networks.map((usage) => ({
    network_id: usage.networkId,
    today: toCarried(usage.today),
    month: toCarried(usage.month),
    asked: usage.asked,
    failures: usage.failures.map(({ reason, count }) => ({ reason, count })),
    balance_usd: usage.balanceMicros === null ? null : toDollars(usage.balanceMicros),
    left_gb: usage.leftGb,
  })),
});

export const toComparedDays = (days: ComparedDay[], text?: string): ComparedDaysData =>
  withMessage(
    {
      days: days.map((one) => ({
        day: one.day,
        own_bytes: one.ownBytes,
        provider_bytes: one.providerBytes,
        source: one.source,
        recorded_at: one.recordedAt,
        is_off: one.isOff,
      })),
    },
    text,
  );

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
