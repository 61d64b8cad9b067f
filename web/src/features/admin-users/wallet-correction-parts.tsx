import { SignedMoney } from '@/components/format/money';
import type { Correction } from '@/api/correction-subject';
import { changedFields } from './wallet-correction';

/** It moves no money any more. */
const ENDED: readonly Correction['status'][] = ['rejected', 'expired'];

/** With the sign of what it moved or would move, or what it would change. */
export function CorrectionAmount({ correction }: { correction: Correction }) {
  const { amount, direction, status } = correction;
  if (amount === null || direction === null)
    return (
      <>
        {changedFields(correction).map((field) => (
          <div key={field}>{field}</div>
        ))}
      </>
    );
  return (
    <SignedMoney
      amount={Number(amount)}
      type={direction}
      status={ENDED.includes(status) ? 'cancelled' : undefined}
    />
  );
}
