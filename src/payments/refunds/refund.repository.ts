import { Injectable } from '@nestjs/common';
import type { Money } from '../../common/money/money';
import { sourcesOf } from '../../common/state-machine';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentRefund } from './payment-refund.entity';
import { REFUND_TRANSITIONS, type RefundStatus } from './refund.state';

export interface NewRefund {
  readonly paymentId: number;
  readonly amount: Money;
  readonly reason: string;
  readonly nextCheckAt: Date;
}

@Injectable()
export class RefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Needs the payment held. @returns null when a refund of it runs or has succeeded. */
  async insert({ paymentId, amount, reason, nextCheckAt }: NewRefund): Promise<number | null> {
    const [row] = await this.uow.requireTransaction().query(
      `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
       SELECT $1::int, 'RFD-' || $1::int || '-' || (count(*) + 1), $2, $3, $4
       FROM payment_refund WHERE payment_id = $1::int
       ON CONFLICT (payment_id) WHERE status <> 'failed' DO NOTHING RETURNING id`,
      [paymentId, amount.kobo.toString(), reason, nextCheckAt],
    );
    return row?.id ?? null;
  }

  findById(id: number): Promise<PaymentRefund | null> {
    return this.uow.manager.findOneBy(PaymentRefund, { id });
  }

  findByReference(reference: string): Promise<PaymentRefund | null> {
    return this.uow.manager.findOneBy(PaymentRefund, { reference });
  }

  findByPayment(paymentId: number): Promise<PaymentRefund[]> {
    return this.uow.manager.find(PaymentRefund, { where: { paymentId }, order: { id: 'ASC' } });
  }

  /** @returns the reference the provider knows the refunded charge by. */
  async getChargeReference(paymentId: number): Promise<string> {
    const [row] = await this.uow.manager.query(`SELECT reference FROM payment WHERE id = $1`, [
      paymentId,
    ]);
    return row.reference;
  }

  /** @returns false when it did not stand where that move starts. */
  async transition(
    id: number,
    to: RefundStatus,
    note: string | null,
    nextCheckAt: Date | null,
  ): Promise<boolean> {
    const [, moved] = await this.uow.requireTransaction().query(
      `UPDATE payment_refund SET status = $2, provider_note = coalesce($3, provider_note),
         next_check_at = $4, updated_at = now()
       WHERE id = $1 AND status = ANY($5)`,
      [id, to, note, nextCheckAt, sourcesOf(REFUND_TRANSITIONS, to)],
    );
    return moved === 1;
  }

  /** It stays where it is, and is asked about again. */
  async scheduleCheck(id: number, note: string, nextCheckAt: Date): Promise<void> {
    await this.uow.manager.query(
      `UPDATE payment_refund SET provider_note = $2, next_check_at = $3, checks = checks + 1
       WHERE id = $1 AND next_check_at IS NOT NULL`,
      [id, note, nextCheckAt],
    );
  }

  /** Hands out refunds that are due, each to one caller until `leaseUntil`. */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    const [rows] = await this.uow.manager.query(
      `UPDATE payment_refund SET next_check_at = $2
       WHERE id IN (SELECT id FROM payment_refund WHERE next_check_at <= $1
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return (rows as { id: number }[]).map((row) => row.id);
  }
}
