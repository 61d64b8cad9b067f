import type { Money } from '../../common/money/money';

export interface CheckoutRequest {
  /** Ours, unique for ever; the key the provider knows the charge by. */
  readonly reference: string;
  /** Whole naira. */
  readonly amount: Money;
  readonly customer: { readonly email: string; readonly name: string };
  /** Where the checkout sends the browser afterwards; the provider appends `reference`. */
  readonly returnUrl: string;
  /** Where the provider announces the outcome. */
  readonly notificationUrl: string;
  readonly userId: number;
}

/** What became of asking for a checkout. `unknown`: it may exist or not; never ask twice. */
export type CheckoutResult =
  | { readonly outcome: 'ready'; readonly checkoutUrl: string }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly fields?: Record<string, string[]>;
    }
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** `pending` stands for everything that is not yet decided, words we do not know included. */
export type ChargeStatus = 'success' | 'failed' | 'expired' | 'pending';

/** A charge as the provider tells it. Null: told, but unreadable. Undefined: not told. */
export interface Charge {
  readonly reference: string;
  readonly status: ChargeStatus;
  /** The provider's own word for it. */
  readonly providerStatus: string;
  /** What we asked for. */
  readonly amount: Money | null;
  readonly currency: string;
  /** What the customer paid, the fee included when they bore it. Never what is credited. */
  readonly amountPaid: Money | null | undefined;
  /** What the provider took in when more or less was paid than asked. */
  readonly amountAccepted: Money | null | undefined;
  readonly fee: Money | null | undefined;
  /** `card`, `bank_transfer`… */
  readonly method: string | null;
  /** The whole answer, fit to be stored. */
  readonly raw: unknown;
}

export type ChargeResult =
  | { readonly outcome: 'found'; readonly charge: Charge }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface RefundRequest {
  /** Of the charge. */
  readonly reference: string;
  /** Ours, unique for ever; the key the provider knows the refund by. */
  readonly refundReference: string;
  readonly amount: Money;
  readonly reason: string;
}

/** What became of asking for a refund. `taken` and `duplicate` are no success: ask what became of it. */
export type RefundResult =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface ProviderRefund {
  readonly reference: string;
  /** Of the charge; null when not told. */
  readonly chargeReference: string | null;
  /** `processing` stands for every word we do not know. */
  readonly status: 'processing' | 'success' | 'failed';
  readonly providerStatus: string;
  readonly amount: Money | null;
}

export type RefundLookup =
  | { readonly outcome: 'found'; readonly refund: ProviderRefund }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A line of the provider's own list of charges. */
export interface PayIn {
  readonly reference: string;
  readonly status: ChargeStatus;
  readonly providerStatus: string;
  readonly amount: Money | null;
  readonly currency: string;
}

export type PayInPage =
  | {
      readonly outcome: 'page';
      readonly payIns: readonly PayIn[];
      /** Where to go on; null at the end. */
      readonly next: string | null;
    }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A notification whose signature was checked. Only a hint that something happened. */
export type WebhookVerification =
  | {
      readonly outcome: 'verified';
      /** Not signed by every provider: fit for the log, never to decide by. */
      readonly event: string;
      /** Where our reference may stand, likeliest first. */
      readonly references: readonly string[];
      /** Equal for repeats of one notification. */
      readonly fingerprint: string;
      readonly payload: unknown;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

/** The card provider. One contract suite runs against every adapter. */
export abstract class CardProvider {
  /** Stored with each payment. */
  abstract readonly name: string;
  /** Whether a key is there to call the provider with. */
  abstract isConfigured(): Promise<boolean>;
  /** Opens a checkout. Must be called at most once per reference. Never throws. */
  abstract initialize(request: CheckoutRequest): Promise<CheckoutResult>;
  /** Reads a charge back. Never throws. */
  abstract findCharge(reference: string): Promise<ChargeResult>;
  /** Gives a charge's money back. Must be called at most once per refund reference. Never throws. */
  abstract refund(request: RefundRequest): Promise<RefundResult>;
  /** Reads a refund back. Never throws. */
  abstract findRefund(refundReference: string): Promise<RefundLookup>;
  /** Charges made from `from` to `to`, a page at a time. @param after the `next` of the page before. Never throws. */
  abstract listPayIns(from: Date, to: Date, after: string | null): Promise<PayInPage>;
  /** @param secrets keys that may have signed, the present one first. Never throws. */
  abstract verifyWebhook(
    rawBody: Buffer,
    signature: string | undefined,
    secrets: readonly string[],
  ): WebhookVerification;
}
