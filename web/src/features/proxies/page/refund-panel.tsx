import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useQuoteProxyRefund, useRefundProxy } from '@/api/generated/proxies';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { Panel } from '@/components/layout/panel';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import styles from './proxy-page.module.css';

/** What its owner can have back for a proxy, or why not. */
export function RefundPanel({ proxyId }: { proxyId: number }) {
  const [isConfirming, setConfirming] = useState(false);
  const query = useQuoteProxyRefund(proxyId, { query: { meta: { quiet: true } } });
  const quote = query.data?.data;
  const refund = useRefundProxy({
    mutation: {
      meta: { fallback: 'The proxy could not be refunded' },
      onSuccess: notify.thenGoOn(() => setConfirming(false)),
      // The amount may have changed.
      onError: () => void query.refetch(),
    },
  });
  const amount = formatNaira(quote?.amount ?? 0);
  return (
    <Panel title="Refund">
      {query.isPending && <LoadingRows rows={2} label="Loading the refund" />}
      {query.isError && (
        <ErrorState
          title="The refund could not be loaded"
          message="Nothing was refunded. Try again in a moment."
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      )}
      {quote && !query.isError && (
        <Flex vertical align="start" gap="small">
          <p className={styles.minor}>
            {quote.until === null
              ? `${quote.reason} Nothing can be refunded.`
              : `You can get ${amount} back for what is unused, until ${formatDateTime(quote.until)}.`}
          </p>
          {quote.eligible && (
            <Button danger onClick={() => setConfirming(true)}>
              Refund {amount}
            </Button>
          )}
        </Flex>
      )}
      {isConfirming && quote?.eligible && (
        <ConfirmDialog
          title={`Refund ${amount} for proxy #${proxyId}?`}
          confirm={`Refund ${amount}`}
          busy="Refunding..."
          isBusy={refund.isPending}
          onConfirm={() => refund.mutate({ id: proxyId, data: { expected_total: quote.amount } })}
          onClose={() => setConfirming(false)}
        >
          <p>
            {quote.ends_proxy
              ? 'The proxy ends for good and its connections are closed.'
              : 'The last renewal or added traffic is taken back. The proxy stays with what it had before.'}{' '}
            {amount} goes into your wallet.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
