import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentAcknowledgement } from './payment-acknowledgement.entity';
import {
  ACKNOWLEDGEABLE,
  TO_ACKNOWLEDGE,
  type Acknowledgeable,
  type DifferenceKey,
} from './payment-acknowledgement.types';

/** SQL where an insert reads what it acknowledges. */
@Injectable()
export class PaymentAcknowledgementRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findOpen(paymentId: number): Promise<Acknowledgeable[]> {
    const open: Acknowledgeable[] = [];
    for (const kind of ACKNOWLEDGEABLE) {
      const rows = await this.uow.manager.query<unknown[]>(
        `SELECT FROM (${TO_ACKNOWLEDGE[kind]}) open WHERE payment_id = $1 LIMIT 1`,
        [paymentId],
      );
      if (rows.length) open.push(kind);
    }
    return open;
  }

  /** @returns false when there is nothing to acknowledge. */
  async insert(
    kind: Acknowledgeable,
    paymentId: number,
    by: number,
    note: string,
  ): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query<unknown[]>(
      `INSERT INTO payment_acknowledgement (kind, payment_id, last_seen_id, note, acknowledged_by)
       SELECT $1, payment_id, max(seen_id), $4, $3::int FROM (${TO_ACKNOWLEDGE[kind]}) open
       WHERE payment_id = $2::int GROUP BY payment_id RETURNING id`,
      [kind, paymentId, by, note],
    );
    return rows.length === 1;
  }

  /** @returns false when the latest run does not have the difference, or it is acknowledged. */
  async insertDifference(
    { kind, reference }: DifferenceKey,
    by: number,
    note: string,
  ): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query<unknown[]>(
      `INSERT INTO payment_acknowledgement (kind, difference_kind, reference, note, acknowledged_by)
       SELECT 'difference', $1::text, $2::text, $4, $3::int
       FROM (SELECT differences FROM payment_reconciliation ORDER BY id DESC LIMIT 1) run
       CROSS JOIN LATERAL jsonb_array_elements(run.differences) d
       WHERE d->>'kind' = $1::text AND d->>'reference' = $2::text LIMIT 1
       ON CONFLICT (difference_kind, reference) WHERE kind = 'difference' DO NOTHING RETURNING id`,
      [kind, reference, by, note],
    );
    return rows.length === 1;
  }

  findDifferences(references: readonly string[]): Promise<PaymentAcknowledgement[]> {
    if (!references.length) return Promise.resolve([]);
    return this.uow.manager.findBy(PaymentAcknowledgement, {
      kind: 'difference',
      reference: In([...references]),
    });
  }
}
