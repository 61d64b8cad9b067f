import { useListSessions, useRevokeSession } from '@/api/generated/profile';
import { signOut } from '@/api/sign-out';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { useMessage } from '@/components/feedback/use-message';
import { usePendingKeys } from '@/lib/use-pending-keys';
import styles from './profile.module.css';
import { SessionRow, type Session } from './session-row';

export function Security() {
  const notify = useMessage();
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
