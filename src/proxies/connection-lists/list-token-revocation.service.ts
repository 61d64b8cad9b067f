import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/**
 * Ends list tokens together with the access with which they were created: the password of a proxy is in the list, also a
 * reissued one. Every method needs an open unit of work.
 */
@Injectable()
export class ListTokenRevocationService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Those of the user's proxies, and those that the user created for the owner of a team. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM proxy_list_token WHERE proxy_id IN (
         SELECT id FROM proxy WHERE user_id = $1
         UNION ALL SELECT proxy_id FROM proxy_list_token WHERE created_by = $1)`,
      [userId],
    );
  }

  async apiKeyRemoved(apiKeyId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`DELETE FROM proxy_list_token WHERE api_key_id = $1`, [apiKeyId]);
  }

  /** Also those that were created with a session: whoever knew the password could have created them. */
  allApiKeysRemoved(userId: number): Promise<void> {
    return this.removeAll(userId);
  }

  async buyerAccessEnded(ownerId: number, memberId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `DELETE FROM proxy_list_token t USING proxy p
       WHERE p.id = t.proxy_id AND p.user_id = $1 AND t.created_by = $2`,
      [ownerId, memberId],
    );
  }
}
