import type { FormRule } from 'antd';
import { formatNaira } from '@/lib/money';
import { toNumberText } from '@/lib/number-text';

export interface UserFormValues {
  name: string;
  email: string;
  password: string;
  status: string;
  role: string;
}

export const ADD_REQUIRED = 'Name, email, and password are required fields';
export const EDIT_REQUIRED = 'Name and email are required fields';
export const PASSWORD_SHORT = 'Password must be at least 6 characters long';
export const FUNDING_LOW = 'Minimum funding amount is ₦1,000';

const PASSWORD_MIN = 6;
export const FUNDING_MIN = 1000;
export const FUNDING_MAX = 1_000_000_000;

/** Required; white space alone is rejected. */
export const requiredRule = (message: string): FormRule => ({
  required: true,
  whitespace: true,
  message,
});

export const passwordRules: FormRule[] = [
  requiredRule(ADD_REQUIRED),
  { min: PASSWORD_MIN, transform: (text: string) => text.trim(), message: PASSWORD_SHORT },
];

/** Whole naira, or null for anything else, such as "1e3" and "1000.5". */
export function parseAmount(text: string): number | null {
  const digits = toNumberText(text);
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

export function fundingError(amount: number | null): string | undefined {
  if (amount === null || amount < FUNDING_MIN) return FUNDING_LOW;
  return amount > FUNDING_MAX ? `Maximum funding amount is ${formatNaira(FUNDING_MAX)}` : undefined;
}

/** The balance after funding, or null while the amount is invalid or the balance is hidden. */
export const balanceAfterFunding = (balance: string | null, amount: number | null): number | null =>
  balance === null || amount === null || fundingError(amount) ? null : Number(balance) + amount;
