import { Alert, Flex, Skeleton } from 'antd';
import { useState } from 'react';
import { ErrorState } from '@/components/feedback/error-state';
import { formatDateTime } from '@/lib/date';
import { DisableTwoFactor } from './disable-two-factor';
import { EnableTwoFactor } from './enable-two-factor';
import { RecoveryCodes } from './recovery-codes';
import { RenewRecoveryCodes } from './renew-recovery-codes';
import type { TwoFactorApi } from './two-factor-api';

/** Two-factor authentication of the signed-in account. */
export function OwnTwoFactor({ api }: { api: TwoFactorApi }) {
  const query = api.useStatus({ query: { meta: { quiet: true } } });
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  if (query.error && !query.data) {
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
  const { enabled, enabled_at: since, recovery_codes_left: left } = query.data.data;
  if (!enabled) return <EnableTwoFactor api={api} onDone={setCodes} />;
  return (
    <Flex vertical gap="middle">
      <Alert
        type="success"
        role="note"
        showIcon
        title="Turned on"
        description={since && `Since ${formatDateTime(since)}.`}
      />
      <RenewRecoveryCodes api={api} left={left} onDone={setCodes} />
      <DisableTwoFactor api={api} />
    </Flex>
  );
}
