import { Button, Empty, Flex, Pagination, Skeleton, Typography } from 'antd';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import {
  useAdminCheckPurchase,
  useAdminDecideNotBought,
  useAdminListPurchases,
} from '@/api/generated/admin-supply';
import { ErrorState } from '@/components/feedback/error-state';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { formatUsd } from '@/lib/money';
import {
  describePurchase,
  explainPurchase,
  isPending,
  PURCHASE_LOOKS,
  type Provider,
  type Purchase,
} from './providers';
import styles from './purchases-dialog.module.css';
import { outcome } from '@/api/outcome';
import { failure } from '@/api/failures';

const PER_PAGE = 15;
const FAILED = 'Failed to load the purchases';
/** Addresses come into stock within seconds or minutes. */
const PROGRESS_REFRESH_MS = 5000;

interface RowProps {
  purchase: Purchase;
  onDecide: (purchase: Purchase) => void;
}

function PurchaseRow({ purchase, onDecide }: RowProps) {
  const check = useAdminCheckPurchase({
    mutation: outcome('The purchase could not be checked'),
  });
  const { id, status, total_usd: total, expected_total_usd: expected } = purchase;
  const isWatched = status === 'ordered' || status === 'unknown';
  return (
    <li className={styles.row}>
      <Flex justify="space-between" gap="small" wrap>
        <strong>{describePurchase(purchase)}</strong>
        <StatusBadge {...PURCHASE_LOOKS[status]} />
      </Flex>
      <div>{explainPurchase(purchase)}</div>
      <Typography.Text type="secondary">
        {formatUsd(total ?? expected)}, {purchase.period}, <DateTime iso={purchase.created_at} />,{' '}
        {purchase.requested_by ?? 'bought automatically'}
      </Typography.Text>
      {isWatched && (
        <Flex gap="small" wrap>
          <Button
            size="small"
            aria-label={`Check purchase ${id}`}
            disabled={check.isPending}
            onClick={() => check.mutate({ id })}
          >
            {check.isPending ? 'Checking...' : 'Check'}
          </Button>
          {status === 'unknown' && (
            <Button
              size="small"
              danger
              aria-label={`Purchase ${id} was not bought`}
              aria-haspopup="dialog"
              disabled={!purchase.decidable}
              onClick={() => onDecide(purchase)}
            >
              Not bought
            </Button>
          )}
        </Flex>
      )}
      {status === 'unknown' && !purchase.decidable && (
        <Typography.Text type="secondary">
          “Not bought” opens once the list has not shown it for six hours.
        </Typography.Text>
      )}
    </li>
  );
}

function DecideDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const decide = useAdminDecideNotBought({
    mutation: outcome('The purchase could not be decided', onClose),
  });
  return (
    <ConfirmDialog
      title={`Was “${describePurchase(purchase)}” not bought?`}
      keep="Keep watching"
      confirm="It was not bought"
      busy="Saving..."
      isBusy={decide.isPending}
      onConfirm={() => decide.mutate({ id: purchase.id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        First look into your account at the provider: neither the order nor a charge of{' '}
        {formatUsd(purchase.expected_total_usd)} should be there. The shop can buy there again
        afterwards. Addresses that arrive later still come with Synchronize.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}

/** What was bought and prolonged through an account, and what became of it. */
export default function PurchasesDialog({
  provider,
  onClose,
}: {
  provider: Provider;
  onClose: () => void;
}) {
  const [page, setPage] = useState(1);
  const [decided, setDecided] = useState<Purchase | null>(null);
  const query = useAdminListPurchases(
    provider.id,
    { page, per_page: PER_PAGE },
    {
      query: {
        placeholderData: keepPreviousData,
        meta: { quiet: true },
        refetchInterval: ({ state }) =>
          state.data?.data.purchases.some(isPending) ? PROGRESS_REFRESH_MS : false,
      },
    },
  );
  const data = query.data?.data;
  const body = () => {
    if (data)
      return data.purchases.length === 0 ? (
        <Empty description="Nothing was bought through this account yet" />
      ) : (
        <>
          <ul className={styles.list} aria-label="Purchases">
            {data.purchases.map((purchase) => (
              <PurchaseRow key={purchase.id} purchase={purchase} onDecide={setDecided} />
            ))}
          </ul>
          <Pagination
            hideOnSinglePage
            align="end"
            current={page}
            pageSize={PER_PAGE}
            total={data.pagination.total}
            showSizeChanger={false}
            onChange={setPage}
          />
        </>
      );
    return query.isError ? (
      <ErrorState {...failure(query, FAILED)} />
    ) : (
      <Skeleton active paragraph={{ rows: 4 }} />
    );
  };
  return (
    <Dialog title={`Purchases at ${provider.name}`} width={640} onClose={onClose}>
      {body()}
      {decided && <DecideDialog purchase={decided} onClose={() => setDecided(null)} />}
    </Dialog>
  );
}
