import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work';

/** The sessions of an account whose rotations are kept; older ones return to their first exit. */
const MAX_SESSIONS = 1_000;

/** SQL, since one statement counts, forgets the oldest session and notifies the gateways. */
@Injectable()
export class GatewayRotationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Counts a rotation, of the account's own session when null.
   * @returns whether there is such an account with a pool of exits.
   */
  async rotate(apiId: string, session: string | null): Promise<boolean> {
    const rows = await this.uow.manager.query<object[]>(
      `WITH account AS MATERIALIZED (
         SELECT id, coalesce($2, session_id) AS session FROM gateway_account
         WHERE api_id = $1 AND exit_node_id IS NULL FOR NO KEY UPDATE),
       rotated AS (
         INSERT INTO gateway_rotation AS r (account_id, session, rotations, rotated_at)
         SELECT id, session, 1, clock_timestamp() FROM account
         ON CONFLICT (account_id, session) DO UPDATE
           SET rotations = r.rotations + 1, rotated_at = clock_timestamp()
         RETURNING account_id),
       forgotten AS (
         DELETE FROM gateway_rotation WHERE (account_id, session) IN (
           SELECT r.account_id, r.session FROM gateway_rotation r
           JOIN account a ON a.id = r.account_id AND a.session <> r.session
           ORDER BY r.rotated_at DESC OFFSET $3 - 1))
       SELECT pg_notify('gateway_credential', account_id::text) FROM rotated`,
      [apiId, session, MAX_SESSIONS],
    );
    return rows.length > 0;
  }
}
