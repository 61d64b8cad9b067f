import { Empty, Flex, Pagination, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useListWalletCorrections } from '@/api/generated/admin-wallet-corrections';
import { useCurrentUser } from '@/api/use-current-user';
import { ErrorState } from '@/components/feedback/error-state';
import CompactRows, { type CompactRow } from '@/components/list-page/compact-rows';
import { StatusBadge } from '@/components/format/status-badge';
import { formatDate } from '@/lib/date';
import { correctionSubject, type Correction } from '@/api/correction-subject';
import { correctionActions, DECISION_LABELS, type Decision } from './wallet-correction';
import { WalletCorrectionDecision } from './wallet-correction-decision';
import { WalletCorrectionDetails } from './wallet-correction-details';
import { CorrectionAmount } from './wallet-correction-parts';

const PER_PAGE = 10;
const FILTERS = [
  { value: 'proposed', label: 'Awaiting approval' },
  { value: 'all', label: 'All' },
] as const;

/** The correction on screen; without a decision its details. */
interface Open {
  correction: Correction;
  decision: Decision | null;
}

/** A correction in two lines. */
const toCompactCorrection =
  (getDecisions: (correction: Correction) => readonly Decision[], onOpen: (open: Open) => void) =>
  (correction: Correction): CompactRow => ({
    name: `correction ${correction.id} of ${correction.user.name}`,
    title: correction.user.name,
    open: () => onOpen({ correction, decision: null }),
    lead: <CorrectionAmount correction={correction} />,
    details: [
      `#${correction.id} ${correctionSubject(correction)}`,
      correction.reason,
      `By ${correction.proposed_by.name}`,
      formatDate(correction.created_at),
    ],
    note: <StatusBadge status={correction.status} />,
    actions: [
      { label: 'Details', onSelect: () => onOpen({ correction, decision: null }) },
      ...getDecisions(correction).map((decision) => ({
        key: decision,
        label: DECISION_LABELS[decision],
        onSelect: () => onOpen({ correction, decision }),
      })),
    ],
  });

/** Corrections of wallets with the decisions that are open to this admin. */
export function WalletCorrectionList() {
  const [filter, setFilter] = useState<'proposed' | 'all'>('proposed');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Open | null>(null);
  const staff = useCurrentUser();
  const getDecisions = (correction: Correction) => correctionActions(correction, staff?.id);
  const query = useListWalletCorrections(
    { page, per_page: PER_PAGE, status: filter === 'all' ? undefined : filter },
    { query: { meta: { quiet: true } } },
  );
  if (opened?.decision)
    return (
      <WalletCorrectionDecision
        action={opened.decision}
        correction={opened.correction}
        onEnd={() => setOpened(null)}
      />
    );
  if (opened)
    return (
      <WalletCorrectionDetails
        correction={opened.correction}
        decisions={getDecisions(opened.correction)}
        onDecide={(decision) => setOpened({ ...opened, decision })}
        onBack={() => setOpened(null)}
      />
    );
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
            filter === 'all' ? 'Nothing was corrected or proposed yet.' : 'Nothing awaits approval.'
          }
        />
      )}
      {data && data.corrections.length > 0 && (
        <CompactRows
          label="Corrections"
          rows={data.corrections}
          toCompact={toCompactCorrection(getDecisions, setOpened)}
        />
      )}
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
