import type { TopupChannel } from '../../settings/settings.types';
import type { Money } from '../../common/money/money';

/** No readable answer: what was asked for may exist or not. */
export type Unknown = { readonly outcome: 'unknown'; readonly reason: string };
/** The provider answers that it does not know the reference. */
export type Missing = { readonly outcome: 'missing' };

export interface CheckoutRequest {
  /** Our unique reference; the provider's key of the charge. */
  readonly reference: string;
  /** Whole naira. */
  readonly amount: Money;
  readonly customer: { readonly email: string; readonly name: string };
  /** Redirect target after the checkout; the provider appends `reference`. */
  readonly returnUrl: string;
  /** Webhook URL. */
  readonly notificationUrl: string;
  readonly userId: number;
  /** Ways to pay that are offered; none leaves the choice to the provider. */
  readonly channels: readonly TopupChannel[];
  /** The one that opens first, one of them. */
  readonly channel?: TopupChannel;
}

/** Result of opening a checkout. `unknown`: it may exist or not; never retry. */
export type CheckoutResult =
  | { readonly outcome: 'ready'; readonly checkoutUrl: string }
  | {
      readonly outcome: 'refused';
      readonly message: string;
      readonly fields?: Record<string, string[]>;
    }
  | { readonly outcome: 'duplicate' }
  | Unknown;

/** `pending` covers every undecided status, unrecognized ones included. */
export type ChargeStatus = 'success' | 'failed' | 'expired' | 'pending';

/** A charge as reported by the provider. Null: reported but unreadable. Undefined: not reported. */
export interface Charge {
  readonly reference: string;
  readonly status: ChargeStatus;
  /** The provider's status, verbatim. */
  readonly providerStatus: string;
  /** Requested amount. */
  readonly amount: Money | null;
  readonly currency: string;
  /** Amount paid by the customer, including the fee when they bear it. Never the credited amount. */
  readonly amountPaid: Money | null | undefined;
  /** Amount the provider accepted after an over- or underpayment. */
  readonly amountAccepted: Money | null | undefined;
  readonly fee: Money | null | undefined;
  /** `card`, `bank_transfer`… */
  readonly method: string | null;
  /** Our reference of the naira account that a transfer went to; null for any other charge. */
  readonly nairaAccount: string | null;
  /** The whole response, sanitized for PostgreSQL. */
  readonly raw: unknown;
}

export type ChargeResult =
  | { readonly outcome: 'found'; readonly charge: Charge }
  | Missing
  | Unknown;

export interface RefundRequest {
  /** Of the charge. */
  readonly reference: string;
  /** Our unique reference; the provider's key of the refund. */
  readonly refundReference: string;
  readonly amount: Money;
  readonly reason: string;
}

/** Result of requesting a refund. `taken` and `duplicate` are not final: look the refund up. */
export type RefundResult =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'duplicate' }
  | Unknown;

export interface ProviderRefund {
  readonly reference: string;
  /** Of the charge; null when not reported. */
  readonly chargeReference: string | null;
  /** `processing` covers every unrecognized status. */
  readonly status: 'processing' | 'success' | 'failed';
  readonly providerStatus: string;
  readonly amount: Money | null;
}

export type RefundLookup =
  | { readonly outcome: 'found'; readonly refund: ProviderRefund }
  | Missing
  | Unknown;

/** An entry of the provider's list of charges. */
export interface PayIn {
  readonly reference: string;
  readonly status: ChargeStatus;
  readonly providerStatus: string;
  readonly amount: Money | null;
  readonly currency: string;
}

/** A part of a list of the provider. */
export type ListPage<T> =
  | {
      readonly outcome: 'page';
      readonly rows: readonly T[];
      /** Cursor of the next page; null at the end. */
      readonly next: string | null;
    }
  | Unknown;

/** A transfer of the provider to the shop's bank. Null: reported but unreadable. */
export interface ProviderPayout {
  readonly reference: string;
  /** False while it is not final, and when it failed. */
  readonly isPaid: boolean;
  /** What the bank received. */
  readonly amount: Money | null;
  /** The fee of the transfer itself. */
  readonly fee: Money | null;
  readonly paidAt: Date | null;
}

/** A charge, refund or dispute within a payout. */
export interface ProviderPayoutItem {
  readonly kind: 'charge' | 'refund' | 'dispute' | 'other';
  /** Of the charge, or of the refund. */
  readonly reference: string;
  /** Signed: positive is paid to the shop, negative is deducted. */
  readonly amount: Money;
  /** Zero or positive, deducted from the amount. */
  readonly fee: Money;
}

/** What the provider owes the shop: payable now, and not settled yet. */
export type BalanceResult =
  | { readonly outcome: 'found'; readonly available: Money; readonly pending: Money }
  | Unknown;

/** Whose account number to ask for. The bank compares the name with that of the identity. */
export interface NairaAccountRequest {
  /** Our unique reference; the provider's key of the account. */
  readonly reference: string;
  readonly customer: { readonly email: string; readonly name: string };
  /** 11 digits; never stored, never logged. */
  readonly identity: { readonly kind: 'bvn' | 'nin'; readonly number: string };
}

export interface ProviderNairaAccount {
  readonly number: string;
  /** As transfers show it. */
  readonly name: string;
  readonly bankName: string;
}

/** Result of asking for an account number. `unknown`: it may exist or not; never repeat, look it up. */
export type NairaAccountResult =
  | { readonly outcome: 'ready'; readonly account: ProviderNairaAccount }
  | { readonly outcome: 'refused'; readonly message: string }
  | Unknown;

/** `unusable`: the provider answers, but with no account that takes transfers, perhaps not yet. */
export type NairaAccountLookup =
  | { readonly outcome: 'found'; readonly account: ProviderNairaAccount }
  | Missing
  | { readonly outcome: 'unusable'; readonly reason: string }
  | Unknown;

/** The provider's references of successful transfers to an account number, the newest first. */
export type TransferList =
  | { readonly outcome: 'list'; readonly references: readonly string[] }
  | Unknown;

/** Result of verifying a notification. A verified notification only triggers a lookup. */
export type WebhookVerification =
  | {
      readonly outcome: 'verified';
      /** Not signed by every provider: use it for logging, not for decisions. */
      readonly event: string;
      /** Candidates for our reference, most likely first. */
      readonly references: readonly string[];
      /** Our reference of the naira account that it is about; null for any other notification. */
      readonly nairaAccount: string | null;
      /** Equal for repeated deliveries of one notification. */
      readonly fingerprint: string;
      readonly payload: unknown;
    }
  | { readonly outcome: 'refused'; readonly reason: string };
