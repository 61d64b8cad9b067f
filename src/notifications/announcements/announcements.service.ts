import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import { withMessage } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { toLabelSql } from '../../database/label-sql';
import { UnitOfWork } from '../../database/unit-of-work';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import { refuse } from '../notifications.errors';
import { Announcement } from './announcement.entity';
import {
  toAnnouncement,
  type AnnouncementDto,
  type AnnouncementResponse,
  type AnnouncementsData,
  type OwnAnnouncementResponse,
  type OwnAnnouncementsData,
} from './announcements.dto';

const LISTED = 100;
/** Customers whose inboxes are filled by one statement. */
const BATCH_SIZE = 2000;
const INBOX_TEXT_MAX = 500;

const IN_FORCE = `a.starts_at <= now() AND (a.ends_at IS NULL OR a.ends_at > now())`;
/** @param user column or parameter with the id of a customer. */
const isFor = (user: string): string => `(a.audience = 'all' OR EXISTS (
  SELECT FROM proxy p WHERE p.user_id = ${user} AND ${toLabelSql('p.type', KIND_OF_TYPE)} = a.audience
    AND p.status <> 'expired' AND p.expires_at > now()))`;

/** A message of the inbox is plain text. */
export function toInboxText(markdown: string): string {
  const text = markdown
    .replace(/\[([^\]\n]+)\]\(([^)\s]+)\)/g, '$1 ($2)')
    .replace(/^#+ +/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2');
  return text.length > INBOX_TEXT_MAX ? `${text.slice(0, INBOX_TEXT_MAX - 1).trimEnd()}…` : text;
}

/** What staff tell customers. */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async findOwn({ userId }: Actor): Promise<OwnAnnouncementsData> {
    const announcements = await this.uow.manager.query<OwnAnnouncementResponse[]>(
      `SELECT a.id, a.title, a.body, a.level, a.starts_at FROM announcement a
       WHERE ${IN_FORCE} AND ${isFor('$1')} ORDER BY a.level = 'warning' DESC, a.id DESC LIMIT 5`,
      [userId],
    );
    return { announcements };
  }

  async list(): Promise<AnnouncementsData> {
    const rows = await this.uow.manager.find(Announcement, { order: { id: 'DESC' }, take: LISTED });
    return { announcements: rows.map((row) => toAnnouncement(row, this.clock.now())) };
  }

  /** Publishes one, or changes the one of the id. @throws DomainError not_found, conflict, invalid. */
  async save(actor: Actor, body: AnnouncementDto, id?: number): Promise<AnnouncementResponse> {
    return this.uow.run(async () => {
      const before = id === undefined ? null : await this.lockOpen(id);
      const now = this.clock.now();
      const fields = {
        ...{ title: body.title, body: body.body, level: body.level, audience: body.audience },
        ...{ startsAt: body.starts_at ?? before?.startsAt ?? now, endsAt: body.ends_at ?? null },
        toInbox: body.to_inbox,
      };
      const { startsAt, endsAt } = fields;
      if (endsAt && (endsAt <= now || endsAt <= startsAt))
        throw invalidFields({ ends_at: ['It has to end after it starts, and later than now'] });
      const manager = this.uow.requireTransaction();
      const saved = await manager.save(Announcement, {
        ...(before ?? { createdBy: actor.userId }),
        ...fields,
      });
      await this.record(actor, saved, before ? 'Changed' : 'Published', before);
      const row = await manager.findOneByOrFail(Announcement, { id: saved.id });
      return withMessage(toAnnouncement(row, now), 'Announcement saved.');
    });
  }

  /** @throws DomainError not_found, conflict ANNOUNCEMENT_ENDED. */
  async end(actor: Actor, id: number): Promise<AnnouncementResponse> {
    return this.uow.run(async () => {
      const row = await this.lockOpen(id);
      const now = this.clock.now();
      await this.uow.requireTransaction().update(Announcement, { id }, { endsAt: now });
      await this.record(actor, { ...row, endsAt: now }, 'Ended', row);
      return withMessage(toAnnouncement({ ...row, endsAt: now }, now), 'Announcement ended.');
    });
  }

  /**
   * Fills the inboxes of the next customers of an announcement that has started. The position moves in the same transaction
   * under the lock of the row, so that each customer gets one message, also with several workers and crashes.
   * @returns whether there are more.
   */
  async fillInboxes(): Promise<boolean> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [due] = await manager.query<{ id: number; title: string; body: string }[]>(
        `SELECT a.id, a.title, a.body FROM announcement a
         WHERE a.to_inbox AND a.inbox_sent_at IS NULL AND ${IN_FORCE}
         ORDER BY a.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!due) return false;
      // Locked as by every other rule: no message is written after the inbox of a closed account is erased.
      await manager.query(
        `WITH batch AS (
           SELECT u.id FROM users u JOIN announcement a ON a.id = $1
           WHERE u.id > a.inbox_cursor AND u.role = 'user' AND u.status = 'active' AND u.closed_at IS NULL
           ORDER BY u.id LIMIT $2 FOR KEY SHARE OF u
         ), sent AS (
           INSERT INTO inbox_message (user_id, kind, title, text, link)
           SELECT b.id, 'announcement', $3, $4, '/dashboard' FROM batch b JOIN announcement a ON a.id = $1
           WHERE ${isFor('b.id')} RETURNING 1
         )
         UPDATE announcement SET inbox_cursor = coalesce((SELECT max(id) FROM batch), inbox_cursor),
           inbox_count = inbox_count + (SELECT count(*) FROM sent),
           inbox_sent_at = CASE WHEN NOT EXISTS (SELECT FROM batch) THEN now() END
         WHERE id = $1`,
        [due.id, BATCH_SIZE, due.title, toInboxText(due.body)],
      );
      return true;
    });
  }

  private async lockOpen(id: number): Promise<Announcement> {
    const row = await this.uow.requireTransaction().findOne(Announcement, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw refuse('ANNOUNCEMENT_NOT_FOUND');
    if (row.endsAt && row.endsAt <= this.clock.now()) throw refuse('ANNOUNCEMENT_ENDED');
    return row;
  }

  private record(
    actor: Actor,
    row: Announcement,
    verb: string,
    before: Announcement | null,
  ): Promise<void> {
    const show = ({ title, body, level, audience, startsAt, endsAt, toInbox }: Announcement) => ({
      ...{ title, body, level, audience, starts_at: startsAt, ends_at: endsAt, to_inbox: toInbox },
    });
    return this.audit.record(actor, {
      action: 'system.announcement_changed',
      target: `announcement:${row.id}`,
      details: `${verb} the announcement “${row.title}”`,
      ...(before && { before: show(before) }),
      after: show(row),
    });
  }
}
