import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyLabels, TagCount } from '../proxy.types';

/** SQL where the owner is a condition, or tags are counted. */
@Injectable()
export class ProxyLabelsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns whether the proxy is the user's. */
  async store(userId: number, proxyId: number, { note, tags }: ProxyLabels): Promise<boolean> {
    const [, updated] = await this.uow
      .requireTransaction()
      .query<[unknown, number]>(
        `UPDATE proxy SET note = $3, tags = $4, updated_at = now() WHERE id = $2 AND user_id = $1`,
        [userId, proxyId, note, tags],
      );
    return updated === 1;
  }

  /** Tags of the user's proxies, the most used first; those that differ in case only are one. */
  countTags(userId: number): Promise<TagCount[]> {
    return this.uow.manager.query<TagCount[]>(
      `SELECT min(tag) AS tag, count(*)::int AS count FROM proxy, unnest(tags) AS tag
       WHERE user_id = $1 AND tags <> '{}' GROUP BY lower(tag) ORDER BY count(*) DESC, lower(tag) LIMIT 200`,
      [userId],
    );
  }
}
