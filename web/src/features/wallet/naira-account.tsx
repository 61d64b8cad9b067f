import { Button, Flex, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCheckTransfers, useGetNairaAccount } from '@/api/generated/payments';
import type { NairaAccountDetails } from '@/api/generated/api.schemas';
import { notify } from '@/components/feedback/notify';
import { CopyButton } from '@/components/ui/copy-button';
import styles from './naira-account.module.css';

const NairaAccountDialog = lazy(() => import('./naira-account-dialog'));

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
        Transfer any amount; it is in your wallet within a minute or two.
      </Typography.Paragraph>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Checking...' : 'I have sent money'}
      </Button>
    </>
  );
}

export interface NairaAccountState {
  /** Null where the customer has none and none is offered. */
  status: 'active' | 'requested' | 'refused' | 'offered' | null;
  account: NairaAccountDetails | null;
  isLoading: boolean;
  refetch: () => unknown;
}

/** The customer's own account number, and whether there may be one. */
export function useNairaAccount(): NairaAccountState {
  const { data, isLoading, refetch } = useGetNairaAccount({
    query: {
      meta: { quiet: true },
      refetchInterval: (query) =>
        query.state.data?.data.account?.status === 'requested' ? POLL_MS : false,
    },
  });
  const { account = null, offered = false } = data?.data ?? {};
  const isUsable = account?.status === 'active' || account?.status === 'requested';
  const status = isUsable || (account && offered) ? account.status : offered ? 'offered' : null;
  return { status, account, isLoading, refetch };
}

/** The account number, or how to get one. */
export function NairaAccount({
  naira: { status, account, refetch },
}: {
  naira: NairaAccountState;
}) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    // Also after an error: the bank may open the account nevertheless.
    void refetch();
  };
  return (
    <>
      {account && status === 'active' ? (
        <ActiveAccount account={account} />
      ) : status === 'requested' ? (
        <p role="status">
          The bank is opening your account. Its number appears here as soon as the bank answers.
        </p>
      ) : (
        <Flex vertical gap="small" align="flex-start">
          <p>
            A bank account number of your own: what you transfer to it is in this wallet within a
            minute or two, with no checkout.
          </p>
          {status === 'refused' && account?.reason && (
            <Typography.Text type="danger">
              The bank opened no account: {account.reason}
            </Typography.Text>
          )}
          <Button type="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Get an account number
          </Button>
        </Flex>
      )}
      <Suspense>{isAsking && <NairaAccountDialog onClose={close} />}</Suspense>
    </>
  );
}
