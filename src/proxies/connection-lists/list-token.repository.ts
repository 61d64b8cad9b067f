import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ListTokenCreator, SharedList } from './connection-lists.types';

/**
 * Whether the creator `c` of the token `t` still has the access to the proxy `p` with which the token was created.
 * Events delete tokens; this condition adds what ends without one, such as the time of an API key.
 */
const CREATOR_HAS_ACCESS = `c.status = 'active'
  AND (c.id = p.user_id OR (c.role = 'user' AND EXISTS (
    SELECT FROM team_member m WHERE m.owner_id = p.user_id AND m.member_id = c.id AND m.role = 'buyer')))
  AND (t.api_key_id IS NULL OR EXISTS (
    SELECT FROM api_key k WHERE k.id = t.api_key_id AND k.removed_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > now())))`;

/** Statements where the owner or creator is a condition, or the hour of the last use. */
@Injectable()
export class ListTokenRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Takes the place of an earlier token. Membership and key stay locked until the token is stored, so that a concurrent
   * removal either finds the token or prevents it.
   * @returns undefined unless the proxy is the user's and the creator still has access.
   */
  async replace(
    userId: number,
    proxyId: number,
    hash: Buffer,
    { personId, apiKeyId }: ListTokenCreator,
  ): Promise<SharedList | undefined> {
    const [row] = await this.uow.requireTransaction().query<SharedList[]>(
      `INSERT INTO proxy_list_token (proxy_id, token_hash, created_by, api_key_id)
       SELECT id, $3, $4::int, $5::int FROM proxy WHERE id = $2 AND user_id = $1
         AND (user_id = $4::int OR EXISTS (
           SELECT FROM team_member WHERE owner_id = $1 AND member_id = $4::int AND role = 'buyer' FOR SHARE))
         AND ($5::int IS NULL OR EXISTS (
           SELECT FROM api_key WHERE id = $5::int AND removed_at IS NULL FOR SHARE))
       ON CONFLICT (proxy_id) DO UPDATE
       SET token_hash = excluded.token_hash, created_by = excluded.created_by,
           api_key_id = excluded.api_key_id, created_at = now(), last_used_at = NULL
       RETURNING created_at AS "createdAt", last_used_at AS "lastUsedAt"`,
      [userId, proxyId, hash, personId, apiKeyId],
    );
    return row;
  }

  async find(userId: number, proxyId: number): Promise<SharedList | undefined> {
    const [row] = await this.uow.manager.query<SharedList[]>(
      `SELECT t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt"
       FROM proxy_list_token t JOIN proxy p ON p.id = t.proxy_id JOIN users c ON c.id = t.created_by
       WHERE p.user_id = $1 AND p.id = $2 AND ${CREATOR_HAS_ACCESS}`,
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

  /** Those of the user's proxies, and those that the user created for the owner of a team. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM proxy_list_token WHERE proxy_id IN (
         SELECT id FROM proxy WHERE user_id = $1
         UNION ALL SELECT proxy_id FROM proxy_list_token WHERE created_by = $1)`,
      [userId],
    );
  }

  async removeOfMember(ownerId: number, memberId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM proxy_list_token t USING proxy p
       WHERE p.id = t.proxy_id AND p.user_id = $1 AND t.created_by = $2`,
      [ownerId, memberId],
    );
  }

  async removeOfApiKey(apiKeyId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`DELETE FROM proxy_list_token WHERE api_key_id = $1`, [apiKeyId]);
  }

  /** The proxy of a token, if the accounts of its owner and creator have access; notes the use once an hour. */
  async use(hash: Buffer): Promise<{ proxyId: number; userId: number } | undefined> {
    const [found] = await this.uow.manager.query<
      { proxyId: number; userId: number; isNoted: boolean }[]
    >(
      `SELECT t.proxy_id AS "proxyId", p.user_id AS "userId",
              coalesce(t.last_used_at > now() - interval '1 hour', false) AS "isNoted"
       FROM proxy_list_token t JOIN proxy p ON p.id = t.proxy_id JOIN users u ON u.id = p.user_id
       JOIN users c ON c.id = t.created_by
       WHERE t.token_hash = $1 AND u.status = 'active' AND ${CREATOR_HAS_ACCESS}`,
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
