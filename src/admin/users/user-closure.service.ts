import { Injectable } from '@nestjs/common';
import { AccountClosureService, type ClosureObstacle } from '../../account/account-closure.service';
import type { DomainError } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import {
  balanceNotZero,
  moneyOwed,
  ownAccount,
  userNotFound,
  workInProgress,
} from './admin-users.errors';
import { AdminUsersService } from './admin-users.service';

const REFUSALS: Record<ClosureObstacle, () => DomainError> = {
  balance: balanceNotZero,
  debt: moneyOwed,
  work: workInProgress,
};

/** Staff close accounts of others. */
@Injectable()
export class UserClosureService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly admins: AdminUsersService,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly closure: AccountClosureService,
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
      const obstacle = await this.closure.findObstacle(id);
      if (obstacle) throw REFUSALS[obstacle]();
      await this.closure.close(actor, user);
    });
  }
}
