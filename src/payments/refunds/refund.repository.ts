import { Injectable } from '@nestjs/common';
import type { Money } from '../../common/money/money';
import { sourcesOf } from '../../common/state-machine';
import { UnitOfWork } from '../../database/unit-of-work';
import { claimDueRefunds } from '../claim-due';
import { Payment } from '../payment.entity';
import { PaymentRefund } from './payment-refund.entity';
import { REFUND_TRANSITIONS, type RefundStatus } from './refund.state';

export interface NewRefund {
  readonly paymentId: number;
  readonly amount: Money;
  readonly reason: string;
  readonly nextCheckAt: Date;
}

/**
 * SQL where the insert numbers the refund, a lease skips locked rows, and an update keeps `updated_at`,
 * which TypeORM's would change.
 */
@Injectable()
export class RefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Requires the payment's row lock. @returns null when a refund is in progress or has succeeded. */
  async insert({ paymentId, amount, reason, nextCheckAt }: NewRefund): Promise<number | null> {
    const [row] = await this.uow.requireTransaction().query<{ id: number }[]>(
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

  /** @returns the provider's reference of the refunded charge. */
  async getChargeReference(paymentId: number): Promise<string> {
    const { reference } = await this.uow.manager.findOneOrFail(Payment, {
      where: { id: paymentId },
      select: { reference: true },
    });
    return reference;
  }

  /** Compare-and-set along the allowed transitions. @returns false when its status is not a source of `to`. */
  async transition(
    id: number,
    to: RefundStatus,
    note: string | null,
    nextCheckAt: Date | null,
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(PaymentRefund)
      .set({ status: to, nextCheckAt, ...(note === null ? {} : { providerNote: note }) })
      .where('id = :id AND status IN (:...from)', { id, from: sourcesOf(REFUND_TRANSITIONS, to) })
      .execute();
    return affected === 1;
  }

  /** Schedules the next check and keeps the status, and with it `updated_at`. */
  async scheduleCheck(id: number, note: string, nextCheckAt: Date): Promise<void> {
    await this.uow.manager.query(
      `UPDATE payment_refund SET provider_note = $2, next_check_at = $3, checks = checks + 1
       WHERE id = $1 AND next_check_at IS NOT NULL`,
      [id, note, nextCheckAt],
    );
  }

  /** Leases refunds that are due for a check to one worker. */
  claimDue(now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    return claimDueRefunds(this.uow.manager, now, leaseUntil, limit);
  }
}
