import { formatNaira } from '@/lib/money';

export interface UserValues {
  name: string;
  email: string;
  password: string;
  status: string;
  role: string;
}

export type UserErrors = Partial<Record<keyof UserValues, string>>;

export const ADD_REQUIRED = 'Name, email, and password are required fields';
export const EDIT_REQUIRED = 'Name and email are required fields';
export const PASSWORD_SHORT = 'Password must be at least 6 characters long';
export const FUNDING_LOW = 'Minimum funding amount is ₦1,000';

const PASSWORD_MIN = 6;
export const FUNDING_MIN = 1000;
export const FUNDING_MAX = 1_000_000_000;

const blank = (text: string): boolean => text.trim() === '';

function missing(
  values: UserValues,
  fields: readonly (keyof UserValues)[],
  message: string,
): UserErrors {
  return Object.fromEntries(
    fields.filter((field) => blank(values[field])).map((field) => [field, message]),
  );
}

export function validateNewUser(values: UserValues): UserErrors {
  const problems = missing(values, ['name', 'email', 'password'], ADD_REQUIRED);
  if (!problems.password && values.password.trim().length < PASSWORD_MIN)
    problems.password = PASSWORD_SHORT;
  return problems;
}

export const validateEditedUser = (values: UserValues): UserErrors =>
  missing(values, ['name', 'email'], EDIT_REQUIRED);

/** Whole naira, or null for anything else: "1e3" and "1000.5" are no amounts. */
export function parseAmount(text: string): number | null {
  const digits = text.replaceAll(/[\s,₦]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

export function fundingError(amount: number | null): string | undefined {
  if (amount === null || amount < FUNDING_MIN) return FUNDING_LOW;
  return amount > FUNDING_MAX ? `Maximum funding amount is ${formatNaira(FUNDING_MAX)}` : undefined;
}

/** The balance after it, shown once the amount could be sent. */
export const balanceAfterFunding = (
  balance: string | null,
  amount: number | null,
): number | null =>
  balance === null || amount === null || fundingError(amount) ? null : Number(balance) + amount;
