import type { Correction } from '@/api/correction-subject';
import { toNumberText } from '@/lib/number-text';

export type Direction = NonNullable<Correction['direction']>;

/** What an approval of rights or limits changes, such as "role: user → admin"; empty for a movement of money. */
export const changedFields = ({ changes }: Pick<Correction, 'changes'>): string[] =>
  changes.map(({ field, from, to }) => `${FIELD_LABELS[field] ?? field}: ${from} → ${to}`);

const FIELD_LABELS: Partial<Record<string, string>> = {
  correctionApprovalLimit: 'Correction approval limit (₦)',
  fundingApprovalLimit: 'Funding approval limit (₦)',
};

/** Whether the wallet may fall short: the customer then owes the rest. */
export const mayBecomeDebt = ({ kind }: Pick<Correction, 'kind'>): boolean => kind === 'chargeback';

export const DECISION_LABELS = {
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  reverse: 'Reverse',
} as const;
export type Decision = keyof typeof DECISION_LABELS;

const MAXIMUM = 1_000_000_000;

/** Naira with two decimals at most, or null for anything else. */
export function parseCorrection(text: string): number | null {
  const digits = toNumberText(text);
  return /^\d{1,10}(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

export function correctionError(amount: number | null): string | undefined {
  if (amount === null || amount <= 0) return 'Enter an amount above ₦0, with two decimals at most';
  return amount > MAXIMUM ? 'Maximum correction is ₦1,000,000,000' : undefined;
}

/** The balance afterwards; null while the amount is invalid or the balance is hidden. */
export function balanceAfter(
  balance: string | null,
  direction: Direction | null,
  amount: number | null,
): number | null {
  if (balance === null || direction === null || amount === null || correctionError(amount))
    return null;
  const kobo =
    Math.round(Number(balance) * 100) +
    (direction === 'credit' ? 1 : -1) * Math.round(amount * 100);
  return kobo / 100;
}

/** Staff hold no money, so their wallets can only be debited. */
export const allowedDirections = (role: string): Direction[] =>
  role === 'user' ? ['credit', 'debit'] : ['debit'];

/** Actions on a listed correction by this member of staff. */
export function correctionActions(
  {
    kind,
    status,
    proposed_by: proposer,
    reversal_of: reversalOf,
    reversed_by: reversedBy,
  }: Pick<Correction, 'kind' | 'status' | 'proposed_by' | 'reversal_of' | 'reversed_by'>,
  staffId: number | undefined,
): Decision[] {
  if (status === 'proposed') return proposer.id === staffId ? ['withdraw'] : ['approve', 'reject'];
  return kind === 'correction' &&
    status === 'approved' &&
    reversalOf === null &&
    reversedBy === null
    ? ['reverse']
    : [];
}
