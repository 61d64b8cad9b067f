import { Injectable } from '@nestjs/common';
import { unauthenticated } from '../auth/auth.errors';
import { SessionsService } from '../auth/sessions/sessions.service';
import type { SessionActor } from '../common/security/actor';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { MailService } from '../mail/mail.service';
import { UsersService } from '../users/users.service';
import { AccountClosureService } from './account-closure.service';
import { closureRefusals, onlyCustomersDelete } from './account.errors';

/** A customer deletes the own account. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly closure: AccountClosureService,
    private readonly mail: MailService,
    private readonly config: AppConfig,
  ) {}

  /**
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED; conflict BALANCE_NOT_ZERO, MONEY_OWED or
   * WORK_IN_PROGRESS.
   */
  async delete(actor: SessionActor): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw unauthenticated();
      if (user.role !== 'user') throw onlyCustomersDelete();
      const obstacle = await this.closure.findObstacle(user.id);
      if (obstacle) throw closureRefusals[obstacle]();
      await this.sendFarewell(user.email, user.name);
      await this.closure.close(actor, user);
    });
  }

  private sendFarewell(email: string, name: string): Promise<void> {
    return this.mail.enqueueTemplate(email, (site) => ({
      subject: `Your ${site} account was deleted`,
      heading: 'Your account was deleted',
      paragraphs: [
        `Hello ${name},`,
        `You deleted your ${site} account. Your proxies have stopped, and nobody can sign in any more. We have erased your name and address. We keep the records of payments that the law requires, and a hash of your address that cannot be turned back into it, so that offers for new customers are used once.`,
      ],
      closing: `If this was not you, contact ${this.config.support.email} immediately.`,
    }));
  }
}
