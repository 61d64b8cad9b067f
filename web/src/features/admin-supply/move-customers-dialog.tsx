import { Alert, Progress, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { failure } from '@/api/failures';
import { useAdminListExitCustomers, useAdminMoveExitCustomers } from '@/api/generated/admin-supply';
import type { ExitCustomersData } from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { ErrorState } from '@/components/feedback/error-state';
import { ReasonForm } from '@/components/form/reason-form';
import { RelativeTime } from '@/components/format/relative-time';
import { Dialog } from '@/components/ui/dialog';
import { adminUserPath } from '@/lib/admin-paths';
import { formatNumber } from '@/lib/number';
import type { Exit } from './exits';
import styles from './purchases-dialog.module.css';

const FAILED = 'Failed to load the customers of the exit';
const PROGRESS_REFRESH_MS = 2000;

const countProxies = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'proxy' : 'proxies'}`;

function LastMove({ move }: { move: NonNullable<ExitCustomersData['last_move']> }) {
  const { total, moved, stayed, finished_at: end, started_by: by, reason } = move;
  const left = stayed > 0 && `; for ${formatNumber(stayed)} no address was free`;
  return (
    <Alert
      type={stayed > 0 ? 'warning' : 'info'}
      role="status"
      showIcon
      style={{ marginBottom: 16 }}
      title={`${formatNumber(moved)} of ${countProxies(total)} moved${left || ''}`}
      description={
        <>
          {end === null && (
            <Progress
              percent={Math.round((100 * (moved + stayed)) / Math.max(total, 1))}
              aria-label="Progress of the move"
            />
          )}
          {end === null ? 'Begun' : 'Ended'} <RelativeTime iso={end ?? move.created_at} />, {by}:{' '}
          {reason}
        </>
      }
    />
  );
}

function Moves({ data, exit }: { data: ExitCustomersData; exit: Exit }) {
  const { moves, proxies } = data;
  return (
    <ul
      className={styles.list}
      style={{ maxHeight: 240, overflowY: 'auto' }}
      aria-label="Proxies to move"
      // Scrolled by keyboard too.
      tabIndex={0}
    >
      {moves.map((move) => (
        <li key={move.proxy_id} className={styles.row}>
          <span>
            <Link to={adminUserPath(move.user_id)}>{move.customer}</Link>, proxy #{move.proxy_id}
          </span>
          <span>
            <code>{move.from}</code> to{' '}
            {move.to === null ? (
              <strong>no free address in {exit.country_name}</strong>
            ) : (
              <code>{move.to}</code>
            )}
          </span>
        </li>
      ))}
      {proxies > moves.length && (
        <li className={styles.row}>and {formatNumber(proxies - moves.length)} more</li>
      )}
    </ul>
  );
}

/** Who has addresses of an exit, and moves them to others of the country. */
export default function MoveCustomersDialog({
  exit,
  onClose,
}: {
  exit: Exit;
  onClose: () => void;
}) {
  const query = useAdminListExitCustomers(exit.id, {
    query: {
      meta: { quiet: true },
      refetchInterval: ({ state }) =>
        state.data?.data.last_move?.finished_at === null && PROGRESS_REFRESH_MS,
    },
  });
  const move = useAdminMoveExitCustomers({
    mutation: outcome('The customers could not be moved', () => void query.refetch()),
  });
  const data = query.data?.data;
  const isRunning = data?.last_move?.finished_at === null;
  const stay = data ? data.proxies - data.movable : 0;
  return (
    <Dialog title={`Customers of exit ${exit.id}`} width={560} onClose={onClose}>
      {query.isError && !data && <ErrorState {...failure(query, FAILED)} />}
      {!data && !query.isError && <Skeleton active />}
      {data?.last_move && <LastMove move={data.last_move} />}
      {data && data.proxies > 0 && <Moves data={data} exit={exit} />}
      {data?.proxies === 0 && <p>No proxy in use has an address of this exit.</p>}
      {data && data.proxies > 0 && data.movable === 0 && !isRunning && (
        <Alert
          type="warning"
          showIcon
          title={`No address in ${exit.country_name} is free`}
          description="Import or buy addresses of the country on another exit first."
        />
      )}
      {data && data.movable > 0 && !isRunning && (
        <ReasonForm
          verb="Move customers"
          about={`${formatNumber(data.customers)} customer${data.customers === 1 ? '' : 's'} with ${countProxies(data.proxies)}`}
          consequence={
            <>
              {formatNumber(data.movable)} can move to other addresses in {exit.country_name}
              {stay > 0 && `, ${formatNumber(stay)} cannot: import or buy addresses first`}. User
              names and passwords stay; open connections are closed, and each customer gets an
              email. Nothing new is sold on this exit from now on.
            </>
          }
          isDangerous
          isBusy={move.isPending}
          onConfirm={(reason) => move.mutate({ id: exit.id, data: { reason } })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
