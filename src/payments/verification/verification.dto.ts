import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { withMessage } from '../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import type { StatementLine } from '../../wallet/wallet.types';
import {
  toCustomerStatus,
  CUSTOMER_PAYMENT_STATUSES,
  type CustomerPaymentStatus,
} from '../payments.types';
import type { Payment } from '../payment.entity';

const MISSING = { message: 'No payment reference found' };

export class VerifyPaymentQuery {
  /** Reference of one of your top-ups. @example TOPUP1763600000000AB12CD */
  @MaxLength(200, MISSING)
  @IsString(MISSING)
  @IsNotEmpty(MISSING)
  reference: string;
}

export class VerifiedTransaction {
  id: number;
  /** @example TOPUP1763600000000AB12CD */
  reference: string;
  /** @example Wallet top-up */
  description: string;
  /** Always credit. */
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: 'credit' | 'debit';
  /** Whole naira. @example 5000 */
  amount: number;
  /** @example NGN */
  currency: string;
  @ApiProperty({ enum: CUSTOMER_PAYMENT_STATUSES, enumName: 'PaymentStatus' })
  status: CustomerPaymentStatus;
  /** Payment method; null until known. @example card */
  payment_method: string | null;
  created_at: Date;
  /** When it was settled or closed. */
  processed_at: Date | null;
}

export class VerifyPaymentData {
  transaction: VerifiedTransaction;
  /** The same as `transaction.status`. */
  @ApiProperty({ enum: CUSTOMER_PAYMENT_STATUSES, enumName: 'PaymentStatus' })
  status: CustomerPaymentStatus;
}

const MESSAGES: Record<CustomerPaymentStatus, string> = {
  successful: 'Payment verified successfully!',
  pending: 'Payment is still being processed. Please wait...',
  failed: 'Payment failed. Please try again or contact support.',
};

export function toVerifyPaymentResponse(verified: {
  payment: Payment;
  line: StatementLine;
}): VerifyPaymentData {
  const { payment, line } = verified;
  const status = toCustomerStatus(payment.status);
  const transaction = {
    id: line.id,
    reference: line.reference,
    description: line.description,
    type: line.type,
    amount: line.amount.toNaira(),
    currency: line.currency,
    status,
    payment_method: line.paymentMethod,
    created_at: line.createdAt,
    processed_at: line.processedAt,
  };
  return withMessage({ transaction, status }, MESSAGES[status]);
}
