import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentWebhook } from './payment-webhook.entity';

export interface NewWebhook {
  readonly provider: string;
  readonly bodyHash: string;
  readonly event: string;
  readonly reference: string;
  readonly payload: unknown;
}

@Injectable()
export class PaymentWebhookRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Keeps a notification, or counts another delivery of one that is kept already. */
  async upsert(webhook: NewWebhook): Promise<number> {
    const [row] = await this.uow.requireTransaction().query(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (body_hash) DO UPDATE SET deliveries = payment_webhook.deliveries + 1
       RETURNING id`,
      [
        webhook.provider,
        webhook.bodyHash,
        webhook.event,
        webhook.reference,
        JSON.stringify(webhook.payload),
      ],
    );
    return row.id;
  }

  findById(id: number): Promise<PaymentWebhook | null> {
    return this.uow.manager.findOneBy(PaymentWebhook, { id });
  }

  async markProcessed(id: number, at: Date): Promise<void> {
    await this.uow.manager.query(
      `UPDATE payment_webhook SET processed_at = $2 WHERE id = $1 AND processed_at IS NULL`,
      [id, at],
    );
  }

  /** Notifications kept before `before` that no job has dealt with. */
  async findUnprocessed(before: Date, limit: number): Promise<number[]> {
    const rows: { id: number }[] = await this.uow.manager.query(
      `SELECT id FROM payment_webhook WHERE processed_at IS NULL AND received_at < $1
       ORDER BY received_at LIMIT $2`,
      [before, limit],
    );
    return rows.map((row) => row.id);
  }

  /** Deletes up to `limit` that were dealt with before `before`. @returns how many. */
  async deleteProcessed(before: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query(
      `DELETE FROM payment_webhook WHERE id IN (
         SELECT id FROM payment_webhook WHERE processed_at < $1 LIMIT $2)`,
      [before, limit],
    );
    return deleted;
  }
}
