import { once } from './once';

const usd = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }));

const exact = once(
  () =>
    new Intl.NumberFormat('en-NG', {
      style: 'currency',
      currency: 'NGN',
      minimumFractionDigits: 2,
    }),
);

/** With kobo, for figures that are compared with a bank's: ₦1,234.50. */
export const formatExactNaira = (amount: number): string => exact().format(amount);

/** Whole naira with separators: ₦1,234,567. Every page has some, and Intl would load for a tenth of a second on a phone. */
export function formatNaira(amount: number): string {
  const digits = String(Math.abs(Math.round(amount))).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${Math.round(amount) < 0 ? '-' : ''}₦${digits}`;
}

/** With sign: +₦5,000 for a credit, -₦1,600 for a debit. */
export function formatSignedNaira(amount: number, type: string): string {
  const signed = Math.round(type === 'debit' ? -amount : amount);
  return `${signed > 0 ? '+' : ''}${formatNaira(signed)}`;
}

const NOT_CREDITED = ['pending', 'failed', 'cancelled'];

/** Whether the amount of a transaction has moved, or will for a debit: only then it has a sign. */
export const hasMoved = (type: string, status: string | undefined): boolean =>
  status === undefined ||
  !NOT_CREDITED.includes(status) ||
  (type === 'debit' && status === 'pending');

/** What providers charge: $1,234.50. */
export const formatUsd = (amount: number): string => usd().format(amount);
