import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useChangeSubUser, useListSubUsers } from '@/api/generated/proxies';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { useMessage } from '@/components/feedback/use-message';
import { Panel } from '@/components/layout/panel';
import styles from '../page/proxy-page.module.css';
import type { Proxy } from '../proxy';
import { toConnectionLine, type SubUser } from './sub-user';
import { SubUserRow, type SubUserAction } from './sub-user-row';

const SubUserDialog = lazy(() => import('./sub-user-dialog'));
const SubUserQuestion = lazy(() => import('./sub-user-question'));

type Opened = { action: 'add' } | { action: Exclude<SubUserAction, 'resume'>; subUser: SubUser };

/** The people whom the owner lets use this proxy, each with a password and limits of their own. */
export function SubUsersPanel({ proxy }: { proxy: Proxy }) {
  const notify = useMessage();
  const [opened, setOpened] = useState<Opened>();
  const query = useListSubUsers(proxy.id, { query: { meta: { quiet: true } } });
  const change = useChangeSubUser({ mutation: { meta: { fallback: 'Failed to resume' } } });
  const data = query.data?.data;
  const isFull = data !== undefined && data.sub_users.length >= data.limit;
  const resume = ({ id, name, daily_limit_gb, monthly_limit_gb }: SubUser): void =>
    change.mutate(
      { id: proxy.id, subUserId: id, data: { daily_limit_gb, monthly_limit_gb, suspended: false } },
      { onSuccess: () => notify.success(`${name} can connect again.`) },
    );
  const close = (): void => setOpened(undefined);
  return (
    <Panel
      title="Sub-users"
      action={
        <Button
          size="small"
          aria-haspopup="dialog"
          disabled={!data || isFull}
          onClick={() => setOpened({ action: 'add' })}
        >
          Add sub-user
        </Button>
      }
    >
      <p className={styles.lead}>
        Let others use this proxy with a username and password of their own, and limit what each may
        use a day or a month. Their traffic counts as yours.
      </p>
      {query.isPending && <LoadingRows rows={1} label="Loading sub-users" />}
      {query.isError && (
        <ErrorState
          title="The sub-users could not be loaded"
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.sub_users.length === 0 && (
        <p className={styles.minor}>Nobody but you has a password for this proxy.</p>
      )}
      {data && data.sub_users.length > 0 && (
        <ul aria-label="Sub-users">
          {data.sub_users.map((subUser) => (
            <SubUserRow
              key={subUser.id}
              subUser={subUser}
              line={toConnectionLine(proxy, subUser)}
              onSelect={(action) =>
                action === 'resume' ? resume(subUser) : setOpened({ action, subUser })
              }
            />
          ))}
        </ul>
      )}
      {isFull && (
        <p className={styles.minor}>
          That is the most a proxy can have. Remove somebody to add another.
        </p>
      )}
      <Suspense>
        {opened?.action === 'add' && <SubUserDialog proxyId={proxy.id} onClose={close} />}
        {opened?.action === 'edit' && (
          <SubUserDialog proxyId={proxy.id} subUser={opened.subUser} onClose={close} />
        )}
        {opened && opened.action !== 'add' && opened.action !== 'edit' && (
          <SubUserQuestion
            proxyId={proxy.id}
            subUser={opened.subUser}
            kind={opened.action}
            onClose={close}
          />
        )}
      </Suspense>
    </Panel>
  );
}
