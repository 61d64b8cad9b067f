import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { proxyNotFound, tooManyTags } from '../proxies.errors';
import type { TagCount } from '../proxy.types';
import { MAX_TAGS, normalizeNote, normalizeTags } from './proxy-labels';
import { ProxyLabelsRepository } from './proxy-labels.repository';

/** What is left out stays. */
export interface LabelsChange {
  readonly note?: string | null;
  readonly tags?: readonly string[];
  /** Besides `tags`, or those there are. */
  readonly added?: readonly string[];
}

/** Notes and tags of owners on their proxies. */
@Injectable()
export class ProxyLabelsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProxyLabelsRepository,
  ) {}

  /** @throws DomainError not_found; invalid with `tags` when there would be more than ten. */
  async change(actor: Actor, proxyId: number, change: LabelsChange): Promise<void> {
    await this.uow.run(async () => {
      const before = await this.repository.lockOwned(actor.userId, proxyId);
      if (!before) throw proxyNotFound();
      const tags = normalizeTags([...(change.tags ?? before.tags), ...(change.added ?? [])]);
      if (tags.length > MAX_TAGS) throw tooManyTags(MAX_TAGS);
      const note = change.note === undefined ? before.note : normalizeNote(change.note);
      await this.repository.store(proxyId, { note, tags });
    });
  }

  /** For an account that is closed. Needs an open unit of work. */
  removeAll(userId: number): Promise<void> {
    return this.repository.removeAll(userId);
  }

  listTags(actor: Actor): Promise<TagCount[]> {
    return this.repository.countTags(actor.userId);
  }
}
