import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

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

@Injectable()
export class WebhookRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(delivery: NewDelivery): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO sandbox.webhook (reference, url, body, signature, due_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')`,
      [delivery.reference, delivery.url, delivery.body, delivery.signature, delivery.delayMs],
    );
  }

  /** Claims due deliveries and schedules their next attempt. */
  async claimDue(): Promise<DueDelivery[]> {
    const [rows] = await this.uow.manager.query(
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
    await this.uow.manager.query(
      `UPDATE sandbox.webhook SET last_answer = $2,
         due_at = CASE WHEN $3 THEN NULL ELSE due_at END,
         delivered_at = CASE WHEN $3 THEN now() END WHERE id = $1`,
      [id, answer, delivered],
    );
  }

  /** Milliseconds until the next delivery is due; null when none is waiting. */
  async nextDueIn(): Promise<number | null> {
    const [row] = await this.uow.manager.query(
      `SELECT ceil(extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM sandbox.webhook`,
    );
    return row.ms === null ? null : Math.max(row.ms, 0);
  }

  listByReference(reference: string): Promise<unknown[]> {
    return this.uow.manager.query(
      `SELECT url, body, attempts, due_at, delivered_at, last_answer FROM sandbox.webhook
       WHERE reference = $1 ORDER BY id`,
      [reference],
    );
  }
}
