import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Payment } from '../payment.entity';
import type { DifferenceKind } from '../payments.types';
import type { ChargeResult, PayIn } from '../korapay/korapay.types';

/** One comparison of our payments with the provider's list. Rows are never updated. */
@Entity('payment_reconciliation')
@Index(['startedAt'])
export class PaymentReconciliation {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('timestamptz')
  windowFrom: Date;

  @Column('timestamptz')
  windowTo: Date;

  /** False when the provider's list could not be read completely; missing entries are then ignored. */
  @Column('boolean')
  complete: boolean;

  /** Number of charges in the provider's list, of any status. */
  @Column('integer')
  listed: number;

  /** Our credited payments in the window. */
  @Column('integer')
  credited: number;

  /** Payments that this run found paid and settled. */
  @Column('integer')
  settled: number;

  @Column('jsonb', { default: [] })
  differences: Difference[];

  /** Reason why the run is incomplete. */
  @Column('text', { nullable: true })
  note: string | null;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz')
  finishedAt: Date;
}

/** Persisted as JSON. Amounts are decimal naira such as "5000.00". */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly paymentId: number | null;
  readonly ourStatus: string | null;
  readonly ourAmount: string | null;
  readonly theirStatus: string | null;
  readonly theirAmount: string | null;
}

type LocalPayment = Pick<
  Payment,
  'id' | 'reference' | 'status' | 'amount' | 'currency' | 'reason' | 'chargedBack'
>;
type ProviderCharge = Pick<PayIn, 'providerStatus' | 'amount'>;

/**
 * Whether the provider's record of a credited payment must match the stored one. Payments that staff
 * accepted out of review differ by that decision, and charged-back payments may have any status.
 */
export const isComparable = (payment: LocalPayment): boolean =>
  payment.status === 'successful' && payment.reason === null && payment.chargedBack.isZero;

/** Whether an entry of the provider's list matches a payment that we credited. */
export const confirmsCredit = (payment: LocalPayment, payIn: PayIn | undefined): boolean =>
  payIn?.status === 'success' &&
  payIn.currency === payment.currency &&
  payIn.amount?.equals(payment.amount) === true;

/** Compares a credited payment with its charge lookup. @returns null when they agree. */
export function compareCredit(
  payment: LocalPayment,
  result: ChargeResult,
): Difference | 'unknown' | null {
  if (result.outcome === 'unknown') return 'unknown';
  const charge = result.outcome === 'found' ? result.charge : null;
  if (charge?.status !== 'success') return toDifference('credited_not_paid', payment, charge);
  return charge.amount?.equals(payment.amount) && charge.currency === payment.currency
    ? null
    : toDifference('amount_differs', payment, charge);
}

export const toDifference = (
  kind: Exclude<DifferenceKind, 'not_ours'>,
  payment: LocalPayment,
  charge: ProviderCharge | null,
): Difference => ({
  kind,
  reference: payment.reference,
  paymentId: payment.id,
  ourStatus: payment.status,
  ourAmount: payment.amount.toDecimalString(),
  theirStatus: charge?.providerStatus ?? null,
  theirAmount: charge?.amount?.toDecimalString() ?? null,
});

export const toUnknownPayIn = ({ reference, providerStatus, amount }: PayIn): Difference => ({
  kind: 'not_ours',
  reference,
  ...{ paymentId: null, ourStatus: null, ourAmount: null },
  theirStatus: providerStatus,
  theirAmount: amount?.toDecimalString() ?? null,
});
