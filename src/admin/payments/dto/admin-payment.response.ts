import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { Money } from '../../../common/money/money';
import {
  ACKNOWLEDGEABLE,
  type Acknowledgeable,
} from '../../../payments/acknowledgements/payment-acknowledgement.types';
import type {
  ChargebackKind,
  PaymentDetails,
  PaymentStatus,
  RefundStatus,
  WonDispute,
} from '../../../payments/payments.types';
import type { ClawbackResult } from '../../../wallet/wallet.types';

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

const decimal = (kobo: bigint): string => Money.kobo(kobo).toDecimalString();
const optional = (kobo: bigint | null): string | null => (kobo === null ? null : decimal(kobo));

const getCredited = (payment: PaymentDetails['payment']): bigint | null =>
  payment.status === 'successful'
    ? (payment.creditedKobo ?? payment.amountKobo) + payment.goodwillKobo
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
      amount: decimal(payment.amountKobo),
      paid: optional(payment.paidKobo),
      fee: optional(payment.feeKobo),
      received: optional(payment.receivedKobo),
      credited: optional(getCredited(payment)),
      goodwill: decimal(payment.goodwillKobo),
      provider_status: payment.providerStatus,
      reason: payment.reason,
      charged_back: decimal(payment.chargedBackKobo),
      charged_back_at: payment.chargedBackAt,
      settled_at: payment.settledAt,
      created_at: payment.createdAt,
      to_acknowledge: toAcknowledge,
      refunds: refunds.map((refund) => ({
        id: refund.id,
        reference: refund.reference,
        amount: decimal(refund.amountKobo),
        status: refund.status,
        reason: refund.reason,
        provider_note: refund.providerNote,
        created_at: refund.createdAt,
      })),
      chargebacks: chargebacks.map((chargeback) => ({
        id: chargeback.id,
        kind: chargeback.kind,
        amount: decimal(chargeback.amountKobo),
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
