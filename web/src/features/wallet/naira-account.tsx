import { Button, Flex, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCheckTransfers, useGetNairaAccount } from '@/api/generated/payments';
import type { NairaAccountDetails } from '@/api/generated/api.schemas';
import { notify } from '@/components/feedback/notify';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/layout/panel';
import styles from './naira-account.module.css';

const NairaAccountDialog = lazy(() => import('./naira-account-dialog'));

const TITLE = 'Top up by bank transfer';
const POLL_MS = 15_000;

function ActiveAccount({ account }: { account: NairaAccountDetails }) {
  const check = useCheckTransfers({
    mutation: {
      meta: { fallback: 'Your transfers could not be checked' },
      onSuccess: ({ message: text, data }) =>
        data.credited > 0 ? notify.success(text) : notify.info(text),
    },
  });
  return (
    <>
      <p className={styles.number}>
        <span data-testid="naira-account-number">{account.number}</span>
        <CopyButton text={account.number ?? ''} label="account number" />
      </p>
      <p>
        {account.bank_name}
        {account.account_name && <>, {account.account_name}</>}
      </p>
      <Typography.Paragraph type="secondary">
        Transfer any amount from your bank app. It is in your wallet within a minute or two.
      </Typography.Paragraph>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Checking...' : 'I have sent money'}
      </Button>
    </>
  );
}

/** The customer's own account number, or how to get one. Shows nothing where none is offered. */
export function NairaAccount() {
  const [isAsking, setAsking] = useState(false);
  const { data, refetch } = useGetNairaAccount({
    query: {
      meta: { quiet: true },
      refetchInterval: (query) =>
        query.state.data?.data.account?.status === 'requested' ? POLL_MS : false,
    },
  });
  const { account = null, offered = false } = data?.data ?? {};
  const close = () => {
    setAsking(false);
    // Also after an error: the bank may open the account nevertheless.
    void refetch();
  };
  const status = account?.status ?? null;
  if (status !== 'active' && status !== 'requested' && !offered) return null;
  return (
    <Panel title={TITLE}>
      {account && status === 'active' ? (
        <ActiveAccount account={account} />
      ) : status === 'requested' ? (
        <p role="status">
          The bank is opening your account. Its number appears here as soon as the bank answers.
        </p>
      ) : (
        <Flex vertical gap="small" align="flex-start">
          <p>
            Get an account number of your own: whatever you transfer to it tops up this wallet, with
            no checkout.
          </p>
          {status === 'refused' && account?.reason && (
            <Typography.Text type="danger">
              The bank opened no account: {account.reason}
            </Typography.Text>
          )}
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Get an account number
          </Button>
        </Flex>
      )}
      <Suspense>{isAsking && <NairaAccountDialog onClose={close} />}</Suspense>
    </Panel>
  );
}
