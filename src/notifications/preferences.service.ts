import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/security/actor';
import { UnitOfWork } from '../database/unit-of-work';
import { UsersService } from '../users/users.service';
import { DEFAULT_PREFERENCES, type NotificationPreferences } from './notification.types';
import { PreferencesRepository } from './preferences.repository';

/** What people want to be told by mail. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly repository: PreferencesRepository,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  own({ userId }: Actor): Promise<NotificationPreferences> {
    return this.of(userId);
  }

  /** The preferences of every one of these users. */
  async ofAll(userIds: readonly number[]): Promise<Map<number, NotificationPreferences>> {
    const stored = await this.repository.storedOf(userIds);
    return new Map(userIds.map((id) => [id, stored.get(id) ?? DEFAULT_PREFERENCES]));
  }

  /** Changes what is given and leaves the rest. */
  async change(
    actor: Actor,
    changes: Partial<NotificationPreferences>,
  ): Promise<NotificationPreferences> {
    return this.uow.run(async () => {
      // Two changes at once, each of another switch, must both stay.
      await this.users.lock(actor.userId);
      const before = await this.of(actor.userId);
      const after = { ...before, ...changes };
      if (sameAs(before, after)) return before;
      await this.repository.store(actor.userId, after);
      await this.audit.record(actor, {
        action: 'user.notifications_changed',
        target: `user:${actor.userId}`,
        details: 'Changed which mails they get',
        before: plain(before),
        after: plain(after),
      });
      return after;
    });
  }

  private async of(userId: number): Promise<NotificationPreferences> {
    return (await this.ofAll([userId])).get(userId)!;
  }
}

const plain = ({ lowBalanceThreshold, ...switches }: NotificationPreferences) => ({
  ...switches,
  lowBalanceThreshold: lowBalanceThreshold.toNaira(),
});

const sameAs = (a: NotificationPreferences, b: NotificationPreferences): boolean =>
  JSON.stringify(plain(a)) === JSON.stringify(plain(b));
