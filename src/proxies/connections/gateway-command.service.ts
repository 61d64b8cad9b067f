import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { COMMAND_CHANNEL, LISTENER_APPLICATION } from '../../common/gateway/gateway-messages';
import { type GatewayCommand, type GatewayReply } from '../../common/gateway/gateway-messages';
import { SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';

const ANSWER_TIMEOUT_MS = SECOND;
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 80;

export interface CommandResult {
  readonly replies: readonly GatewayReply[];
  /** Whether every gateway process that listens has answered, and there is one. */
  readonly isComplete: boolean;
}

/** Sends a command to all gateways and collects their answers. */
@Injectable()
export class GatewayCommandService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes a second at most, and only as long as answers are missing. @returns null without such a proxy. */
  async send(proxyId: number, command: GatewayCommand): Promise<CommandResult | null> {
    const id = randomUUID();
    const deadline = performance.now() + ANSWER_TIMEOUT_MS;
    const listeners = await this.insert(id, proxyId, command);
    if (listeners === null) return null;
    for (
      let pause = FIRST_POLL_MS;
      performance.now() < deadline && (await this.countReplies(id)) < listeners;
      pause = Math.min(pause * 2, MAX_POLL_MS)
    )
      await sleep(pause);
    // Ends the command; later answers are dropped.
    const rows = await this.uow.manager.query<{ body: GatewayReply }[]>(
      `WITH command AS (DELETE FROM gateway_command WHERE id = $1)
       SELECT body FROM gateway_reply WHERE command_id = $1`,
      [id],
    );
    const replies = rows.map(({ body }) => body);
    return { replies, isComplete: listeners > 0 && replies.length >= listeners };
  }

  /** @returns how many gateway processes listen at the moment; null without such a proxy. */
  private async insert(
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

  private async countReplies(id: string): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM gateway_reply WHERE command_id = $1`,
      [id],
    );
    return row.count;
  }
}
