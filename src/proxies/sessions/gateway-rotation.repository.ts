import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/** The sessions of a proxy whose rotations are kept; older ones return to their first exit. */
const MAX_SESSIONS = 1_000;

/** SQL, since one statement counts, forgets the oldest session and notifies the gateways. */
@Injectable()
export class GatewayRotationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Counts a rotation, of the proxy's own session when null.
   * @returns whether the proxy has a pool of exits.
   */
  async rotate(proxyId: number, session: string | null): Promise<boolean> {
    const rows = await this.uow.manager.query<object[]>(
      `WITH rotating AS MATERIALIZED (
         SELECT id, coalesce($2, session_id) AS session FROM proxy
         WHERE id = $1 AND exit_node_id IS NULL FOR NO KEY UPDATE),
       rotated AS (
         INSERT INTO gateway_rotation AS r (proxy_id, session, rotations, rotated_at)
         SELECT id, session, 1, clock_timestamp() FROM rotating
         ON CONFLICT (proxy_id, session) DO UPDATE
           SET rotations = r.rotations + 1, rotated_at = clock_timestamp()
         RETURNING proxy_id),
       forgotten AS (
         DELETE FROM gateway_rotation WHERE (proxy_id, session) IN (
           SELECT r.proxy_id, r.session FROM gateway_rotation r
           JOIN rotating a ON a.id = r.proxy_id AND a.session <> r.session
           ORDER BY r.rotated_at DESC OFFSET $3 - 1))
       SELECT pg_notify('gateway_credential', proxy_id::text) FROM rotated`,
      [proxyId, session, MAX_SESSIONS],
    );
    return rows.length > 0;
  }
}
