import { withMessage } from '../../../common/http/api.decorators';
import {
  NO_SECOND_ADMIN,
  toOutcome,
  type ProposalData,
} from '../../wallet-corrections/dto/proposal.response';
import type { Outcome } from '../../wallet-corrections/staff-movements.service';
import type { UserChange } from '../admin-users.service';
import type { FundedWallet } from '../admin-users.types';
import { AdminUserResponse, toAdminUser } from './admin-user.response';

export class UserCreator {
  /** @example Site Admin */
  admin_name: string;
}

export class AdminUserCreatedData {
  user: AdminUserResponse;
  created_by: UserCreator;
}

export class AdminUserUpdatedData {
  user: AdminUserResponse;
  /** Names of the changed fields. @example ["status"] */
  updated_fields: string[];
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

const describe = (message: string, { isAlone }: UserChange): string =>
  isAlone ? `${message} ${NO_SECOND_ADMIN}` : message;

export const toUserCreated = (
  outcome: Outcome<UserChange>,
  admin: string,
): AdminUserCreatedData | ProposalData =>
  toOutcome(outcome, (change) =>
    withMessage(
      { user: toAdminUser(change.user), created_by: { admin_name: admin } },
      describe('User added successfully!', change),
    ),
  );

export const toUserUpdated = (
  outcome: Outcome<UserChange>,
  message = 'User updated successfully!',
): AdminUserUpdatedData | ProposalData =>
  toOutcome(outcome, (change) =>
    withMessage(
      { user: toAdminUser(change.user), updated_fields: change.updatedFields },
      describe(message, change),
    ),
  );

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
