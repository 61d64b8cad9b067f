import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { InboxRepository } from './inbox.repository';
import type { InboxPage } from './inbox.types';

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
