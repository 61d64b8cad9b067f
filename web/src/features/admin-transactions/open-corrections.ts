import type { Correction } from '@/api/correction-subject';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import { useCan } from '@/api/use-can';
import { isStaffFunding, type Transaction } from './transaction';

/** Enough for all that one transaction can have. */
const PER_PAGE = 50;

/** Proposed or posted movements about the payment, the order or the funding of a transaction. */
export function useTransactionCorrections(transaction: Transaction): readonly Correction[] {
  const canSee = useCan()('approvals.read');
  const canHaveSome =
    transaction.payment !== null || transaction.order !== null || isStaffFunding(transaction);
  const query = useListWalletCorrections(
    { transaction_id: transaction.id, per_page: PER_PAGE },
    { query: { enabled: canSee && canHaveSome, meta: { quiet: true } } },
  );
  const corrections = query.data?.data.corrections ?? [];
  return corrections.filter(({ status }) => status === 'proposed' || status === 'approved');
}

/** Whether another one of this kind would be refused: the server takes one proposal at a time. */
export const hasProposal = (
  corrections: readonly Correction[],
  kind: Correction['kind'],
): boolean =>
  corrections.some((correction) => correction.kind === kind && correction.status === 'proposed');

/** A funding is reversed once. */
export const isReversed = (corrections: readonly Correction[]): boolean =>
  corrections.some(({ kind }) => kind === 'funding_reversal');
