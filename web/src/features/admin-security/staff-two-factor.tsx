import { useState } from 'react';
import {
  useAdminListSecondFactors,
  useAdminResetSecondFactor,
  type adminListSecondFactors,
} from '@/api/generated/hooks/admin-security/admin-security';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { ReasonForm } from '@/components/form/reason-form';
import { PlainButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import styles from './security.module.css';

type Colleague = Awaited<ReturnType<typeof adminListSecondFactors>>['data'][number];

function Reset({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const reset = useAdminResetSecondFactor({
    mutation: {
      meta: { fallback: 'The second factor could not be reset' },
      onSuccess: ({ message }) => {
        toast.success(message);
        onClose();
      },
    },
  });
  return (
    <Dialog title={`Reset the second factor of ${colleague.name}`} width={520} onClose={onClose}>
      <ReasonForm
        verb="Reset second factor"
        consequence="Make sure that it is really them who ask. Their sign-ins end, their password alone opens the account until they set it up anew, and they are told by mail."
        isDangerous
        isBusy={reset.isPending}
        onConfirm={(reason) => reset.mutate({ id: colleague.id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Who on the staff signs in with a code. */
export function StaffTwoFactor({ ownId }: { ownId: number }) {
  const [chosen, setChosen] = useState<Colleague | null>(null);
  const query = useAdminListSecondFactors({ query: { meta: { quiet: true } } });
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load the staff"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={3} />;
  return (
    <>
      <ul className={styles.staff}>
        {query.data.data.map((colleague) => (
          <li key={colleague.id}>
            <span className={styles.who}>
              <strong>{colleague.name}</strong>
              <span className={styles.minor}>{colleague.email}</span>
            </span>
            <span>{colleague.enabled ? 'On' : 'Off'}</span>
            {colleague.enabled && colleague.id !== ownId && (
              <PlainButton small look="danger" onClick={() => setChosen(colleague)}>
                Reset<span className="visually-hidden"> the second factor of {colleague.name}</span>
              </PlainButton>
            )}
          </li>
        ))}
      </ul>
      {chosen && <Reset colleague={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
