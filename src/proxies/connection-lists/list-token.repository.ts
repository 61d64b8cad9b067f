import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { SharedList } from './connection-lists.types';

/** Statements where the owner is a condition, or the hour of the last use. */
@Injectable()
export class ListTokenRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes the place of an earlier token. @returns undefined unless the proxy is the user's. */
  async replace(userId: number, proxyId: number, hash: Buffer): Promise<SharedList | undefined> {
    const [row] = await this.uow.requireTransaction().query<SharedList[]>(
      `INSERT INTO proxy_list_token (proxy_id, token_hash)
       SELECT id, $3 FROM proxy WHERE id = $2 AND user_id = $1
       ON CONFLICT (proxy_id) DO UPDATE
       SET token_hash = excluded.token_hash, created_at = now(), last_used_at = NULL
       RETURNING created_at AS "createdAt", last_used_at AS "lastUsedAt"`,
      [userId, proxyId, hash],
    );
    return row;
  }

  async find(userId: number, proxyId: number): Promise<SharedList | undefined> {
    const [row] = await this.uow.manager.query<SharedList[]>(
      `SELECT t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt"
       FROM proxy_list_token t JOIN proxy p ON p.id = t.proxy_id
       WHERE p.user_id = $1 AND p.id = $2`,
      [userId, proxyId],
    );
    return row;
  }

  /** @returns whether there was one. */
  async remove(userId: number, proxyId: number): Promise<boolean> {
    const [, removed] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(
        `DELETE FROM proxy_list_token t USING proxy p WHERE p.id = t.proxy_id AND p.user_id = $1 AND p.id = $2`,
        [userId, proxyId],
      );
    return removed > 0;
  }

  async removeAll(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(
        `DELETE FROM proxy_list_token t USING proxy p WHERE p.id = t.proxy_id AND p.user_id = $1`,
        [userId],
      );
  }

  /** The proxy of a token, if its owner's account is active; notes the use once an hour. */
  async use(hash: Buffer): Promise<{ proxyId: number; userId: number } | undefined> {
    const [found] = await this.uow.manager.query<
      { proxyId: number; userId: number; isNoted: boolean }[]
    >(
      `SELECT t.proxy_id AS "proxyId", p.user_id AS "userId",
              coalesce(t.last_used_at > now() - interval '1 hour', false) AS "isNoted"
       FROM proxy_list_token t JOIN proxy p ON p.id = t.proxy_id JOIN users u ON u.id = p.user_id
       WHERE t.token_hash = $1 AND u.status = 'active'`,
      [hash],
    );
    if (found && !found.isNoted)
      await this.uow.manager.query(
        `UPDATE proxy_list_token SET last_used_at = now() WHERE token_hash = $1`,
        [hash],
      );
    return found;
  }
}
