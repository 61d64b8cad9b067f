import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  InboxMessage,
  type InboxItem,
  type NewInboxMessage,
  type InboxPage,
} from '../notifications.entity';
import type { Actor } from '../../common/security/actor';

/** `deleteBefore` is SQL: TypeORM's DELETE has no limit. */
@Injectable()
export class InboxRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async add(messages: readonly NewInboxMessage[]): Promise<void> {
    if (messages.length)
      await this.uow
        .requireTransaction()
        .createQueryBuilder()
        .insert()
        .into(InboxMessage)
        .values([...messages])
        .updateEntity(false)
        .execute();
  }

  /** Newest first. */
  async findPage(userId: number, page: Page): Promise<Paged<InboxItem>> {
    const [rows, total] = await this.uow.manager.findAndCount(InboxMessage, {
      where: { userId },
      order: { id: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    return { rows: rows.map(toItem), total, page };
  }

  countUnread(userId: number): Promise<number> {
    return this.uow.manager.countBy(InboxMessage, { userId, readAt: IsNull() });
  }

  /** @param ids all of the user when left out. */
  async markRead(userId: number, ids?: readonly number[]): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(
        InboxMessage,
        { userId, readAt: IsNull(), ...(ids && { id: In(ids.map(String)) }) },
        { readAt: () => 'now()' },
      );
  }

  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(InboxMessage, { userId });
  }

  /** Deletes up to `limit` messages, the oldest first. */
  async deleteBefore(moment: Date, limit: number): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM inbox_message WHERE id IN (
         SELECT id FROM inbox_message WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
      [moment, limit],
    );
  }
}

const toItem = ({ id, kind, title, text, link, createdAt, readAt }: InboxMessage): InboxItem => ({
  id: Number(id),
  kind,
  title,
  text,
  link,
  createdAt,
  readAt,
});

export const INBOX_PAGE_SIZE = 20;

/** Notifications of customers in the web app. */
@Injectable()
export class InboxService {
  constructor(
    private readonly messages: InboxRepository,
    private readonly uow: UnitOfWork,
  ) {}

  async list({ userId }: Actor, page: Page): Promise<InboxPage> {
    const [messages, unread] = await Promise.all([
      this.messages.findPage(userId, page),
      this.messages.countUnread(userId),
    ]);
    return { messages, unread };
  }

  /** @param ids all that exist by now when left out; those of others are ignored. @returns how many are still unread. */
  markRead({ userId }: Actor, ids?: readonly number[]): Promise<number> {
    return this.uow.run(async () => {
      await this.messages.markRead(userId, ids);
      return this.messages.countUnread(userId);
    });
  }

  /** For a closed account; needs an open unit of work. */
  removeAll(userId: number): Promise<void> {
    return this.messages.removeAll(userId);
  }
}
