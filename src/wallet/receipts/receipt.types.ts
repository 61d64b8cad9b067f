import type { Money } from '../../common/money/money';

export type ReceiptPurpose = 'topup' | 'purchase' | 'refund';

/** What was paid. */
export interface ReceiptLine {
  readonly reference: string;
  readonly purpose: ReceiptPurpose;
  readonly description: string;
  readonly amount: Money;
  readonly paymentMethod: string | null;
  readonly paidAt: Date;
}

/** What stands on a receipt. */
export interface Receipt extends ReceiptLine {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly customer: { readonly name: string; readonly email: string };
  readonly madeAt: Date;
}

export interface PaperFile {
  readonly name: string;
  readonly content: Buffer;
}
