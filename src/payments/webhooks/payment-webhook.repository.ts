import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentWebhook } from './payment-webhook.entity';

export interface NewWebhook {
  readonly provider: string;
  readonly bodyHash: string;
  readonly event: string;
  readonly reference: string;
  readonly payload: unknown;
}

/** SQL where the upsert counts, and for DELETE with a limit, which TypeORM lacks. */
@Injectable()
export class PaymentWebhookRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Stores a notification or counts another delivery of a stored one. @returns its id. */
  async upsert(webhook: NewWebhook): Promise<number> {
    const [row] = await this.uow.requireTransaction().query<[{ id: number }]>(
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
    await this.uow.manager.update(
      PaymentWebhook,
      { id, processedAt: IsNull() },
      { processedAt: at },
    );
  }

  /** Ids of unprocessed notifications received before `before`, oldest first. */
  async findUnprocessed(before: Date, limit: number): Promise<number[]> {
    const rows = await this.uow.manager.find(PaymentWebhook, {
      select: { id: true },
      where: { processedAt: IsNull(), receivedAt: LessThan(before) },
      order: { receivedAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
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
