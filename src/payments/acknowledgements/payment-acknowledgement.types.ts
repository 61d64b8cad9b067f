import type { DifferenceKind } from '../reconciliation/reconciliation.types';

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
