import { formatNaira } from '@/lib/money';
import { ApiError } from './api-error';

export const DEFAULT_MESSAGE = 'API request failed';

function shortfallMessage(error: ApiError): string | null {
  const { required_amount: required, current_balance: balance, shortfall } = error.errors;
  if (typeof required !== 'number' || typeof balance !== 'number' || typeof shortfall !== 'number')
    return null;
  return [
    error.message,
    `Required amount: ${formatNaira(required)}`,
    `Current balance: ${formatNaira(balance)}`,
    `Shortfall: ${formatNaira(shortfall)}`,
    'Please top up your wallet to continue',
  ].join('\n');
}

/** What to tell about a failure, one entry per toast: never empty. */
export function errorMessages(error: unknown, fallback = DEFAULT_MESSAGE): string[] {
  if (error instanceof ApiError) {
    const fields = Object.values(error.fieldErrors).flat();
    if (fields.length > 0) return fields;
    return [shortfallMessage(error) ?? (error.message || fallback)];
  }
  return [fallback];
}

export const errorMessage = (error: unknown, fallback?: string): string =>
  errorMessages(error, fallback)[0] ?? DEFAULT_MESSAGE;
