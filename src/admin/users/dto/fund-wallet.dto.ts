import { IsInt, Max, Min } from 'class-validator';

const MINIMUM = 1000;
const MAXIMUM = 1_000_000_000;
const TOO_LITTLE = { message: 'Minimum funding amount is ₦1,000' };

export class FundWalletDto {
  /** Whole naira, 1,000 to 1,000,000,000. @example 5000 */
  @Max(MAXIMUM, { message: 'Maximum funding amount is ₦1,000,000,000' })
  @Min(MINIMUM, TOO_LITTLE)
  @IsInt(TOO_LITTLE)
  amount: number;
}
