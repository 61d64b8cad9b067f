import { IsInt, Max, Min } from 'class-validator';
import { MAXIMUM_FUNDING } from '../../../settings/settings.types';

const MINIMUM = 1000;
const TOO_LITTLE = { message: 'Minimum funding amount is ₦1,000' };

export class FundWalletDto {
  /** Whole naira, 1,000 to 1,000,000,000. @example 5000 */
  @Max(MAXIMUM_FUNDING, { message: 'Maximum funding amount is ₦1,000,000,000' })
  @Min(MINIMUM, TOO_LITTLE)
  @IsInt(TOO_LITTLE)
  amount: number;
}
