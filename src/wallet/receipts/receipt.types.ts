import type { Money } from '../../common/money/money';

/** Purposes with a receipt; staff adjustments and chargebacks have none. */
export const RECEIPT_PURPOSES = ['topup', 'purchase', 'refund'] as const;
export type ReceiptPurpose = (typeof RECEIPT_PURPOSES)[number];

export const hasReceipt = (purpose: string, status: string): boolean =>
  status === 'successful' && RECEIPT_PURPOSES.some((known) => known === purpose);

/** The transaction on a receipt. */
export interface ReceiptLine {
  readonly reference: string;
  readonly purpose: ReceiptPurpose;
  readonly description: string;
  readonly amount: Money;
  readonly paymentMethod: string | null;
  readonly paidAt: Date;
}

/** Contents of a receipt. */
export interface Receipt extends ReceiptLine {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly issuedAt: Date;
}

export interface ReceiptFile {
  readonly name: string;
  readonly content: Buffer;
}
