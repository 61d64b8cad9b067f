import { Injectable } from '@nestjs/common';
import type { Money } from '../common/money/money';
import { sourcesOf } from '../common/state-machine';
import { UnitOfWork } from '../database/unit-of-work';
import { Payment } from './payment.entity';
import { PAYMENT_TRANSITIONS, type PaymentStatus } from './payment.state';

export interface NewPayment {
  readonly userId: number;
  readonly transactionId: number;
  readonly reference: string;
  readonly provider: string;
  readonly amount: Money;
  readonly nextCheckAt: Date;
  readonly expiresAt: Date;
}

/** What a payment learns, with or without moving on. */
export type PaymentUpdate = Partial<
  Pick<
    Payment,
    | 'checkoutUrl'
    | 'providerStatus'
    | 'paidKobo'
    | 'feeKobo'
    | 'reason'
    | 'nextCheckAt'
    | 'settledAt'
  >
> & { providerPayload?: object };

@Injectable()
export class PaymentRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(payment: NewPayment): Promise<number> {
    const [row] = await this.uow.requireTransaction().query(
      `INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo,
                            next_check_at, expires_at)
       VALUES ($1, $2, $3, $4, 'created', $5, $6, $7) RETURNING id`,
      [
        payment.userId,
        payment.transactionId,
        payment.reference,
        payment.provider,
        payment.amount.kobo.toString(),
        payment.nextCheckAt,
        payment.expiresAt,
      ],
    );
    return row.id;
  }

  findById(id: number): Promise<Payment | null> {
    return this.uow.manager.findOneBy(Payment, { id });
  }

  findByReference(reference: string): Promise<Payment | null> {
    return this.uow.manager.findOneBy(Payment, { reference });
  }

  findOwned(userId: number, reference: string): Promise<Payment | null> {
    return this.uow.manager.findOneBy(Payment, { userId, reference });
  }

  /** Holds the payment until the unit of work ends. */
  lockById(id: number): Promise<Payment> {
    return this.uow
      .requireTransaction()
      .findOneOrFail(Payment, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** As `lock`, for an id that somebody typed. */
  findAndLock(id: number): Promise<Payment | null> {
    return this.uow
      .requireTransaction()
      .findOne(Payment, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Moves it along the allowed graph. @returns false when it stood where that move does not start. */
  async transition(id: number, to: PaymentStatus, change: PaymentUpdate = {}): Promise<boolean> {
    const result = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .update(Payment)
      .set({ ...change, status: to })
      .where('id = :id AND status IN (:...from)', { id, from: sourcesOf(PAYMENT_TRANSITIONS, to) })
      .execute();
    return result.affected === 1;
  }

  /** Notes that money of it was taken back. @returns false when it is not credited or has not that much left. */
  async addChargedBack(id: number, amount: Money, at: Date): Promise<boolean> {
    const [, count] = await this.uow.requireTransaction().query(
      `UPDATE payment SET charged_back_kobo = charged_back_kobo + $2::bigint, updated_at = now(),
         charged_back_at = coalesce(charged_back_at, $3)
       WHERE id = $1 AND status = 'successful' AND charged_back_kobo + $2::bigint <= amount_kobo`,
      [id, amount.kobo.toString(), at],
    );
    return count === 1;
  }

  /** Keeps what was learnt without moving it. */
  async update(id: number, change: PaymentUpdate): Promise<void> {
    await this.uow.requireTransaction().update(Payment, { id }, change);
  }

  async incrementChecks(id: number): Promise<void> {
    await this.uow.requireTransaction().increment(Payment, { id }, 'checks', 1);
  }

  /**
   * Hands out payments that are due for a check. Each is pushed to `leaseUntil`, so that workers
   * never hold the same one, and one that is lost with its worker comes due again.
   */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    const [rows] = await this.uow.manager.query(
      `UPDATE payment SET next_check_at = $2
       WHERE id IN (SELECT id FROM payment WHERE next_check_at <= $1
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return (rows as { id: number }[]).map((row) => row.id);
  }
}
