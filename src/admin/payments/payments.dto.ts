import { ApiProperty } from '@nestjs/swagger';
import {
  IsIn,
  IsString,
  Length,
  IsBoolean,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
} from 'class-validator';
import {
  ACKNOWLEDGEABLE,
  type Acknowledgeable,
} from '../../payments/acknowledgements/payment-acknowledgement.service';
import { ReasonDto } from '../../common/http/common.dto';
import { withMessage } from '../../common/http/api.decorators';
import type { Money } from '../../common/money/money';
import {
  type ChargebackKind,
  type PaymentDetails,
  type PaymentStatus,
  type RefundStatus,
  type WonDispute,
  CREDIT_CHOICES,
  type CreditChoice,
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from '../../payments/payments.types';
import type { ClawbackResult } from '../../wallet/wallet.types';
import { PaginationResponse } from '../../common/http/pagination.dto';
import { MAXIMUM_TOPUP } from '../../settings/settings.types';

export class AcknowledgePaymentDto extends ReasonDto {
  @ApiProperty({ enum: ACKNOWLEDGEABLE, enumName: 'Acknowledgeable' })
  @IsIn(ACKNOWLEDGEABLE, { message: 'Acknowledge a dispute or a failed refund' })
  kind: Acknowledgeable;
}

export class AcknowledgeDifferenceDto extends ReasonDto {
  @ApiProperty({ enum: DIFFERENCE_KINDS, enumName: 'ReconciliationDifferenceKind' })
  @IsIn(DIFFERENCE_KINDS, { message: 'Give a kind of difference' })
  kind: DifferenceKind;

  /** @example TOPUP1763600000000AB12CD */
  @IsString()
  @Length(1, 200)
  reference: string;
}

export const PAYMENT_STATES = [
  'created',
  'pending',
  'successful',
  'failed',
  'expired',
  'review',
  'rejected',
] as const satisfies readonly PaymentStatus[];
export const REFUND_STATES = [
  'created',
  'sent',
  'succeeded',
  'failed',
  'unknown',
] as const satisfies readonly RefundStatus[];

export class CardRefundData {
  id: number;
  /** Reference at the provider. @example RFD-41-1 */
  reference: string;
  /** Decimal naira. @example 5000.00 */
  amount: string;
  @ApiProperty({ enum: REFUND_STATES, enumName: 'CardRefundStatus' })
  status: RefundStatus;
  reason: string;
  /** Last message of the provider, or the reason for the failure. */
  provider_note: string | null;
  created_at: Date;
}

export const CHARGEBACK_KINDS = [
  'chargeback',
  'payment_refund',
] as const satisfies readonly ChargebackKind[];

export class PaymentChargebackData {
  id: number;
  /** `payment_refund`: the money was refunded at the card provider. */
  @ApiProperty({ enum: CHARGEBACK_KINDS, enumName: 'ChargebackKind' })
  kind: ChargebackKind;
  /** Decimal naira. @example 5000.00 */
  amount: string;
  /** Id of the debit on the customer's statement. */
  transaction_id: number;
  /** When the dispute was won and the money put back into the wallet; null unless it was. */
  won_at: Date | null;
  created_at: Date;
}

export class AdminPaymentData {
  id: number;
  user_id: number;
  /** Id of the transaction on the customer's statement. */
  transaction_id: number;
  /** @example TOPUP1763600000000AB12CD */
  reference: string;
  @ApiProperty({ enum: PAYMENT_STATES, enumName: 'CardPaymentStatus' })
  status: PaymentStatus;
  /** Requested amount; decimal naira. @example 5000.00 */
  amount: string;
  /** Amount that the provider reports as paid; decimal naira, null until known. */
  paid: string | null;
  fee: string | null;
  /** What a payment in review brought in, as far as it is known in naira; decimal naira. @example 3000.00 */
  received: string | null;
  /** Credited to the wallet, `goodwill` included; decimal naira, null until it is credited. @example 5000.00 */
  credited: string | null;
  /** What the shop credited on top of an underpayment; decimal naira. @example 2000.00 */
  goodwill: string;
  /** Status as the provider reports it. @example success */
  provider_status: string | null;
  /** Reason for the review or the failure. */
  reason: string | null;
  /** Charged back after it was credited, without won disputes; decimal naira. @example 0.00 */
  charged_back: string;
  charged_back_at: Date | null;
  settled_at: Date | null;
  created_at: Date;
  refunds: CardRefundData[];
  /** Oldest first. */
  chargebacks: PaymentChargebackData[];
  /** Alerts about it that stay until staff acknowledge them. */
  @ApiProperty({ enum: ACKNOWLEDGEABLE, enumName: 'Acknowledgeable', isArray: true })
  to_acknowledge: readonly Acknowledgeable[];
}

export class ChargebackData {
  /** Id of the debit on the customer's statement. */
  transaction_id: number;
  /** Whole naira debited from the wallet. @example 2000 */
  from_wallet: number;
  /** Whole naira that the customer owes. @example 3000 */
  owed: number;
}

export class WonDisputeData {
  /** Id of the credit on the customer's statement. */
  transaction_id: number;
  /** Whole naira put back into the wallet. @example 2000 */
  amount: number;
  /** Whole naira of it that paid what the customer owed. @example 1500 */
  repaid: number;
}

const toDecimal = (money: Money | null): string | null => money && money.toDecimalString();

const getCredited = (payment: PaymentDetails['payment']): Money | null =>
  payment.status === 'successful'
    ? (payment.credited ?? payment.amount).plus(payment.goodwill)
    : null;

export const toAdminPayment = (
  { payment, refunds, chargebacks, toAcknowledge }: PaymentDetails,
  message?: string,
): AdminPaymentData =>
  withMessage(
    {
      id: payment.id,
      user_id: payment.userId,
      transaction_id: payment.transactionId,
      reference: payment.reference,
      status: payment.status,
      amount: payment.amount.toDecimalString(),
      paid: toDecimal(payment.paid),
      fee: toDecimal(payment.fee),
      received: toDecimal(payment.received),
      credited: toDecimal(getCredited(payment)),
      goodwill: payment.goodwill.toDecimalString(),
      provider_status: payment.providerStatus,
      reason: payment.reason,
      charged_back: payment.chargedBack.toDecimalString(),
      charged_back_at: payment.chargedBackAt,
      settled_at: payment.settledAt,
      created_at: payment.createdAt,
      to_acknowledge: toAcknowledge,
      refunds: refunds.map((refund) => ({
        id: refund.id,
        reference: refund.reference,
        amount: refund.amount.toDecimalString(),
        status: refund.status,
        reason: refund.reason,
        provider_note: refund.providerNote,
        created_at: refund.createdAt,
      })),
      chargebacks: chargebacks.map((chargeback) => ({
        id: chargeback.id,
        kind: chargeback.kind,
        amount: chargeback.amount.toDecimalString(),
        transaction_id: chargeback.transactionId,
        won_at: chargeback.wonAt,
        created_at: chargeback.createdAt,
      })),
    },
    message,
  );

export const toWonDispute = (won: WonDispute): WonDisputeData =>
  withMessage(
    {
      transaction_id: won.transactionId,
      amount: won.amount.toNaira(),
      repaid: won.repaid.toNaira(),
    },
    'The money was put back.',
  );

export const toChargeback = (taken: ClawbackResult): ChargebackData =>
  withMessage(
    {
      transaction_id: taken.transactionId,
      from_wallet: taken.fromWallet.toNaira(),
      owed: taken.owed.toNaira(),
    },
    'The money was taken back.',
  );

export class AcceptPaymentDto extends ReasonDto {
  /**
   * `paid` credits what the customer paid. `asked` credits the requested amount: the shop bears what an
   * underpayment lacks, and the excess of an overpayment is refunded to the card. Defaults to `paid`.
   */
  @ApiProperty({ enum: CREDIT_CHOICES, enumName: 'CreditChoice', required: false })
  @IsOptional()
  @IsIn(CREDIT_CHOICES, { message: 'Credit must be paid or asked' })
  credit?: CreditChoice;
}

export class RejectPaymentDto extends ReasonDto {
  /** Whether to refund the paid amount to the card. Defaults to false. */
  @IsOptional()
  @IsBoolean()
  refund?: boolean;
}

export class ChargeBackPaymentDto extends ReasonDto {
  /**
   * What was charged back of the payment when the amount was chosen; decimal naira. When another chargeback
   * was recorded since, nothing is taken back. @example 0.00
   */
  @IsOptional()
  @Matches(/^\d{1,10}\.\d{2}$/)
  charged_back?: string;

  /** Whole naira. Defaults to the remaining amount of the payment. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IsOptional()
  @IsInt({ message: 'Amount must be a whole number of naira' })
  @Min(1)
  @Max(MAXIMUM_TOPUP)
  amount?: number;
}

export class ReconciliationDifference {
  /**
   * `settled_late`: found paid and credited by this run. `not_credited`: paid at the provider, not credited.
   * `not_ours`: paid at the provider, no stored payment. `credited_not_paid`: credited, not paid at the
   * provider.
   * `amount_differs`: both have the payment, with different amounts.
   */
  @ApiProperty({ enum: DIFFERENCE_KINDS, enumName: 'ReconciliationDifferenceKind' })
  kind: DifferenceKind;
  reference: string;
  payment_id: number | null;
  /** The transaction of the payment; null when there is no payment. */
  transaction_id: number | null;
  our_status: string | null;
  /** Decimal naira; null for a sub-admin. @example 5000.00 */
  our_amount: string | null;
  their_status: string | null;
  /** Decimal naira; null for a sub-admin. @example 5000.00 */
  their_amount: string | null;
  /** When staff acknowledged it, which ends its alert; null until then. */
  acknowledged_at: Date | null;
  /** What they noted. */
  acknowledgement: string | null;
}

export class ReconciliationResponse {
  id: number;
  window_from: Date;
  window_to: Date;
  /** False when the provider's list could not be read completely; `note` has the reason. */
  complete: boolean;
  /** Number of charges in the provider's list, of any status. */
  listed: number;
  /** Number of credited payments in the window. */
  credited: number;
  /** Number of payments that this run found paid and credited. */
  settled: number;
  differences: ReconciliationDifference[];
  note: string | null;
  started_at: Date;
  finished_at: Date;
}

export class ReconciliationListData {
  reconciliations: ReconciliationResponse[];
  pagination: PaginationResponse;
}
