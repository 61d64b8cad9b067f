import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { withMessage } from '../common/http/api.decorators';
import { invalidFields } from '../common/errors/domain-error';
import type { Actor } from '../common/security/actor';
import { isUniqueViolation } from '../database/pg-errors';
import { UnitOfWork } from '../database/unit-of-work';
import { CannedReply } from './ticket.entity';
import type { CannedReplyDto, CannedReplyResponse, CannedRepliesData } from './tickets.dto';
import { refuse } from './tickets.errors';

/** Texts that staff insert into their answers. */
@Injectable()
export class CannedRepliesService {
  constructor(
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  async list(): Promise<CannedRepliesData> {
    const rows = await this.uow.manager.find(CannedReply, { order: { title: 'ASC' } });
    return { replies: rows.map(toResponse) };
  }

  /** Adds one, or changes the one of the id. @throws DomainError REPLY_NOT_FOUND, with errors.title. */
  async save(
    actor: Actor,
    { title, body }: CannedReplyDto,
    id?: number,
  ): Promise<CannedReplyResponse> {
    try {
      return await this.uow.run(async () => {
        const manager = this.uow.requireTransaction();
        const before = id === undefined ? null : await manager.findOneBy(CannedReply, { id });
        if (id !== undefined && !before) throw refuse('REPLY_NOT_FOUND');
        const saved = await manager.save(CannedReply, { id, title, body, updatedBy: actor.userId });
        await this.record(actor, saved.id, `${before ? 'Changed' : 'Added'} the reply “${title}”`);
        return withMessage(toResponse(saved), 'Reply saved.');
      });
    } catch (error) {
      if (isUniqueViolation(error))
        throw invalidFields({ title: ['There is a reply with this title'] });
      throw error;
    }
  }

  /** @throws DomainError REPLY_NOT_FOUND. */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const reply = await manager.findOneBy(CannedReply, { id });
      if (!reply) throw refuse('REPLY_NOT_FOUND');
      await manager.delete(CannedReply, { id });
      await this.record(actor, id, `Removed the reply “${reply.title}”`);
    });
  }

  private record(actor: Actor, id: number, details: string): Promise<void> {
    const entry = {
      action: 'system.canned_replies_changed',
      target: `canned_reply:${id}`,
    } as const;
    return this.audit.record(actor, { ...entry, details });
  }
}

const toResponse = ({ id, title, body }: CannedReply): CannedReplyResponse => ({ id, title, body });
