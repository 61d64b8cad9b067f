import { errorMessage } from '@/api/error-messages';
import { formatNaira } from '@/lib/money';

/** 'Failed to add user: {message}', or `fallback` when the server sent no message. */
export function failureMessage(action: string, error: unknown, fallback = action): string {
  const message = errorMessage(error, { fallback: '' });
  return message === '' ? fallback : `${action}: ${message}`;
}

export const addedUserMessage = (message: string, adminName: string): string =>
  `${message}\nCreated by ${adminName}`;

export const updatedUserMessage = (message: string, fields: readonly string[]): string =>
  `${message}\n${fields.length > 0 ? `Updated fields: ${fields.join(', ')}` : 'Nothing was changed.'}`;

export interface Funding {
  user: { name: string; previous_balance: string; new_balance: string };
  transaction: { amount: number; reference: string };
}

export const fundedWalletMessage = (message: string, { user, transaction }: Funding): string =>
  [
    message,
    `Amount: ${formatNaira(transaction.amount)}`,
    `Previous balance: ${formatNaira(Number(user.previous_balance))}`,
    `New balance: ${formatNaira(Number(user.new_balance))}`,
    `Reference: ${transaction.reference}`,
  ].join('\n');
