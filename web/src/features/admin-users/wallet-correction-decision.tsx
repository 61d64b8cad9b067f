import { Alert, Button, Flex } from 'antd';
import {
  useApproveWalletCorrection,
  useRejectWalletCorrection,
  useReverseWalletCorrection,
} from '@/api/generated/admin-wallet-corrections';
import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';
import { correctionSubject, type Correction } from '@/api/correction-subject';
import {
  balanceAfter,
  changedFields,
  mayBecomeDebt,
  type Decision,
  type Direction,
} from './wallet-correction';
import { outcome } from '@/api/outcome';

interface WalletCorrectionDecisionProps {
  action: Decision;
  correction: Correction;
  onEnd: () => void;
}

function movement(correction: Correction, direction: Direction | null): string {
  const { user, amount } = correction;
  if (amount === null || direction === null)
    return `For ${user.name} (${user.email}): ${changedFields(correction).join(', ')}.`;
  const after = balanceAfter(user.balance, direction, Number(amount));
  const what = `${formatNaira(Number(amount))} ${direction === 'credit' ? 'is added to' : 'is taken from'} the wallet of ${user.name}.`;
  if (after !== null && after < 0 && mayBecomeDebt(correction))
    return `${what} It holds ${formatNaira(Number(user.balance))}; the customer owes the rest.`;
  if (after === null || after < 0)
    return `${what} It holds ${formatNaira(Number(user.balance))}, which is not enough.`;
  return `${what} The balance goes from ${formatNaira(Number(user.balance))} to ${formatNaira(after)}.`;
}

const opposite = (direction: Direction | null): Direction =>
  direction === 'credit' ? 'debit' : 'credit';

const ending = ({ amount, user }: Correction): string =>
  amount === null
    ? `The proposal about ${user.name} ends. Nothing changes.`
    : `The proposal of ${formatNaira(Number(amount))} for ${user.name} ends. No money moves.`;

/** Confirms a decision about a correction with its effect on the balance. */
export function WalletCorrectionDecision({
  action,
  correction,
  onEnd,
}: WalletCorrectionDecisionProps) {
  const mutation = outcome('The correction could not be changed', onEnd);
  const approve = useApproveWalletCorrection({ mutation });
  const reject = useRejectWalletCorrection({ mutation });
  const reverse = useReverseWalletCorrection({ mutation });
  const { id, direction, proposed_by: proposer, reason } = correction;
  if (action === 'approve')
    return (
      <Flex vertical gap="middle">
        <Alert
          type="info"
          role="note"
          showIcon
          title={`Approve #${id}: ${correctionSubject(correction)}`}
          description={`${movement(correction, direction)} Proposed by ${proposer.name}: ${reason}`}
        />
        <Flex justify="end" gap="small">
          <Button onClick={onEnd}>Cancel</Button>
          <Button
            type="primary"
            disabled={approve.isPending}
            onClick={() => approve.mutate({ id })}
          >
            {approve.isPending ? 'Working...' : 'Approve'}
          </Button>
        </Flex>
      </Flex>
    );
  const isReversal = action === 'reverse';
  return (
    <ReasonForm
      verb={
        isReversal
          ? 'Reverse correction'
          : action === 'withdraw'
            ? 'Withdraw proposal'
            : 'Reject proposal'
      }
      consequence={
        isReversal
          ? `${movement(correction, opposite(direction))} A large amount waits until another admin approves it.`
          : ending(correction)
      }
      isDangerous={isReversal}
      isBusy={reject.isPending || reverse.isPending}
      onConfirm={(text) => (isReversal ? reverse : reject).mutate({ id, data: { reason: text } })}
      onCancel={onEnd}
    />
  );
}
