import { formatNaira, Money } from '../../common/money/money';
import type { Payment } from '../payment.entity';
import { paidAmountUnknown } from '../payments.errors';
import type { CreditChoice } from '../payments.types';

/** How the money of an accepted payment is divided. */
export interface Acceptance {
  /** Null when it is unknown. */
  readonly received: Money | null;
  /** Part of the charge that is credited. */
  readonly credited: Money;
  /** Credited on top at the expense of the shop. */
  readonly goodwill: Money;
  /** Part of the charge that is refunded to the card. */
  readonly excess: Money;
}

/**
 * `paid` credits what was received. `asked` credits the requested amount: the shop adds what an underpayment
 * lacks, and the excess of an overpayment is refunded.
 * @throws DomainError conflict PAID_AMOUNT_UNKNOWN for `paid`.
 */
export function decideAcceptance(
  payment: Pick<Payment, 'amountKobo' | 'receivedKobo'>,
  choice: CreditChoice,
): Acceptance {
  const asked = Money.kobo(payment.amountKobo);
  const received = payment.receivedKobo === null ? null : Money.kobo(payment.receivedKobo);
  const none = { goodwill: Money.zero, excess: Money.zero };
  if (!received) {
    if (choice === 'paid') throw paidAmountUnknown();
    return { received, credited: asked, ...none };
  }
  if (choice === 'paid') return { received, credited: received, ...none };
  return received.isLessThan(asked)
    ? { received, credited: received, goodwill: asked.minus(received), excess: Money.zero }
    : { received, credited: asked, goodwill: Money.zero, excess: received.minus(asked) };
}

/** A sentence for the audit log. */
export function describeAcceptance({ received, credited, goodwill, excess }: Acceptance): string {
  const paid = received ? `${formatNaira(received)} was paid` : 'the paid amount is unknown';
  const parts = [`${paid}, ${formatNaira(credited.plus(goodwill))} credited`];
  if (goodwill.isPositive) parts.push(`the shop bears ${formatNaira(goodwill)}`);
  if (excess.isPositive) parts.push(`${formatNaira(excess)} is refunded to the card`);
  return parts.join('; ');
}
