import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxWebhook } from './webhook.entity';

export interface NewDelivery {
  readonly reference: string;
  readonly url: string;
  readonly body: string;
  readonly signature: string;
  readonly delayMs: number;
}

export interface DueDelivery {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

/** Seconds until the next try, by the number of tries so far; after the last there is none. */
const BACKOFF = '{12,20,40,90,180}';

/** SQL where a claim skips locked rows and where the database calculates with its clock. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(delivery: NewDelivery): Promise<void> {
    const { delayMs, ...columns } = delivery;
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(SandboxWebhook)
      .values({ ...columns, dueAt: () => `now() + :delayMs * interval '1 millisecond'` })
      .setParameters({ delayMs })
      .execute();
  }

  /** Claims due deliveries and schedules their next attempt. */
  async claimDue(): Promise<DueDelivery[]> {
    const [rows] = await this.uow.manager.query<[DueDelivery[], number]>(
      `UPDATE sandbox.webhook SET attempts = attempts + 1,
         due_at = now() + ($1::int[])[attempts + 1] * interval '1 second'
       WHERE id IN (SELECT id FROM sandbox.webhook WHERE due_at <= now()
                    ORDER BY due_at LIMIT 50 FOR UPDATE SKIP LOCKED)
       RETURNING id, url, body, signature`,
      [BACKOFF],
    );
    return rows;
  }

  async recordResponse(id: string, answer: string, delivered: boolean): Promise<void> {
    await this.uow.manager.update(
      SandboxWebhook,
      { id },
      {
        lastAnswer: answer,
        deliveredAt: delivered ? () => 'now()' : null,
        ...(delivered && { dueAt: null }),
      },
    );
  }

  /** Milliseconds until the next delivery is due; null when none is waiting. */
  async nextDueIn(): Promise<number | null> {
    const [row] = await this.uow.manager.query<[{ ms: number | null }]>(
      `SELECT ceil(extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM sandbox.webhook`,
    );
    return row.ms === null ? null : Math.max(row.ms, 0);
  }

  listByReference(reference: string): Promise<unknown[]> {
    return this.uow.manager
      .createQueryBuilder(SandboxWebhook, 'webhook')
      .select('webhook.url', 'url')
      .addSelect('webhook.body', 'body')
      .addSelect('webhook.attempts', 'attempts')
      .addSelect('webhook.dueAt', 'due_at')
      .addSelect('webhook.deliveredAt', 'delivered_at')
      .addSelect('webhook.lastAnswer', 'last_answer')
      .where({ reference })
      .orderBy('webhook.id')
      .getRawMany();
  }
}
