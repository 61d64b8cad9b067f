import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/security/actor';
import { Clock } from '../common/time/clock';
import { UnitOfWork } from '../database/unit-of-work';
import { UserNote } from './user-note.entity';
import { refuse } from './users.errors';

/** Notes of staff about users; the users do not see them in the shop. */
@Injectable()
export class UserNotesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** The audit log says that a note was written, and not what: notes are erased with the account. */
  add(actor: Actor, userId: number, body: string): Promise<void> {
    return this.uow.run(async () => {
      const note = { userId, authorId: actor.userId, body, createdAt: this.clock.now() };
      const { identifiers } = await this.uow.requireTransaction().insert(UserNote, note);
      await this.record(actor, userId, 'user.note_added', identifiers[0]!.id as number);
    });
  }

  /** Whoever wrote a note removes it. @throws DomainError NOTE_NOT_FOUND, also for a note of somebody else. */
  remove(actor: Actor, userId: number, id: number): Promise<void> {
    return this.uow.run(async () => {
      const own = { id, userId, authorId: actor.userId };
      const { affected } = await this.uow.requireTransaction().delete(UserNote, own);
      if (!affected) throw refuse('NOTE_NOT_FOUND');
      await this.record(actor, userId, 'user.note_removed', id);
    });
  }

  /** For an account that is closed. Needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(UserNote, { userId });
  }

  private record(
    actor: Actor,
    userId: number,
    action: 'user.note_added' | 'user.note_removed',
    id: number,
  ): Promise<void> {
    const verb = action === 'user.note_added' ? 'Wrote' : 'Removed';
    const target = `user:${userId}`;
    return this.audit.record(actor, { action, target, details: `${verb} note #${id}` });
  }
}
