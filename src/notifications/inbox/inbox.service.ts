import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { toOffset, toPage, toPagination, type PageQuery } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { InboxMessage } from '../notifications.entity';
import type { InboxData, UnreadNotificationsData } from './inbox.dto';

const PAGE_SIZE = 20;

/** Notifications of customers in the web app. */
@Injectable()
export class InboxService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  async list({ userId }: Actor, query: PageQuery): Promise<InboxData> {
    const page = toPage(query, PAGE_SIZE);
    const [[messages, total], unread_count] = await Promise.all([
      this.uow.manager.findAndCount(InboxMessage, {
        where: { userId },
        order: { id: 'DESC' },
        skip: toOffset(page),
        take: page.perPage,
      }),
      this.countUnread(userId),
    ]);
    const notifications = messages.map(({ id, kind, title, text, link, createdAt, readAt }) => ({
      ...{ id: Number(id), kind, title, text, link },
      created_at: createdAt,
      read_at: readAt,
    }));
    const pagination = toPagination({ rows: notifications, total, page });
    return { notifications, unread_count, pagination };
  }

  /** @param ids all that exist by now when left out; those of others are ignored. */
  markRead({ userId }: Actor, ids?: readonly number[]): Promise<UnreadNotificationsData> {
    return this.uow.run(async () => {
      await this.uow
        .requireTransaction()
        .update(
          InboxMessage,
          { userId, readAt: IsNull(), ...(ids && { id: In(ids.map(String)) }) },
          { readAt: () => 'now()' },
        );
      return { unread_count: await this.countUnread(userId) };
    });
  }

  /** Needs an open unit of work. */
  async add(
    messages: Pick<InboxMessage, 'userId' | 'kind' | 'title' | 'text' | 'link'>[],
  ): Promise<void> {
    if (messages.length)
      await this.uow
        .requireTransaction()
        .createQueryBuilder()
        .insert()
        .into(InboxMessage)
        .values(messages)
        .updateEntity(false)
        .execute();
  }

  /** For a closed account; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(InboxMessage, { userId });
  }

  /** Deletes up to `limit` messages, the oldest first. */
  async deleteBefore(moment: Date, limit: number): Promise<void> {
    // TypeORM's DELETE has no limit.
    await this.uow.manager.query(
      `DELETE FROM inbox_message WHERE id IN (
         SELECT id FROM inbox_message WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
      [moment, limit],
    );
  }

  private countUnread(userId: number): Promise<number> {
    return this.uow.manager.countBy(InboxMessage, { userId, readAt: IsNull() });
  }
}
