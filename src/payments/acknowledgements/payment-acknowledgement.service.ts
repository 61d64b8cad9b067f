import type { DifferenceKind } from '../payments.types';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { PaymentRepository } from '../payment.repository';
import { cardPaymentNotFound, nothingToAcknowledge } from '../payments.errors';

export const ACKNOWLEDGEABLE = ['dispute', 'refund_failed'] as const;
/** What staff acknowledge about a payment. */
export type Acknowledgeable = (typeof ACKNOWLEDGEABLE)[number];

/** Identifies a difference across the runs that repeat it. */
export interface DifferenceKey {
  readonly kind: DifferenceKind;
  readonly reference: string;
}

const isUnseen = (kind: Acknowledgeable, id: string): string =>
  `NOT EXISTS (SELECT FROM payment_acknowledgement k
     WHERE k.payment_id = p.id AND k.kind = '${kind}' AND k.last_seen_id >= ${id})`;

/**
 * Payments with something to acknowledge, as a query with the columns `payment_id`, `id` (of the
 * transaction) and `seen_id`, by which an acknowledgement tells it from a later one.
 */
export const TO_ACKNOWLEDGE: Readonly<Record<Acknowledgeable, string>> = {
  dispute: `SELECT p.id AS payment_id, p.transaction_id AS id, a.id AS seen_id FROM payment p
    JOIN audit_log a ON a.target = 'payment:' || p.id AND a.action = 'payment.dispute_announced'
    WHERE p.status IN ('successful', 'review')
      AND p.charged_back_kobo < coalesce(p.credited_kobo, p.amount_kobo)
      AND NOT EXISTS (SELECT FROM audit_log d WHERE d.target = a.target AND d.id > a.id
        AND d.action IN ('payment.charged_back', 'payment.dispute_won') AND d.actor_role <> 'system')
      AND ${isUnseen('dispute', 'a.id')}`,
  refund_failed: `SELECT p.id AS payment_id, p.transaction_id AS id, r.id AS seen_id
    FROM payment_refund r JOIN payment p ON p.id = r.payment_id
    WHERE r.status = 'failed' AND NOT EXISTS
        (SELECT FROM payment_refund o WHERE o.payment_id = r.payment_id AND o.status <> 'failed')
      AND ${isUnseen('refund_failed', 'r.id')}`,
};

/** Whether the difference `d` (JSON) of a reconciliation is acknowledged, as an SQL condition. */
export const IS_DIFFERENCE_ACKNOWLEDGED = `EXISTS (SELECT FROM payment_acknowledgement k
  WHERE k.kind = 'difference' AND k.difference_kind = d->>'kind' AND k.reference = d->>'reference')`;

const NAMES: Readonly<Record<Acknowledgeable, string>> = {
  dispute: 'dispute',
  refund_failed: 'failed card refund',
};

/** Ends alerts that time does not end: staff say that they have seen to what the alert is about. */
@Injectable()
export class PaymentAcknowledgementService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentRepository,
    private readonly audit: AuditService,
  ) {}

  /** What staff have to acknowledge about a payment. */
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

  acknowledge(actor: Actor, paymentId: number, kind: Acknowledgeable, note: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.payments.findAndLock(paymentId);
      if (!payment) throw cardPaymentNotFound();
      const acknowledged = await this.uow.manager.query<unknown[]>(
        `INSERT INTO payment_acknowledgement (kind, payment_id, last_seen_id, note, acknowledged_by)
         SELECT $1, payment_id, max(seen_id), $4, $3::int FROM (${TO_ACKNOWLEDGE[kind]}) open
         WHERE payment_id = $2::int GROUP BY payment_id RETURNING id`,
        [kind, paymentId, actor.userId, note],
      );
      if (!acknowledged.length) throw nothingToAcknowledge();
      await this.audit.record(actor, {
        action: 'payment.acknowledged',
        target: `payment:${paymentId}`,
        details: `Acknowledged the ${NAMES[kind]} of ${payment.reference}. ${note}`,
      });
    });
  }

  /** Of the latest run. */
  acknowledgeDifference(
    actor: Actor,
    { kind, reference }: DifferenceKey,
    note: string,
  ): Promise<void> {
    return this.uow.run(async () => {
      const acknowledged = await this.uow.manager.query<unknown[]>(
        `INSERT INTO payment_acknowledgement (kind, difference_kind, reference, note, acknowledged_by)
         SELECT 'difference', $1::text, $2::text, $4, $3::int
         FROM (SELECT differences FROM payment_reconciliation ORDER BY id DESC LIMIT 1) run
         CROSS JOIN LATERAL jsonb_array_elements(run.differences) d
         WHERE d->>'kind' = $1::text AND d->>'reference' = $2::text LIMIT 1
         ON CONFLICT (difference_kind, reference) WHERE kind = 'difference' DO NOTHING RETURNING id`,
        [kind, reference, actor.userId, note],
      );
      if (!acknowledged.length) throw nothingToAcknowledge();
      const payment = await this.payments.findByReference(reference);
      await this.audit.record(actor, {
        action: 'payment.acknowledged',
        target: payment ? `payment:${payment.id}` : 'payments',
        details: `Acknowledged the difference of ${reference} (${kind.replaceAll('_', ' ')}). ${note}`,
      });
    });
  }
}
