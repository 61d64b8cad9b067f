import { Injectable } from '@nestjs/common';
import { LISTENER_APPLICATION } from '../../common/gateway/gateway-command';
import { PROBE_CHANNEL, type ProbeOutcome } from '../../common/gateway/supply-probe';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProbeSubject } from './probe.types';

export interface RequestState {
  readonly isClaimed: boolean;
  readonly outcome: ProbeOutcome | null;
}

/** SQL, since sending is one statement: it writes the request, notifies and counts who listens. */
@Injectable()
export class ProbeRequestRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns how many gateway processes listen at the moment. */
  async send(id: string, { networkId, exitNodeId, country }: ProbeSubject): Promise<number> {
    const [row] = await this.uow.manager.query<{ listeners: number }[]>(
      `WITH request AS (
         INSERT INTO supply_probe_request (id, network_id, exit_node_id, country)
         VALUES ($1, $2, $3, $4) RETURNING id),
       abandoned AS (
         DELETE FROM supply_probe_request WHERE id IN (
           SELECT id FROM supply_probe_request WHERE created_at < now() - interval '1 minute'
           FOR UPDATE SKIP LOCKED))
       SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE application_name = $5 AND datname = current_database()) AS listeners,
              pg_notify($6, id::text)
       FROM request`,
      [id, networkId, exitNodeId, country, LISTENER_APPLICATION, PROBE_CHANNEL],
    );
    return row?.listeners ?? 0;
  }

  /** Undefined when its exit or network is gone. */
  async find(id: string): Promise<RequestState | undefined> {
    const [row] = await this.uow.manager.query<RequestState[]>(
      `SELECT claimed_by IS NOT NULL AS "isClaimed", outcome FROM supply_probe_request WHERE id = $1`,
      [id],
    );
    return row;
  }

  /** Ends the request; a later answer is dropped. */
  async remove(id: string): Promise<void> {
    await this.uow.manager.query(`DELETE FROM supply_probe_request WHERE id = $1`, [id]);
  }
}
