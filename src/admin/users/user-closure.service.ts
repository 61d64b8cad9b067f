import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { ApiKeysService } from '../../auth/api-keys/api-keys.service';
import { TwoFactorService } from '../../auth/two-factor/two-factor.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { AllowedAddressesService } from '../../proxies/allowed-addresses/allowed-addresses.service';
import { ProxyLifecycleService } from '../../proxies/lifecycle/proxy-lifecycle.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import { WebhooksService } from '../../webhooks/webhooks.service';
import { WalletService } from '../../wallet/wallet.service';
import {
  balanceNotZero,
  moneyOwed,
  ownAccount,
  userNotFound,
  workInProgress,
} from './admin-users.errors';
import { AdminUsersQueries } from './admin-users.queries';
import { AdminUsersService } from './admin-users.service';

/** Closes accounts: erases personal data and keeps the ledger. */
@Injectable()
export class UserClosureService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: AdminUsersQueries,
    private readonly admins: AdminUsersService,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly twoFactor: TwoFactorService,
    private readonly wallet: WalletService,
    private readonly custody: ProxyLifecycleService,
    private readonly webhooks: WebhooksService,
    private readonly addresses: AllowedAddressesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws DomainError not_found, forbidden for one's own account, conflict LAST_ADMIN,
   *   BALANCE_NOT_ZERO, MONEY_OWED or WORK_IN_PROGRESS.
   */
  async close(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      await this.accounts.lockAdmins();
      const user = await this.users.lock(id);
      if (!user) throw userNotFound();
      if (id === actor.userId) throw ownAccount('delete');
      await this.admins.assertAdminRemains(
        actor,
        id,
        user.role === 'admin' && user.status === 'active',
      );
      if (!(await this.wallet.getBalance(id)).isZero) throw balanceNotZero();
      if (!(await this.wallet.getReceivableBalance(id)).isZero) throw moneyOwed();
      if (await this.queries.hasWorkInProgress(id)) throw workInProgress();
      await this.accounts.close(id);
      await this.sessions.revokeAll(id);
      await this.apiKeys.erase(id);
      await this.webhooks.removeAll(id);
      await this.twoFactor.delete(id);
      await this.addresses.removeAll(id);
      await this.audit.record(actor, {
        action: 'user.closed',
        target: `user:${id}`,
        details: `Closed the account of user ${id}`,
        before: { role: user.role, status: user.status },
      });
      await this.custody.suspendAccount(actor, id);
    });
  }
}
