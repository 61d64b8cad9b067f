import type { Money } from '../../common/money/money';

export type ChargeStatus = 'pending' | 'processing' | 'success' | 'failed';

export interface NewCharge {
  readonly reference: string;
  readonly amount: Money;
  readonly currency: string;
  readonly merchantBearsCost: boolean;
  readonly customer: { email: string; name?: string };
  readonly metadata: Record<string, unknown>;
  readonly narration: string;
  readonly redirectUrl: string | null;
  readonly notificationUrl: string | null;
  /** Ways to pay that the merchant offers; none is all of them. */
  readonly channels?: readonly string[];
  /** The one that is chosen first. */
  readonly defaultChannel?: string | null;
  /** Of the virtual account that a transfer went to. */
  readonly accountReference?: string | null;
  /** The key of the call; notifications about the charge are signed with it. */
  readonly secretKey: string;
}

export interface SimulatedCharge extends NewCharge {
  /** Part of the checkout's address, e.g. `KPY-PI-8f0c…`. */
  readonly id: string;
  readonly pointer: string;
  readonly status: ChargeStatus;
  readonly fee: Money | null;
  readonly paid: Money | null;
  readonly method: string | null;
  readonly createdAt: Date;
}

export interface AnnouncedRefund {
  readonly reference: string;
  readonly amount: Money;
}

export const CHECKOUT_OUTCOMES = ['success', 'failed', 'abandoned'] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

export const isCheckoutOutcome = (value: unknown): value is CheckoutOutcome =>
  CHECKOUT_OUTCOMES.includes(value as CheckoutOutcome);

/** Response of a simulated route. */
export interface SimulatedResponse {
  readonly status: number;
  /** JSON, unless `text` is given. */
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Hold the request this long, then close the connection without a response. */
  readonly hangMs?: number;
}
