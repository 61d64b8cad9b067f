import { IsInt, Matches, Max, Min } from 'class-validator';

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
