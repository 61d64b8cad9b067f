import { IsInt, Max, Min } from 'class-validator';
import { withMessage } from '../../common/http/api.decorators';
import { MAXIMUM_FUNDING } from '../../settings/settings.types';
import type { FundedWallet } from './wallet-funding.service';

const MINIMUM = 1000;
const TOO_LITTLE = { message: 'Minimum funding amount is ₦1,000' };

export class FundWalletDto {
  /** Whole naira, 1,000 to 1,000,000,000. @example 5000 */
  @Max(MAXIMUM_FUNDING, { message: 'Maximum funding amount is ₦1,000,000,000' })
  @Min(MINIMUM, TOO_LITTLE)
  @IsInt(TOO_LITTLE)
  amount: number;
}

export class FundedUser {
  id: number;
  name: string;
  email: string;
  /** Naira with two decimals. @example "1500.00" */
  previous_balance: string;
  /** Naira with two decimals. @example "6500.00" */
  new_balance: string;
}

export class FundingTransaction {
  id: number;
  /** @example FUND-7F3A9C21D0B4 */
  reference: string;
  /** Whole naira. @example 5000 */
  amount: number;
}

export class FundWalletData {
  user: FundedUser;
  transaction: FundingTransaction;
}

export const toFundWallet = (funded: FundedWallet): FundWalletData =>
  withMessage(
    {
      user: {
        id: funded.user.id,
        name: funded.user.name,
        email: funded.user.email,
        previous_balance: funded.previousBalance.toDecimalString(),
        new_balance: funded.newBalance.toDecimalString(),
      },
      transaction: {
        id: funded.transactionId,
        reference: funded.reference,
        amount: funded.amount.toNaira(),
      },
    },
    'Wallet funded successfully!',
  );
