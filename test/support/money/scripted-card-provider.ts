import { createHash } from 'node:crypto';
import { Money } from '../../../src/common/money/money';
import type { KorapayService } from '../../../src/payments/korapay/korapay.service';
import type {
  ChargeResult,
  ChargeStatus,
  CheckoutRequest,
  BalanceResult,
  CheckoutResult,
  NairaAccountLookup,
  NairaAccountResult,
  ListPage,
  Missing,
  PayIn,
  ProviderPayout,
  ProviderPayoutItem,
  RefundLookup,
  RefundResult,
  TransferList,
  WebhookVerification,
} from '../../../src/payments/korapay/korapay.types';

/** Outcome of opening a checkout. */
export const CHECKOUT_REPLIES = ['ready', 'refused', 'duplicate', 'lost', 'lost-but-made'] as const;
export type CheckoutReply = (typeof CHECKOUT_REPLIES)[number];

/** Outcome of a charge lookup; the last four send the payment to review. */
export const CHARGE_REPLIES = [
  'truth',
  'silence',
  'missing',
  'less',
  'more',
  'other-currency',
  'other-charge',
] as const;
export type ChargeReply = (typeof CHARGE_REPLIES)[number];

/** The shop bears it. */
export const CHARGE_FEE = Money.naira(5);

/**
 * Stands in for Korapay where thousands of random histories run against a model, which needs each reply of the provider
 * chosen by the test and none over HTTP.
 */
export class ScriptedCardProvider implements Pick<KorapayService, keyof KorapayService> {
  readonly name = 'scripted';
  readonly charges = new Map<string, { amount: Money; status: ChargeStatus }>();
  /** Newest first. */
  readonly payouts: { payout: ProviderPayout; items: ProviderPayoutItem[] | null }[] = [];
  checkoutReply: CheckoutReply = 'ready';
  chargeReply: ChargeReply = 'truth';

  isConfigured(): Promise<boolean> {
    return Promise.resolve(true);
  }

  initialize({ reference, amount }: CheckoutRequest): Promise<CheckoutResult> {
    if (this.checkoutReply === 'ready' || this.checkoutReply === 'lost-but-made')
      this.charges.set(reference, { amount, status: 'pending' });
    const answers: Record<CheckoutReply, CheckoutResult> = {
      ready: { outcome: 'ready', checkoutUrl: `https://checkout.example/${reference}` },
      refused: { outcome: 'refused', message: 'No' },
      duplicate: { outcome: 'duplicate' },
      lost: { outcome: 'unknown', reason: 'timeout' },
      'lost-but-made': { outcome: 'unknown', reason: 'timeout' },
    };
    return Promise.resolve(answers[this.checkoutReply]);
  }

  findCharge(reference: string): Promise<ChargeResult> {
    return Promise.resolve(this.buildChargeResult(reference));
  }

  refund(): Promise<RefundResult> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  findRefund(): Promise<RefundLookup> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  listPayIns(): Promise<ListPage<PayIn>> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  listPayouts(): Promise<ListPage<ProviderPayout>> {
    const rows = this.payouts.map(({ payout }) => payout);
    return Promise.resolve({ outcome: 'page', rows, next: null });
  }

  listPayoutItems(reference: string): Promise<ListPage<ProviderPayoutItem> | Missing> {
    const rows = this.payouts.find(({ payout }) => payout.reference === reference)?.items;
    return Promise.resolve(rows ? { outcome: 'page', rows, next: null } : { outcome: 'missing' });
  }

  openNairaAccount(): Promise<NairaAccountResult> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  findNairaAccount(): Promise<NairaAccountLookup> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  listTransfers(): Promise<TransferList> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  getBalance(): Promise<BalanceResult> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not scripted' });
  }

  verifyWebhook(rawBody: Buffer): WebhookVerification {
    const payload = JSON.parse(rawBody.toString()) as { reference: string };
    return {
      outcome: 'verified',
      event: 'charge.success',
      references: [payload.reference],
      nairaAccount: null,
      fingerprint: createHash('sha256').update(rawBody).digest('hex'),
      payload,
    };
  }

  private buildChargeResult(reference: string): ChargeResult {
    if (this.chargeReply === 'silence') return { outcome: 'unknown', reason: 'timeout' };
    const charge = this.charges.get(reference);
    if (!charge || this.chargeReply === 'missing') return { outcome: 'missing' };
    const { status } = charge;
    const off = { less: -1, more: 1 }[this.chargeReply as string] ?? 0;
    const amount = charge.amount.plus(Money.naira(off));
    return {
      outcome: 'found',
      charge: {
        reference: this.chargeReply === 'other-charge' ? 'SOMEBODY-ELSES' : reference,
        status,
        providerStatus: status,
        amount,
        currency: this.chargeReply === 'other-currency' ? 'USD' : 'NGN',
        amountPaid: amount,
        amountAccepted: undefined,
        fee: CHARGE_FEE,
        method: 'card',
        nairaAccount: null,
        raw: { status },
      },
    };
  }
}
