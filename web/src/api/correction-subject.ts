import type { listWalletCorrections } from './generated/admin-wallet-corrections';

export type Correction = Awaited<
  ReturnType<typeof listWalletCorrections>
>['data']['corrections'][number];

const KIND_LABELS: Record<Correction['kind'], string> = {
  correction: 'Correction',
  funding: 'Funding',
  funding_reversal: 'Reversal of the funding in transaction',
  chargeback: 'Charge-back of payment',
  dispute_win: 'Won dispute of charge-back',
  goodwill: 'Goodwill for payment',
  order_refund: 'Refund of order',
  compensation: 'Compensation of customers',
  admin_grant: 'Rights of an admin for user',
  limit_raise: 'Higher approval limit',
};

/** What moves the money or is changed, such as "Charge-back of payment #41". */
export const correctionSubject = ({
  kind,
  subject_id: subjectId,
}: Pick<Correction, 'kind' | 'subject_id'>): string =>
  subjectId === null ? KIND_LABELS[kind] : `${KIND_LABELS[kind]} #${subjectId}`;

/** The balance after a movement; null without one, or while the balance is hidden. */
export function balanceAfter(
  balance: string | null,
  direction: Correction['direction'],
  amount: number | null,
): number | null {
  if (balance === null || direction === null || amount === null) return null;
  const kobo =
    Math.round(Number(balance) * 100) +
    (direction === 'credit' ? 1 : -1) * Math.round(amount * 100);
  return kobo / 100;
}
