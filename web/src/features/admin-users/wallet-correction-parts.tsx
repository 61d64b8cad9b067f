import { SignedMoney } from '@/components/format/money';
import type { Correction } from '@/api/correction-subject';

/** It moves no money any more. */
const ENDED: readonly Correction['status'][] = ['rejected', 'expired'];

/** With the sign of what it moved or would move. */
export const CorrectionAmount = ({ correction }: { correction: Correction }) => (
  <SignedMoney
    amount={Number(correction.amount)}
    type={correction.direction}
    status={ENDED.includes(correction.status) ? 'cancelled' : undefined}
  />
);
