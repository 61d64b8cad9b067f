import { formatNaira } from '@/lib/money';
import { ApiError } from './api-error';

export const DEFAULT_MESSAGE = 'API request failed';

function shortfallMessage(error: ApiError): string | null {
  const { required_amount: required, current_balance: balance, shortfall } = error.errors;
  if (typeof required !== 'number' || typeof balance !== 'number' || typeof shortfall !== 'number')
    return null;
  // A limit, which a top-up does not lift.
  if (shortfall === 0) return null;
  return [
    error.message,
    `Required amount: ${formatNaira(required)}`,
    `Current balance: ${formatNaira(balance)}`,
    `Shortfall: ${formatNaira(shortfall)}`,
    'Please top up your wallet to continue',
  ].join('\n');
}

export interface Wording {
  /** Used when the server sends no message. */
  fallback?: string;
  /** Used when no response arrives. */
  thrown?: string;
}

/** Messages of an error, one per toast; never empty. */
export function errorMessages(
  error: unknown,
  { fallback = DEFAULT_MESSAGE, thrown }: Wording = {},
): string[] {
  if (!(error instanceof ApiError)) return [thrown ?? fallback];
  if (error.status === 0) return [thrown ?? error.message];
  const fields = Object.values(error.fieldErrors).flat();
  return fields.length > 0 ? fields : [shortfallMessage(error) ?? (error.message || fallback)];
}

export const errorMessage = (error: unknown, wording?: Wording): string =>
  errorMessages(error, wording).join('\n');
