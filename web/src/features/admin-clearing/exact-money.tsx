import { formatExactNaira } from '@/lib/money';

/** An amount with kobo, as a bank shows it. @param amount decimal naira from the API. */
export function ExactMoney({ amount }: { amount: string }) {
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatExactNaira(Number(amount))}</span>
  );
}
