import { Injectable } from '@nestjs/common';
import {
  COMMAND_CHANNEL,
  LISTENER_APPLICATION,
  type GatewayCommand,
  type GatewayReply,
} from '../../common/gateway/gateway-messages';
import { UnitOfWork } from '../../database/unit-of-work';

/** SQL, since sending is one statement: it writes the command, notifies and counts who listens. */
@Injectable()
export class GatewayCommandRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns how many gateway processes listen at the moment; null without such a proxy. */
  async send(
    id: string,
    proxyId: number,
    { kind, connectionId, withTargets }: GatewayCommand,
  ): Promise<number | null> {
    const [row] = await this.uow.manager.query<{ listeners: number }[]>(
      `WITH command AS (
         INSERT INTO gateway_command (id, proxy_id, kind, connection_id, with_targets)
         SELECT $1, id, $3, $4, $5 FROM proxy WHERE id = $2 RETURNING id),
       abandoned AS (
         DELETE FROM gateway_command WHERE id IN (
           SELECT id FROM gateway_command WHERE created_at < now() - interval '1 minute'
           FOR UPDATE SKIP LOCKED))
       SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE application_name = $6 AND datname = current_database()) AS listeners,
              pg_notify($7, id::text)
       FROM command`,
      [id, proxyId, kind, connectionId, withTargets, LISTENER_APPLICATION, COMMAND_CHANNEL],
    );
    return row?.listeners ?? null;
  }

  async countReplies(id: string): Promise<number> {
    const [row] = await this.uow.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM gateway_reply WHERE command_id = $1`,
      [id],
    );
    return row?.count ?? 0;
  }

  /** Ends the command; later answers are dropped. */
  async takeReplies(id: string): Promise<GatewayReply[]> {
    const rows = await this.uow.manager.query<{ body: GatewayReply }[]>(
      `WITH command AS (DELETE FROM gateway_command WHERE id = $1)
       SELECT body FROM gateway_reply WHERE command_id = $1`,
      [id],
    );
    return rows.map(({ body }) => body);
  }
}
