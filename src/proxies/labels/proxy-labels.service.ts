import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { proxyNotFound } from '../proxies.errors';
import type { TagCount } from '../proxy.types';
import { toLabels } from './proxy-labels';
import { ProxyLabelsRepository } from './proxy-labels.repository';

/** Notes and tags of owners on their proxies. */
@Injectable()
export class ProxyLabelsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProxyLabelsRepository,
  ) {}

  /** Replaces both. @throws DomainError not_found. */
  async set(
    actor: Actor,
    proxyId: number,
    note: string | null,
    tags: readonly string[],
  ): Promise<void> {
    const labels = toLabels(note, tags);
    await this.uow.run(async () => {
      if (!(await this.repository.store(actor.userId, proxyId, labels))) throw proxyNotFound();
    });
  }

  listTags(actor: Actor): Promise<TagCount[]> {
    return this.repository.countTags(actor.userId);
  }
}
