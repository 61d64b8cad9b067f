import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { balanceAfter, correctionSubject, type Correction } from '@/api/correction-subject';
import {
  useApproveWalletCorrection,
  useRejectWalletCorrection,
  useReverseWalletCorrection,
} from '@/api/generated/admin-wallet-corrections';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { useOwnId } from '@/api/use-own-id';
import { ReasonForm } from '@/components/form/reason-form';
import { DateTime } from '@/components/format/date-time';
import { Facts } from '@/components/layout/facts';
import { Dialog } from '@/components/ui/dialog';
import { adminTransactionPath, adminUserPath } from '@/lib/admin-paths';
import { formatNaira } from '@/lib/money';
import { capitalise, nameWithEmail } from '@/lib/text';
import {
  changedFields,
  decisionsFor,
  DECISION_LABELS,
  mayBecomeDebt,
  type Decision,
} from './approval';
import { ApprovalAmount, ApprovalStatus } from './approval-columns';

/** What the movement in `direction` does to the wallet, or what the change is. */
function describeEffect(correction: Correction, direction: Correction['direction']): string {
  const { user, amount, kind } = correction;
  if (kind === 'compensation')
    return `${formatNaira(Number(amount))} in all for the customers that the reason names. Each gets it once.`;
  if (amount === null || direction === null)
    return `For ${nameWithEmail(user)}: ${changedFields(correction).join(', ')}.`;
  const balance = formatNaira(Number(user.balance));
  const after = balanceAfter(user.balance, direction, Number(amount)) ?? 0;
  const what = `${formatNaira(Number(amount))} ${direction === 'credit' ? 'is added to' : 'is taken from'} the wallet of ${nameWithEmail(user)}.`;
  if (after >= 0) return `${what} The balance goes from ${balance} to ${formatNaira(after)}.`;
  return mayBecomeDebt(correction)
    ? `${what} It holds ${balance}; the customer owes the rest.`
    : `${what} It holds ${balance}, which is not enough.`;
}

const describeEnd = ({ amount, kind, user, proposed_by: proposer }: Correction): string =>
  amount === null
    ? `The proposal of ${proposer.name} about ${nameWithEmail(user)} ends. Nothing changes.`
    : `The proposal of ${proposer.name} to move ${formatNaira(Number(amount))}${kind === 'compensation' ? '' : ` for ${nameWithEmail(user)}`} ends. No money moves.`;

interface ReasonedProps {
  decision: Exclude<Decision, 'approve'>;
  correction: Correction;
  onCancel: () => void;
  onClose: () => void;
}

const VERBS = {
  reject: 'Reject proposal',
  withdraw: 'Withdraw proposal',
  reverse: 'Reverse correction',
} as const;

function Reasoned({ decision, correction, onCancel, onClose }: ReasonedProps) {
  const mutation = outcome('The proposal could not be changed', onClose);
  const reject = useRejectWalletCorrection({ mutation });
  const reverse = useReverseWalletCorrection({ mutation });
  const isReversal = decision === 'reverse';
  const opposite = correction.direction === 'credit' ? 'debit' : 'credit';
  return (
    <ReasonForm
      verb={VERBS[decision]}
      about={`#${correction.id} ${correctionSubject(correction)}, ${nameWithEmail(correction.user)}`}
      consequence={
        isReversal
          ? `${describeEffect(correction, opposite)} A large amount waits until another admin approves it.`
          : describeEnd(correction)
      }
      isDangerous={isReversal}
      isBusy={reject.isPending || reverse.isPending}
      onConfirm={(reason) =>
        (isReversal ? reverse : reject).mutate({ id: correction.id, data: { reason } })
      }
      onCancel={onCancel}
    />
  );
}

interface ApprovalDialogProps {
  correction: Correction;
  onClose: () => void;
}

/** A proposal, or what became of it, with the decisions that are open to the viewer. */
export default function ApprovalDialog({ correction, onClose }: ApprovalDialogProps) {
  const ownId = useOwnId();
  const can = useCan();
  const [asked, setAsked] = useState<Exclude<Decision, 'approve'> | null>(null);
  const approve = useApproveWalletCorrection({
    mutation: outcome('The proposal could not be approved', onClose),
  });
  const { id, user, status, reason, amount, decided_by: decider } = correction;
  const about = correction.about_transaction_id;
  return (
    <Dialog
      title={`#${id}: ${correctionSubject(correction)}`}
      width={640}
      onClose={onClose}
      footer={
        asked ? (
          <Reasoned
            decision={asked}
            correction={correction}
            onCancel={() => setAsked(null)}
            onClose={onClose}
          />
        ) : (
          <Flex justify="end" gap="small" wrap>
            <Button onClick={onClose}>Close</Button>
            {decisionsFor(correction, ownId, can).map((decision) =>
              decision === 'approve' ? (
                <Button
                  key={decision}
                  type="primary"
                  disabled={approve.isPending}
                  onClick={() => approve.mutate({ id })}
                >
                  {approve.isPending ? 'Working...' : DECISION_LABELS[decision]}
                </Button>
              ) : (
                <Button key={decision} onClick={() => setAsked(decision)}>
                  {DECISION_LABELS[decision]}
                </Button>
              ),
            )}
          </Flex>
        )
      }
    >
      <Flex vertical gap="middle">
        {status === 'proposed' && (
          <Alert
            type="info"
            role="note"
            showIcon
            title={describeEffect(correction, correction.direction)}
          />
        )}
        <Facts
          items={[
            { label: 'Status', children: <ApprovalStatus correction={correction} /> },
            ...(correction.kind === 'compensation'
              ? []
              : [
                  {
                    label: amount === null ? 'Account' : 'Wallet of',
                    children: (
                      <>
                        <Link to={adminUserPath(user.id)}>{user.name}</Link>, {user.email}
                      </>
                    ),
                  },
                ]),
            {
              label: amount === null ? 'Change' : 'Amount',
              children: <ApprovalAmount correction={correction} />,
            },
            ...(about === null
              ? []
              : [
                  {
                    label: 'About',
                    children: <Link to={adminTransactionPath(about)}>Transaction #{about}</Link>,
                  },
                ]),
            { label: 'Reason', children: reason },
            {
              label: 'Proposed',
              children: (
                <>
                  By {correction.proposed_by.name}, <DateTime iso={correction.created_at} />
                </>
              ),
            },
            ...(status === 'proposed'
              ? [
                  correction.executes_at
                    ? {
                        label: 'Carried out',
                        children: (
                          <>
                            <DateTime iso={correction.executes_at} />, unless it is stopped: there
                            is no second admin
                          </>
                        ),
                      }
                    : { label: 'Expires', children: <DateTime iso={correction.expires_at} /> },
                ]
              : []),
            ...(correction.decided_at && correction.needs_approval
              ? [
                  {
                    label: status === 'reversed' ? 'Approved' : capitalise(status),
                    children: (
                      <>
                        {decider
                          ? `By ${decider.name}, `
                          : correction.executes_at && 'Without a second admin, '}
                        <DateTime iso={correction.decided_at} />
                        {correction.decision_reason && `: ${correction.decision_reason}`}
                      </>
                    ),
                  },
                ]
              : []),
            ...(correction.reversal_of === null
              ? []
              : [{ label: 'Reverses', children: `#${correction.reversal_of}` }]),
          ]}
        />
      </Flex>
    </Dialog>
  );
}
