import { Button } from 'antd';
import {
  useCloseConnection,
  useCloseConnections,
  useListConnections,
} from '@/api/generated/proxies';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { RelativeTime } from '@/components/format/relative-time';
import { Panel } from '@/components/layout/panel';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import styles from './proxy-page.module.css';

const SHOWN = 20;

/** What is open at this moment, and a way to close it. */
export function LiveConnections({ proxyId }: { proxyId: number }) {
  const query = useListConnections(proxyId, { query: { meta: { quiet: true } } });
  const close = useCloseConnection({
    mutation: {
      meta: { fallback: 'Failed to close the connection' },
      onSuccess: () => notify.success('The connection was closed.'),
    },
  });
  const closeAll = useCloseConnections({
    mutation: {
      meta: { fallback: 'Failed to close the connections' },
      onSuccess: ({ message }) => notify.success(message),
    },
  });
  const data = query.data?.data;
  const isClosing = close.isPending || closeAll.isPending;
  return (
    <Panel
      title="Open connections"
      action={
        <Button size="small" disabled={query.isFetching} onClick={() => void query.refetch()}>
          Refresh<span className="visually-hidden"> open connections</span>
        </Button>
      }
    >
      {query.isPending && <LoadingRows rows={2} label="Loading connections" />}
      {query.isError && (
        <ErrorState
          title="The connections could not be loaded"
          message="They stay open. Try again in a moment."
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && !query.isError && data.total === 0 && (
        <p className={styles.minor}>No connection is open at the moment.</p>
      )}
      {data && !query.isError && data.total > 0 && (
        <>
          <div className={styles.head}>
            <span>
              <strong>{formatNumber(data.total)}</strong> open
              {data.complete ? '' : ', and some that did not answer in time'}
            </span>
            <Button
              danger
              size="small"
              disabled={isClosing}
              onClick={() => closeAll.mutate({ id: proxyId })}
            >
              Close all
            </Button>
          </div>
          <ul className={styles.list}>
            {data.connections.slice(0, SHOWN).map((connection) => (
              <li key={connection.id}>
                <span>
                  {connection.protocol.toUpperCase()} from <code>{connection.client_address}</code>
                  {connection.target_host && (
                    <>
                      {' '}
                      to <code>{connection.target_host}</code>
                    </>
                  )}
                  <br />
                  <span className={styles.minor}>
                    <RelativeTime iso={connection.started_at} />,{' '}
                    {formatBytes(connection.bytes_down)} received,{' '}
                    {formatBytes(connection.bytes_up)} sent
                  </span>
                </span>
                <Button
                  size="small"
                  disabled={isClosing}
                  onClick={() => close.mutate({ id: proxyId, connectionId: connection.id })}
                >
                  Close
                  <span className="visually-hidden">
                    {' '}
                    connection from {connection.client_address}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {data.total > SHOWN && (
            <p className={styles.minor}>
              The newest {SHOWN} are listed; Close all closes all of them.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
