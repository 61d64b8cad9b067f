import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

/** A delivery that this process has leased. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly userId: number;
  readonly url: string;
  readonly secretEncrypted: string;
  /** Null unless it still signs. */
  readonly previousSecretEncrypted: string | null;
  /** With this one. */
  readonly attempts: number;
  readonly eventId: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly createdAt: Date;
}

export interface AttemptOutcome {
  readonly status: number | null;
  readonly error: string | null;
}

/** Webhooks of an owner who has not confirmed them after a reset of the password wait, and so do their deliveries. */
const DELIVERABLE = `w.enabled AND NOT EXISTS (SELECT FROM users u WHERE u.id = w.user_id AND w.created_at < u.review_since)`;

/** SQL: claims join three tables. All times are the database's. */
@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Webhooks that have something due. */
  async findDue(limit: number): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT DISTINCT w.id FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
       WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND ${DELIVERABLE} LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Leases the oldest due delivery of a webhook.
   * @param leaseSeconds after which it is due again unless its outcome was recorded.
   */
  async claim(webhookId: number, leaseSeconds: number): Promise<ClaimedDelivery | undefined> {
    const [rows] = await this.uow.manager.query<[ClaimedDelivery[], number]>(
      `UPDATE webhook_delivery d
       SET attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = now() + make_interval(secs => $2)
       FROM webhook w, webhook_event e
       WHERE d.id = (SELECT id FROM webhook_delivery
                     WHERE webhook_id = $1 AND status = 'pending' AND next_attempt_at <= now()
                     ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         AND w.id = d.webhook_id AND ${DELIVERABLE} AND e.id = d.event_id
       RETURNING d.id, d.webhook_id AS "webhookId", w.user_id AS "userId", w.url, d.attempts,
         w.secret_encrypted AS "secretEncrypted",
         CASE WHEN w.previous_secret_until > now() THEN w.previous_secret_encrypted END AS "previousSecretEncrypted",
         e.id AS "eventId", e.type, e.data, e.created_at AS "createdAt"`,
      [webhookId, leaseSeconds],
    );
    return rows[0];
  }

  /** @param attempts of the claim: a later one, or a redelivery, has its own outcome. */
  async markDelivered({ id, webhookId, attempts }: ClaimedDelivery, status: number | null) {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `UPDATE webhook_delivery SET status = 'delivered', response_status = $3, last_error = NULL, next_attempt_at = NULL
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempts, status],
    );
    await manager.query(`UPDATE webhook SET failures = 0 WHERE id = $1 AND failures > 0`, [
      webhookId,
    ]);
  }

  async postpone({ id, attempts }: ClaimedDelivery, outcome: AttemptOutcome, seconds: number) {
    await this.uow.requireTransaction().query(
      `UPDATE webhook_delivery
       SET response_status = $3, last_error = $4, next_attempt_at = now() + make_interval(secs => $5)
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempts, outcome.status, outcome.error, seconds],
    );
  }

  /** Gives a delivery up. @returns how many in a row; undefined when it was not this attempt's any more. */
  async giveUp(
    { id, attempts }: ClaimedDelivery,
    outcome: AttemptOutcome,
  ): Promise<number | undefined> {
    const [rows] = await this.uow.requireTransaction().query<[{ failures: number }[], number]>(
      `WITH failed AS (
         UPDATE webhook_delivery
         SET status = 'failed', response_status = $3, last_error = $4, next_attempt_at = NULL
         WHERE id = $1 AND attempts = $2 AND status = 'pending' RETURNING webhook_id)
       UPDATE webhook w SET failures = w.failures + 1 FROM failed WHERE w.id = failed.webhook_id
       RETURNING w.failures`,
      [id, attempts, outcome.status, outcome.error],
    );
    return rows[0]?.failures;
  }

  /** @returns false when it is off already. */
  async disable(webhookId: number, reason: string): Promise<boolean> {
    const [, updated] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(
        `UPDATE webhook SET enabled = false, disabled_reason = $2 WHERE id = $1 AND enabled`,
        [webhookId, reason],
      );
    return updated === 1;
  }

  /** Deletes up to `limit` old events with their deliveries. @returns how many. */
  async deleteBefore(days: number, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query<[unknown[], number]>(
      `DELETE FROM webhook_event WHERE id IN (
         SELECT id FROM webhook_event WHERE created_at < now() - make_interval(days => $1)
         ORDER BY created_at LIMIT $2)`,
      [days, limit],
    );
    return deleted;
  }
}
