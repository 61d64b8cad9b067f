import { Avatar, Button, Tag } from 'antd';
import { type listSessions, useListSessions, useRevokeSession } from '@/api/generated/profile';
import { RelativeTime } from '@/components/format/relative-time';
import { Icon } from '@/components/ui/icon';
import { toUserAgentLabel, isMobileDevice } from '@/lib/user-agent-label';
import { formatDateTime } from '@/lib/date';
import styles from './profile.module.css';
import { signOut } from '@/api/sign-out';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { usePendingKeys } from '@/lib/use-pending-keys';

export type Session = Awaited<ReturnType<typeof listSessions>>['data'][number];

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  onEnd: (session: Session) => void;
}

export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { current, ip, user_agent: agent } = session;
  return (
    <li className={styles.row}>
      <Avatar
        className={styles.device}
        shape="square"
        icon={<Icon name={isMobileDevice(agent) ? 'phone' : 'display'} />}
      />
      <span className={styles.details}>
        <span>
          <strong title={agent}>{toUserAgentLabel(agent)}</strong>{' '}
          {current && <Tag color="success">This device</Tag>}
        </span>
        <span className={styles.meta}>
          {ip} · last seen {current ? 'now' : <RelativeTime iso={session.last_seen_at} />} · signed
          in {formatDateTime(session.created_at)}
        </span>
      </span>
      <Button danger={!current} disabled={isEnding} onClick={() => onEnd(session)}>
        {isEnding ? 'Ending...' : current ? 'Sign out here' : 'End session'}
        <span className="visually-hidden">
          {' '}
          of {toUserAgentLabel(agent)} at {ip}
        </span>
      </Button>
    </li>
  );
}

export function Security() {
  const query = useListSessions({ query: { meta: { quiet: true } } });
  const revoke = useRevokeSession({
    mutation: { meta: { fallback: 'Failed to end the session' } },
  });
  const [isEnding, run] = usePendingKeys<string>();
  const end = ({ id, current }: Session): void => {
    if (current) signOut();
    else run(id, async () => notify.success((await revoke.mutateAsync({ id })).message));
  };
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load your sessions"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <LoadingRows rows={3} />;
  return (
    <>
      <p className={styles.lead}>
        Where you are signed in. End any session you don’t recognise, then change your password.
      </p>
      <ul>
        {query.data.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={isEnding(session.id)}
            onEnd={end}
          />
        ))}
      </ul>
    </>
  );
}
