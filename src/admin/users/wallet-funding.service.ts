import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { formatNaira, type Money } from '../../common/money/money';
import { withMessage } from '../../common/http/api.decorators';
import type { FundWalletData } from './users.dto';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { WalletService } from '../../wallet/wallet.service';
import { refuse } from './admin-users.errors';

/** Funds wallets manually, against the adjustments account. */
@Injectable()
export class WalletFundingService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UsersService,
    private readonly wallet: WalletService,
    private readonly audit: AuditService,
  ) {}

  /** Serializes with a change of the role and with joining a team. @throws DomainError not_found, conflict STAFF_NOT_FUNDED or MEMBER_NOT_FUNDED. */
  async lockCustomer(userId: number): Promise<UserAccount> {
    const user = await this.users.lockShared(userId);
    if (!user) throw refuse('USER_NOT_FOUND');
    if (user.role !== 'user') throw refuse('STAFF_NOT_FUNDED');
    if (await this.users.findTeam(user)) throw refuse('MEMBER_NOT_FUNDED');
    return user;
  }

  /**
   * Needs no unit of work of the caller.
   * @param reference the same one funds once, whatever happened in between.
   * @throws DomainError not_found, conflict STAFF_NOT_FUNDED or MEMBER_NOT_FUNDED.
   */
  post(actor: Actor, userId: number, amount: Money, reference: string): Promise<FundWalletData> {
    return this.uow.run(async () => {
      const user = await this.lockCustomer(userId);
      const { transactionId, balance, repaid, replayed } = await this.wallet.credit(
        {
          userId,
          reference,
          type: 'credit',
          purpose: 'funding',
          amount,
          description: 'Wallet funding',
          paymentMethod: 'admin',
          metadata: { funding_type: 'admin', funded_by: actor.userId },
        },
        {
          idempotencyKey: `admin_funding:${reference}`,
          kind: 'admin_funding',
          against: 'adjustments',
        },
      );
      const previousBalance = balance.plus(repaid).minus(amount);
      if (!replayed)
        await this.audit.record(actor, {
          action: 'wallet.funded',
          target: `user:${userId}`,
          details: `Funded the wallet of ${user.name} with ${formatNaira(amount)} (${reference})`,
          before: { balance: previousBalance },
          after: { balance },
        });
      const { id, name, email } = user;
      const previous_balance = previousBalance.toDecimalString();
      const new_balance = balance.toDecimalString();
      return withMessage(
        {
          user: { id, name, email, previous_balance, new_balance },
          transaction: { id: transactionId, reference, amount: amount.toNaira() },
        },
        'Wallet funded successfully!',
      );
    });
  }
}
