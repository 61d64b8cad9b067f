import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Download } from '../common/http/api.decorators';
import { getPersonId, isStaff, type Actor } from '../common/security/actor';
import { UnitOfWork } from '../database/unit-of-work';
import { TicketAttachment } from './ticket.entity';
import { refuse } from './tickets.errors';
import type { TicketAttachmentResponse } from './tickets.dto';

export const MAX_BYTES = 5 * 1024 * 1024;
/** Of one person, not yet in a message. */
const MAX_PENDING = 10;
const PENDING_HOURS = 24;
const NAME_MAX = 100;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf']);

/** By its content: an image, a PDF or text; undefined for anything else. */
export async function detectType(content: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content);
  if (found) return TYPES.has(found.mime) ? found.mime : undefined;
  try {
    return UTF_8.decode(content).includes('\0') ? undefined : 'text/plain';
  } catch {
    return undefined;
  }
}

/** Without what a header or a file system could misread. */
const toFileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}. _-]/gu, '_')
    .slice(-NAME_MAX)
    .trim() || 'file';

/** Files of messages. They are served as downloads, never shown by the browser as pages of the shop. */
@Injectable()
export class TicketAttachmentsService {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws DomainError ATTACHMENT_TYPE, ATTACHMENT_TOO_LARGE, TOO_MANY_ATTACHMENTS. */
  async upload(actor: Actor, name: string, content: unknown): Promise<TicketAttachmentResponse> {
    if (!Buffer.isBuffer(content) || content.length === 0) throw refuse('ATTACHMENT_TYPE');
    return this.store(getPersonId(actor), name, content);
  }

  /** Joins an open unit of work. */
  async store(
    uploadedBy: number,
    name: string,
    content: Buffer,
    messageId: number | null = null,
  ): Promise<TicketAttachmentResponse> {
    if (content.length > MAX_BYTES) throw refuse('ATTACHMENT_TOO_LARGE');
    const type = await detectType(content);
    if (!type) throw refuse('ATTACHMENT_TYPE');
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      await manager.query(
        `DELETE FROM ticket_attachment WHERE uploaded_by = $1 AND message_id IS NULL
           AND created_at < now() - make_interval(hours => $2)`,
        [uploadedBy, PENDING_HOURS],
      );
      const [{ pending }] = await manager.query<[{ pending: number }]>(
        `SELECT count(*)::int AS pending FROM ticket_attachment WHERE uploaded_by = $1 AND message_id IS NULL`,
        [uploadedBy],
      );
      if (messageId === null && pending >= MAX_PENDING) throw refuse('TOO_MANY_ATTACHMENTS');
      const file = { name: toFileName(name), type, size: content.length };
      const { identifiers } = await manager.insert(TicketAttachment, {
        ...{ uploadedBy, messageId, content, ...file },
      });
      return { id: identifiers[0]!.id as number, ...file };
    });
  }

  /** Puts uploads of the actor into a message. Needs an open unit of work. @throws DomainError ATTACHMENT_NOT_FOUND. */
  async attach(actor: Actor, messageId: number, ids: readonly number[] = []): Promise<void> {
    if (ids.length === 0) return;
    const { affected } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(TicketAttachment)
      .set({ messageId })
      .where({ id: In([...ids]), uploadedBy: getPersonId(actor) })
      .andWhere('message_id IS NULL')
      .execute();
    if (affected !== ids.length) throw refuse('ATTACHMENT_NOT_FOUND');
  }

  /** @throws DomainError ATTACHMENT_NOT_FOUND. */
  async download(actor: Actor, id: number): Promise<Download> {
    const [file] = await this.uow.manager.query<{ name: string; type: string; content: Buffer }[]>(
      `SELECT f.name, f.type, f.content FROM ticket_attachment f JOIN ticket_message m ON m.id = f.message_id
       JOIN ticket t ON t.id = m.ticket_id
       WHERE f.id = $1 AND ($2 OR (t.user_id = $3 AND m.kind <> 'note'))`,
      [id, isStaff(actor.role), actor.userId],
    );
    if (!file) throw refuse('ATTACHMENT_NOT_FOUND');
    // A header has no other letters.
    return { ...file, name: file.name.replace(/[^\x20-\x7e]/g, '_') };
  }

  /** Of a closed account, what is in no message; the rest goes with its tickets. Needs an open unit of work. */
  async removePending(uploadedBy: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('DELETE FROM ticket_attachment WHERE uploaded_by = $1 AND message_id IS NULL', [
        uploadedBy,
      ]);
  }
}
