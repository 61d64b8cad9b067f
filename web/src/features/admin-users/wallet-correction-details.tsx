import { Button, Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import { adminUserPath } from '@/lib/admin-paths';
import { formatNaira } from '@/lib/money';
import { correctionSubject, type Correction } from '@/api/correction-subject';
import { balanceAfter, DECISION_LABELS, mayBecomeDebt, type Decision } from './wallet-correction';
import { CorrectionAmount } from './wallet-correction-parts';
import { Facts } from '@/components/layout/facts';

/** What it does to the balance while it is open. */
function Effect({ user, direction, amount, kind }: Correction) {
  const after = balanceAfter(user.balance, direction, Number(amount));
  if (after === null) return null;
  return (
    <Typography.Text type={after < 0 ? 'danger' : undefined}>
      {formatNaira(Number(user.balance))}
      {after < 0
        ? `, ${formatNaira(-after)} ${mayBecomeDebt({ kind }) ? 'will be owed' : 'short'}`
        : ` → ${formatNaira(after)}`}
    </Typography.Text>
  );
}

interface WalletCorrectionDetailsProps {
  correction: Correction;
  /** Decisions that are open to the viewer. */
  decisions: readonly Decision[];
  onDecide: (decision: Decision) => void;
  onBack: () => void;
}

export function WalletCorrectionDetails({
  correction,
  decisions,
  onDecide,
  onBack,
}: WalletCorrectionDetailsProps) {
  const { id, user, status, reason, reversal_of: reversalOf } = correction;
  const decided = correction.decided_by;
  return (
    <Flex vertical gap="middle">
      <Facts
        title={`#${id}: ${correctionSubject(correction)}`}
        items={[
          {
            label: correction.amount === null ? 'Account' : 'Wallet of',
            children: <Link to={adminUserPath(user.id)}>{user.name}</Link>,
          },
          {
            label: correction.amount === null ? 'Change' : 'Amount',
            children: <CorrectionAmount correction={correction} />,
          },
          { label: 'Status', children: <StatusBadge status={status} /> },
          ...(status === 'proposed' && correction.amount !== null
            ? [{ label: 'Balance', children: <Effect {...correction} /> }]
            : []),
          { label: 'Reason', children: reason },
          {
            label: 'Proposed',
            children: (
              <>
                By {correction.proposed_by.name}, <DateTime iso={correction.created_at} />
              </>
            ),
          },
          ...(decided
            ? [
                {
                  label: status === 'rejected' ? 'Rejected' : 'Approved',
                  children: `By ${decided.name}. ${correction.decision_reason ?? ''}`,
                },
              ]
            : []),
          ...(reversalOf === null ? [] : [{ label: 'Reverses', children: `#${reversalOf}` }]),
        ]}
      />
      <Flex justify="end" gap="small" wrap>
        <Button onClick={onBack}>Back</Button>
        {decisions.map((decision) => (
          <Button
            key={decision}
            type={decision === 'approve' ? 'primary' : 'default'}
            onClick={() => onDecide(decision)}
          >
            {DECISION_LABELS[decision]}
          </Button>
        ))}
      </Flex>
    </Flex>
  );
}
