import { Alert, Card, Flex, Skeleton } from 'antd';
import { useState } from 'react';
import { useAdminGetTwoFactor } from '@/api/generated/hooks/admin-security/admin-security';
import { useCurrentUser } from '@/api/use-current-user';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { formatDateTime } from '@/lib/date';
import { DisableTwoFactor } from './disable-two-factor';
import { EnableTwoFactor } from './enable-two-factor';
import { RecoveryCodes } from './recovery-codes';
import { RenewRecoveryCodes } from './renew-recovery-codes';
import { RequireTwoFactor } from './require-two-factor';
import { StaffTwoFactor } from './staff-two-factor';

const FORM_WIDTH = 480;

const useOwnTwoFactor = () => useAdminGetTwoFactor({ query: { meta: { quiet: true } } });

function OwnTwoFactor() {
  const query = useOwnTwoFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load two-factor authentication"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <Skeleton active />;
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  const { enabled, enabled_at: since, recovery_codes_left: left } = query.data.data;
  if (!enabled) return <EnableTwoFactor onDone={setCodes} />;
  return (
    <Flex vertical gap="middle">
      <Alert
        type="success"
        role="note"
        showIcon
        title="Turned on"
        description={since && `Since ${formatDateTime(since)}.`}
      />
      <RenewRecoveryCodes left={left} onDone={setCodes} />
      <DisableTwoFactor />
    </Flex>
  );
}

export default function SecurityPage() {
  const user = useCurrentUser();
  const { isPending, data } = useOwnTwoFactor();
  const isOwnEnabled = data?.data.enabled === true;
  return (
    <>
      <PageHeader title="Security" lead="How you sign in to the back office" />
      <Flex vertical gap="middle">
        <Card title={<h2>Two-factor authentication</h2>}>
          <div style={{ maxWidth: FORM_WIDTH }}>
            <OwnTwoFactor />
          </div>
        </Card>
        {user?.role === 'admin' && (
          // Mounted but hidden: its own request runs, and it appears below a card of final height.
          <Card
            hidden={isPending}
            title={<h2>Two-factor authentication of the staff</h2>}
            styles={{ body: { padding: 0 } }}
          >
            <div style={{ padding: '16px 16px 0' }}>
              <RequireTwoFactor isOwnEnabled={isOwnEnabled} />
            </div>
            <StaffTwoFactor ownId={user.id} />
          </Card>
        )}
      </Flex>
    </>
  );
}
