import { Button, Typography } from 'antd';
import { useAdminCheckTransfers, useAdminGetNairaAccount } from '@/api/generated/admin-users';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { StatusBadge } from '@/components/format/status-badge';
import { Facts } from '@/components/layout/facts';
import { Panel } from '@/components/layout/panel';
import { CopyButton } from '@/components/ui/copy-button';
import { COPY_MESSAGES } from '@/lib/copy-messages';

/** The account number that tops up the wallet; nothing for a customer without one. */
export function UserNairaAccount({ id }: { id: number }) {
  const canCheck = useCan()('payments.manage');
  const account = useAdminGetNairaAccount(id, { query: { meta: { quiet: true } } }).data?.data
    .account;
  const check = useAdminCheckTransfers({
    mutation: outcome('The payment provider could not be asked for transfers'),
  });
  if (!account) return null;
  return (
    <Panel
      title="Naira account"
      action={
        canCheck &&
        account.number && (
          <Button disabled={check.isPending} onClick={() => check.mutate({ id })}>
            {check.isPending ? 'Checking...' : 'Check for transfers'}
          </Button>
        )
      }
    >
      {account.number ? (
        <Facts
          items={[
            {
              label: 'Account number',
              children: (
                <>
                  <code>{account.number}</code>{' '}
                  <CopyButton
                    compact
                    text={account.number}
                    label="account number"
                    messages={COPY_MESSAGES}
                  />
                </>
              ),
            },
            { label: 'Bank', children: account.bank_name },
            { label: 'Name', children: account.account_name },
          ]}
        />
      ) : (
        <>
          <StatusBadge status={account.status} />{' '}
          <Typography.Text type="secondary">
            {account.reason ?? 'The bank has not answered yet.'}
          </Typography.Text>
        </>
      )}
    </Panel>
  );
}
