import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { lockedInOrder } from '../locked-in-order';
import { Proxy } from '../proxy.entity';
import type { ProxyLabels, TagCount } from '../proxy.types';

/** SQL where a row is locked, or tags are counted. */
@Injectable()
export class ProxyLabelsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the proxy until the unit of work ends. */
  async lockOwned(userId: number, proxyId: number): Promise<ProxyLabels | undefined> {
    const [row] = await this.uow
      .requireTransaction()
      .query<ProxyLabels[]>(
        `SELECT note, tags FROM proxy WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE`,
        [userId, proxyId],
      );
    return row;
  }

  async store(id: number, { note, tags }: ProxyLabels): Promise<void> {
    await this.uow.requireTransaction().update(Proxy, { id }, { note, tags: [...tags] });
  }

  async removeAll(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `UPDATE proxy SET note = NULL, tags = '{}', updated_at = now() WHERE ${lockedInOrder('user_id = $1')}`,
        [userId],
      );
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
