import { useState } from 'react';
import { useAdminGetSecondFactor } from '@/api/generated/hooks/admin-security/admin-security';
import { useCurrentUser } from '@/api/use-current-user';
import { ErrorState } from '@/components/feedback/error-state';
import { Notice } from '@/components/feedback/notice';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { formatDateTime } from '@/lib/date';
import { StaffTwoFactor } from './staff-two-factor';
import { RecoveryCodes } from './recovery-codes';
import styles from './security.module.css';
import { EnableTwoFactor } from './enable-two-factor';
import { DisableTwoFactor } from './disable-two-factor';

function SecondFactor() {
  const query = useAdminGetSecondFactor({ query: { meta: { quiet: true } } });
  const [codes, setCodes] = useState<string[] | null>(null);
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load your second factor"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={3} />;
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  const { enabled, enabled_at: since, recovery_codes_left: left } = query.data.data;
  if (!enabled) return <EnableTwoFactor onDone={setCodes} />;
  return (
    <>
      <Notice tone="good" icon="shield" title="Switched on">
        {since && `Since ${formatDateTime(since)}. `}
        {left} recovery {left === 1 ? 'code' : 'codes'} left.
      </Notice>
      <DisableTwoFactor />
    </>
  );
}

export default function SecurityPage() {
  const user = useCurrentUser();
  return (
    <>
      <PageHeader title="Security" lead="How you sign in to the back office" />
      <div className={styles.panels}>
        <Panel title="Second factor">
          <SecondFactor />
        </Panel>
        {user?.role === 'admin' && (
          <Panel title="Second factor of the staff">
            <StaffTwoFactor ownId={user.id} />
          </Panel>
        )}
      </div>
    </>
  );
}
