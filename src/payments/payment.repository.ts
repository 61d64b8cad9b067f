import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { sourcesOf } from '../common/state-machine';
import { AdvisoryLock } from '../database/advisory-locks';
import { EntityStatements } from '../database/entity-statements';
import { UnitOfWork } from '../database/unit-of-work';
import { Payment, PAYMENT_TRANSITIONS, type PaymentStatus } from './payment.entity';
import type { OpenTopup } from './payments.types';

export type NewPayment = Pick<
  Payment,
  'userId' | 'transactionId' | 'reference' | 'provider' | 'amount' | 'nextCheckAt' | 'expiresAt'
> & { readonly idempotencyKey?: string };

/** Columns that a settlement may update, with or without a status transition. */
export type PaymentUpdate = Partial<
  Pick<
    Payment,
    | 'checkoutUrl'
    | 'providerStatus'
    | 'paid'
    | 'fee'
    | 'feeBooked'
    | 'received'
    | 'credited'
    | 'goodwill'
    | 'reason'
    | 'nextCheckAt'
    | 'settledAt'
    | 'checks'
    | 'unansweredChecks'
    | 'lastDefiniteAt'
    | 'failedChecks'
    | 'lastError'
    | 'parkedAt'
  >
> & { providerPayload?: object };

const PAYMENTS = new EntityStatements(Payment);

/** SQL where a compare-and-set calculates with the stored row, and where a lease skips locked rows. */
@Injectable()
export class PaymentRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(payment: NewPayment): Promise<number> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(Payment, { ...payment, status: 'created' });
    return identifiers[0]!.id as number;
  }

  /**
   * The customer's top-ups that can still be paid, oldest first. Locks the account until the unit of work
   * ends, so that concurrent starts count one after the other; rows that refer to the account do not wait.
   */
  async lockOpenTopups(userId: number, now: Date): Promise<OpenTopup[]> {
    const manager = this.uow.requireTransaction();
    await manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const rows = await manager.query<{ reference: string; kobo: string; created_at: Date }[]>(
      `SELECT p.reference, p.amount_kobo AS kobo, p.created_at
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id AND t.status = 'pending'
       WHERE p.user_id = $1 AND p.status IN ('created', 'pending') AND p.expires_at > $2
       ORDER BY p.created_at, p.id`,
      [userId, now],
    );
    return rows.map(({ reference, kobo, created_at }) => ({
      reference,
      amount: Money.kobo(BigInt(kobo)),
      createdAt: created_at,
    }));
  }

  /**
   * Whether the customer acts for the owner of a team by now. Locks the account until the unit of work ends, so that it does not
   * join one meanwhile. Take it before the wallet.
   */
  async lockMembership(userId: number): Promise<boolean> {
    await this.uow
      .requireTransaction()
      .query('SELECT FROM users WHERE id = $1 FOR SHARE', [userId]);
    // A second statement sees whom the lock waited for.
    return this.isMember(userId);
  }

  /** As `lockMembership`, of an account that the unit of work has locked, as `lockOpenTopups` does. */
  async isMember(userId: number): Promise<boolean> {
    const rows = await this.uow
      .requireTransaction()
      .query<unknown[]>('SELECT FROM team_member WHERE member_id = $1', [userId]);
    return rows.length > 0;
  }

  findById(id: number): Promise<Payment | null> {
    return PAYMENTS.findOne(this.uow, 'WHERE id = $1', [id]);
  }

  findByReference(reference: string): Promise<Payment | null> {
    return PAYMENTS.findOne(this.uow, 'WHERE reference = $1', [reference]);
  }

  /** Those of the references whose payment has been credited. */
  async findCredited(references: readonly string[]): Promise<Set<string>> {
    const rows = await this.uow.manager.query<{ reference: string }[]>(
      `SELECT reference FROM payment WHERE reference = ANY ($1::text[]) AND status = 'successful'`,
      [references],
    );
    return new Set(rows.map(({ reference }) => reference));
  }

  /** The payment that the customer's call with this `Idempotency-Key` started. */
  findStarted(userId: number, key: string): Promise<Payment | null> {
    return PAYMENTS.findOne(this.uow, 'WHERE user_id = $1 AND idempotency_key = $2', [userId, key]);
  }

  findOwned(userId: number, reference: string): Promise<Payment | null> {
    return PAYMENTS.findOne(this.uow, 'WHERE user_id = $1 AND reference = $2', [userId, reference]);
  }

  /** Locks the row until the unit of work ends. */
  async lockById(id: number): Promise<Payment> {
    const payment = await this.findAndLock(id);
    if (!payment) throw new Error(`No payment ${id}`);
    return payment;
  }

  /** As `lockById`, but returns null for an unknown id. */
  findAndLock(id: number): Promise<Payment | null> {
    return PAYMENTS.lockOne(this.uow, 'WHERE id = $1', [id]);
  }

  /** Compare-and-set along the allowed transitions. @returns false when its status is not a source of `to`. */
  async transition(id: number, to: PaymentStatus, change: PaymentUpdate = {}): Promise<boolean> {
    const from = sourcesOf(PAYMENT_TRANSITIONS, to);
    return PAYMENTS.update(this.uow, id, { ...change, status: to }, from);
  }

  /** Updates columns without a status transition. */
  async update(id: number, change: PaymentUpdate): Promise<void> {
    await PAYMENTS.update(this.uow, id, change);
  }

  /** Adds to the charged-back amount. @returns false when it is not credited or less than `amount` remains. */
  async addChargedBack(id: number, amount: Money, at: Date): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE payment SET charged_back_kobo = charged_back_kobo + $2::bigint, updated_at = now(),
         charged_back_at = coalesce(charged_back_at, $3)
       WHERE id = $1 AND status = 'successful' AND charged_back_kobo + $2::bigint <= coalesce(credited_kobo, amount_kobo)`,
      [id, amount.kobo.toString(), at],
    );
    return updated === 1;
  }

  /** Undoes `addChargedBack`. @returns false when less than `amount` is charged back. */
  async subtractChargedBack(id: number, amount: Money): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE payment SET charged_back_kobo = charged_back_kobo - $2::bigint, updated_at = now(),
         charged_back_at = CASE WHEN charged_back_kobo > $2::bigint THEN charged_back_at END
       WHERE id = $1 AND charged_back_kobo >= $2::bigint`,
      [id, amount.kobo.toString()],
    );
    return updated === 1;
  }

  /**
   * Counts a check that failed, and schedules the next one; after `max` of them parks the payment.
   * @returns whether it was parked now.
   */
  async recordFailedCheck(id: number, error: string, at: Date, max: number): Promise<boolean> {
    const [rows] = await this.uow.requireTransaction().query<[{ parked: boolean }[], number]>(
      `UPDATE payment SET failed_checks = failed_checks + 1, last_error = $2,
         next_check_at = CASE WHEN failed_checks + 1 < $4::int
           THEN $3::timestamptz + make_interval(secs => least(5 * 2 ^ failed_checks, 600)) END,
         parked_at = CASE WHEN failed_checks + 1 >= $4::int THEN $3::timestamptz END
       WHERE id = $1 AND parked_at IS NULL AND status IN ('created', 'pending', 'failed', 'expired')
       RETURNING parked_at IS NOT NULL AS parked`,
      [id, error, at, max],
    );
    return rows[0]?.parked ?? false;
  }

  /**
   * Leases payments that are due for a check to one worker until `leaseUntil`, when one whose worker has crashed is due
   * again. By turns of the customers: the longest due payment of each comes before the second one of any. One claim at a
   * time looks for the next turns, since concurrent ones would all find the same and leave with nothing.
   */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    const manager = this.uow.requireTransaction();
    await manager.query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.paymentClaims]);
    const [rows] = await manager.query<[{ id: number }[], number]>(
      `UPDATE payment SET next_check_at = $2
       WHERE id IN (
         SELECT p.id FROM payment p JOIN (
           SELECT id, next_check_at,
             row_number() OVER (PARTITION BY user_id ORDER BY next_check_at, id) AS turn
           FROM payment WHERE next_check_at <= $1
           ORDER BY turn, next_check_at LIMIT $3) due ON due.id = p.id
         WHERE p.next_check_at <= $1
         FOR UPDATE OF p SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return rows.map((row) => row.id);
  }
}
