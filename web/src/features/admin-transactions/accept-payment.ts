import type { CreditChoice } from '@/api/generated/api.schemas';
import { formatNaira } from '@/lib/money';
import type { Payment } from './payment';

type Amounts = Pick<Payment, 'amount' | 'received'>;

interface CreditOption {
  value: CreditChoice;
  title: string;
  /** Who bears the difference. */
  effect?: string;
}

/** What may be credited; a single option needs no choice. */
export function creditOptions({ amount, received }: Amounts): CreditOption[] {
  const asked = Number(amount);
  const paid = Number(received);
  const askedOption = (effect?: string): CreditOption => ({
    value: 'asked',
    title: `${formatNaira(asked)}, the requested amount`,
    effect,
  });
  if (received === null) return [askedOption()];
  const paidOption: CreditOption = { value: 'paid', title: `${formatNaira(paid)}, what was paid` };
  if (paid === asked) return [paidOption];
  const difference = formatNaira(Math.abs(paid - asked));
  return [
    { ...paidOption, effect: 'The wallet gets exactly what was paid.' },
    askedOption(
      paid < asked
        ? `We bear the missing ${difference}. The statement shows it as a line of its own.`
        : `The other ${difference} goes back to the card.`,
    ),
  ];
}

export const defaultCredit = ({ received }: Pick<Payment, 'received'>): CreditChoice =>
  received === null ? 'asked' : 'paid';

/** Names the requested and the paid amount with their difference. */
export function acceptanceText({ amount, received }: Amounts): string {
  const asked = formatNaira(Number(amount));
  if (received === null) return `${asked} is credited to the wallet.`;
  const difference = Number(received) - Number(amount);
  if (difference === 0) return `${asked} was requested and paid. It is credited to the wallet.`;
  const [paid, off] = [Number(received), Math.abs(difference)].map(formatNaira);
  return `${asked} was requested and ${paid} paid: ${off} ${difference < 0 ? 'less' : 'more'}.`;
}
