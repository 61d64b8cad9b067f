import { ok } from '../../../common/http/envelope.response';
import type { RecheckedPayment } from '../admin-transactions.types';

export class RecheckedPaymentData {
  id: number;
  reference: string;
  /** `created`, `pending`, `successful`, `failed`, `expired`, `review` or `rejected`. @example successful */
  status: string;
  /** Why it stands in review, or why it failed. */
  reason: string | null;
}

export class RecheckedPaymentResponse {
  success: boolean;
  /** @example The card provider was asked: the payment is successful. */
  message: string;
  data: RecheckedPaymentData;
}

export const toRecheckedPayment = (payment: RecheckedPayment): RecheckedPaymentResponse => ({
  ...ok({
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    reason: payment.reason,
  }),
  message: `The card provider was asked: the payment is ${payment.status}.`,
});
