import { Button, Card, Empty, Flex, Pagination, Segmented, Skeleton, Tag, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useListWalletCorrections } from '@/api/generated/hooks/admin-wallet-corrections/admin-wallet-corrections';
import { ErrorState } from '@/components/feedback/error-state';
import { DateTime } from '@/components/format/date-time';
import { SignedMoney } from '@/components/format/money';
import { adminUserPath } from '@/lib/admin-paths';
import { formatNaira } from '@/lib/money';
import { capitalise } from '@/lib/text';
import { useCurrentUser } from '@/api/use-current-user';
import { balanceAfter, correctionActions, type Correction } from './wallet-correction';
import { WalletCorrectionDecision, type Decision } from './wallet-correction-decision';

const PER_PAGE = 10;
const FILTERS = [
  { value: 'proposed', label: 'Awaiting approval' },
  { value: 'all', label: 'All' },
] as const;

const ACTION_LABELS: Record<Decision, string> = {
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  reverse: 'Reverse',
};

const STATUS_COLORS: Partial<Record<Correction['status'], string>> = {
  proposed: 'gold',
  approved: 'green',
  rejected: 'red',
};

/** Who proposed and decided it, and what it does to the balance while it is open. */
function History({ correction }: { correction: Correction }) {
  const { status, user, direction, amount } = correction;
  const after =
    status === 'proposed' ? balanceAfter(user.balance, direction, Number(amount)) : null;
  const decided = correction.decided_by
    ? `${status === 'rejected' ? 'Rejected' : 'Approved'} by ${correction.decided_by.name}. ${correction.decision_reason ?? ''}`
    : '';
  return (
    <Flex vertical>
      <span>{correction.reason}</span>
      <Typography.Text type="secondary">
        By {correction.proposed_by.name}, <DateTime iso={correction.created_at} />
        {correction.reversal_of !== null && `, reverses #${correction.reversal_of}`}
      </Typography.Text>
      {decided && <Typography.Text type="secondary">{decided}</Typography.Text>}
      {after !== null && (
        <Typography.Text type={after < 0 ? 'danger' : undefined}>
          Balance {formatNaira(Number(user.balance))}
          {after < 0 ? `, ${formatNaira(-after)} short` : ` → ${formatNaira(after)}`}
        </Typography.Text>
      )}
    </Flex>
  );
}

interface CorrectionCardProps {
  correction: Correction;
  staffId: number | undefined;
  onDecide: (action: Decision) => void;
}

function CorrectionCard({ correction, staffId, onDecide }: CorrectionCardProps) {
  const { id, user, status, amount, direction } = correction;
  const actions = correctionActions(correction, staffId);
  return (
    <Card size="small">
      <Flex vertical gap="small">
        <Flex justify="space-between" gap="small" wrap>
          <span>
            <Link to={adminUserPath(user.id)}>{user.name}</Link>{' '}
            <Typography.Text type="secondary">#{id}</Typography.Text>
          </span>
          <Flex gap="small" align="center">
            <Tag color={STATUS_COLORS[status]} style={{ marginInlineEnd: 0 }}>
              {capitalise(status)}
            </Tag>
            <strong>
              <SignedMoney
                amount={Number(amount)}
                type={direction}
                status={correction.transaction_id === null ? 'pending' : 'successful'}
              />
            </strong>
          </Flex>
        </Flex>
        <History correction={correction} />
        {actions.length > 0 && (
          <Flex gap="small" wrap>
            {actions.map((action) => (
              <Button
                key={action}
                type={action === 'approve' ? 'primary' : 'default'}
                aria-label={`${ACTION_LABELS[action]} correction ${id}`}
                onClick={() => onDecide(action)}
              >
                {ACTION_LABELS[action]}
              </Button>
            ))}
          </Flex>
        )}
      </Flex>
    </Card>
  );
}

/** Corrections of wallets with the decisions that are open to this admin. */
export function WalletCorrectionList() {
  const [filter, setFilter] = useState<'proposed' | 'all'>('proposed');
  const [page, setPage] = useState(1);
  const [decision, setDecision] = useState<{ action: Decision; correction: Correction } | null>(
    null,
  );
  const staff = useCurrentUser();
  const query = useListWalletCorrections(
    { page, per_page: PER_PAGE, status: filter === 'all' ? undefined : filter },
    { query: { meta: { quiet: true } } },
  );
  if (decision) return <WalletCorrectionDecision {...decision} onEnd={() => setDecision(null)} />;
  if (query.isError)
    return (
      <ErrorState
        title="The corrections could not be loaded"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  const data = query.data?.data;
  return (
    <Flex vertical gap="middle">
      <Segmented
        block
        aria-label="Corrections"
        options={[...FILTERS]}
        value={filter}
        onChange={(value) => {
          setFilter(value);
          setPage(1);
        }}
      />
      {!data && <Skeleton active paragraph={{ rows: 4 }} />}
      {data?.corrections.length === 0 && (
        <Empty
          description={
            filter === 'all' ? 'No wallet was corrected yet.' : 'Nothing awaits approval.'
          }
        />
      )}
      {data?.corrections.map((correction) => (
        <CorrectionCard
          key={correction.id}
          correction={correction}
          staffId={staff?.id}
          onDecide={(action) => setDecision({ action, correction })}
        />
      ))}
      <Pagination
        current={page}
        pageSize={PER_PAGE}
        total={data?.pagination.total ?? 0}
        hideOnSinglePage
        onChange={setPage}
      />
    </Flex>
  );
}
