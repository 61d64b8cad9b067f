import { createHash } from 'node:crypto';
import { Money } from '../../../src/common/money/money';
import {
  CardProvider,
  type ChargeResult,
  type ChargeStatus,
  type CheckoutRequest,
  type CheckoutResult,
  type PayInPage,
  type RefundLookup,
  type RefundResult,
  type WebhookVerification,
} from '../../../src/payments/ports/card-provider.port';

/** How asking for a checkout ends. */
export const STARTS = ['ready', 'refused', 'duplicate', 'lost', 'lost-but-made'] as const;
export type Start = (typeof STARTS)[number];

/** How reading a charge back ends; the last four are answers for people. */
export const LOOKS = [
  'truth',
  'silence',
  'missing',
  'less',
  'more',
  'other-currency',
  'other-charge',
] as const;
export type Look = (typeof LOOKS)[number];

/** A card provider that does what the script says; its charges are as the script left them. */
export class ScriptedCardProvider extends CardProvider {
  readonly name = 'scripted';
  readonly charges = new Map<string, { amount: Money; status: ChargeStatus }>();
  start: Start = 'ready';
  look: Look = 'truth';

  isConfigured(): Promise<boolean> {
    return Promise.resolve(true);
  }

  initialize({ reference, amount }: CheckoutRequest): Promise<CheckoutResult> {
    if (this.start === 'ready' || this.start === 'lost-but-made')
      this.charges.set(reference, { amount, status: 'pending' });
    const answers: Record<Start, CheckoutResult> = {
      ready: { outcome: 'ready', checkoutUrl: `https://checkout.example/${reference}` },
      refused: { outcome: 'refused', message: 'No' },
      duplicate: { outcome: 'duplicate' },
      lost: { outcome: 'unknown', reason: 'timeout' },
      'lost-but-made': { outcome: 'unknown', reason: 'timeout' },
    };
    return Promise.resolve(answers[this.start]);
  }

  findCharge(reference: string): Promise<ChargeResult> {
    return Promise.resolve(this.tell(reference));
  }

  refund(): Promise<RefundResult> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not in the script' });
  }

  findRefund(): Promise<RefundLookup> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not in the script' });
  }

  listPayIns(): Promise<PayInPage> {
    return Promise.resolve({ outcome: 'unknown', reason: 'not in the script' });
  }

  verifyWebhook(rawBody: Buffer): WebhookVerification {
    const payload = JSON.parse(rawBody.toString()) as { reference: string };
    return {
      outcome: 'verified',
      event: 'charge.success',
      references: [payload.reference],
      fingerprint: createHash('sha256').update(rawBody).digest('hex'),
      payload,
    };
  }

  private tell(reference: string): ChargeResult {
    if (this.look === 'silence') return { outcome: 'unknown', reason: 'timeout' };
    const charge = this.charges.get(reference);
    if (!charge || this.look === 'missing') return { outcome: 'missing' };
    const { status } = charge;
    const off = { less: -1, more: 1 }[this.look as string] ?? 0;
    const amount = charge.amount.plus(Money.naira(off));
    return {
      outcome: 'found',
      charge: {
        reference: this.look === 'other-charge' ? 'SOMEBODY-ELSES' : reference,
        status,
        providerStatus: status,
        amount,
        currency: this.look === 'other-currency' ? 'USD' : 'NGN',
        amountPaid: amount,
        amountAccepted: undefined,
        fee: Money.zero,
        method: 'card',
        raw: { status },
      },
    };
  }
}
