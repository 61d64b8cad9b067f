import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentWebhook } from './payment-webhook.entity';

export interface NewWebhook {
  readonly provider: string;
  readonly bodyHash: string;
  readonly event: string;
  readonly reference: string;
  readonly nairaAccount: string | null;
  readonly payload: unknown;
}

const UPSERT = prepareStatement(
  'payment-webhook.upsert',
  `INSERT INTO payment_webhook (provider, body_hash, event, reference, naira_account, payload)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (body_hash) DO UPDATE SET deliveries = payment_webhook.deliveries + 1
   RETURNING id`,
);

/** SQL where an update counts or a lease skips locked rows, and for DELETE with a limit, which TypeORM lacks. */
@Injectable()
export class PaymentWebhookRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Stores a notification or counts another delivery of a stored one. @returns its id. */
  async upsert(webhook: NewWebhook): Promise<number> {
    const { rows } = await this.uow.executeInTransaction<{ id: number }>(UPSERT, [
      webhook.provider,
      webhook.bodyHash,
      webhook.event,
      webhook.reference,
      webhook.nairaAccount,
      JSON.stringify(webhook.payload),
    ]);
    return rows[0]!.id;
  }

  findById(id: number): Promise<PaymentWebhook | null> {
    return this.uow.manager.findOneBy(PaymentWebhook, { id });
  }

  async markProcessed(id: number, at: Date): Promise<void> {
    await this.uow.manager.update(
      PaymentWebhook,
      { id, processedAt: IsNull() },
      { processedAt: at, parkedAt: null },
    );
  }

  /** Leases unprocessed notifications received before `before` that are due for a try, longest due first. */
  async claimDue(before: Date, now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    const [rows] = await this.uow.manager.query<[{ id: number }[], number]>(
      `UPDATE payment_webhook SET next_attempt_at = $3
       WHERE id IN (SELECT id FROM payment_webhook
                    WHERE processed_at IS NULL AND parked_at IS NULL AND received_at < $1 AND next_attempt_at <= $2
                    ORDER BY next_attempt_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [before, now, leaseUntil, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Counts a try without a result and schedules the next one; after `max` of them parks the notification.
   * Waits from ten seconds to an hour.
   */
  async recordFailedAttempt(id: number, reason: string, at: Date, max: number): Promise<void> {
    await this.uow.manager.query(
      `UPDATE payment_webhook SET attempts = attempts + 1, last_error = $2,
         next_attempt_at = $3::timestamptz + make_interval(secs => least(10 * 2 ^ least(attempts, 10), 3600)),
         parked_at = CASE WHEN attempts + 1 >= $4::int THEN $3::timestamptz END
       WHERE id = $1 AND processed_at IS NULL AND parked_at IS NULL`,
      [id, reason, at, max],
    );
  }

  /** Schedules all parked notifications again. @returns their references. */
  async retryParked(): Promise<string[]> {
    const [rows] = await this.uow.requireTransaction().query<[{ reference: string }[], number]>(
      `UPDATE payment_webhook SET parked_at = NULL, attempts = 0, next_attempt_at = now()
       WHERE parked_at IS NOT NULL RETURNING reference`,
    );
    return rows.map(({ reference }) => reference);
  }

  /** Closes all parked notifications without a result. @returns their references. */
  async dismissParked(): Promise<string[]> {
    const [rows] = await this.uow.requireTransaction().query<[{ reference: string }[], number]>(
      `UPDATE payment_webhook SET parked_at = NULL, processed_at = now()
       WHERE parked_at IS NOT NULL RETURNING reference`,
    );
    return rows.map(({ reference }) => reference);
  }

  /** Deletes up to `limit` notifications processed before `before`. @returns the number of deleted rows. */
  async deleteProcessed(before: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query<[unknown, number]>(
      `DELETE FROM payment_webhook WHERE id IN (
         SELECT id FROM payment_webhook WHERE processed_at < $1 LIMIT $2)`,
      [before, limit],
    );
    return deleted;
  }
}
