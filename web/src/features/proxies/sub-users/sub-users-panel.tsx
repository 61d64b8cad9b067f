import type { SubUserResponse } from '@/api/generated/api.schemas';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import { toEndpoint } from '@/features/proxies/connection';
import type { Proxy } from '@/features/proxies/proxy';
import { Progress, Tag, Button } from 'antd';
import { ActionMenu } from '@/components/ui/action-menu';
import { CopyButton } from '@/components/ui/copy-button';
import styles from './sub-users.module.css';
import { lazy, Suspense, useState } from 'react';
import { useChangeSubUser, useListSubUsers } from '@/api/generated/proxies';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { notify } from '@/components/feedback/notify';
import { Panel } from '@/components/layout/panel';
import page from '@/features/proxies/page/proxy-page.module.css';

export type SubUser = SubUserResponse;

const GIGABYTE = 1024 ** 3;

/** `host:port:user:pass`, with the protocol of the proxy. */
export function toConnectionLine(proxy: Proxy, { username, password }: SubUser): string {
  const { host, port } = toEndpoint(proxy, proxy.protocol);
  return `${host}:${port}:${username}:${password}`;
}

/** One period of a sub-user: what was used, of what, and how much of it. */
export interface Allowance {
  name: 'Today' | 'This month';
  text: string;
  /** Null without a limit. */
  percent: number | null;
}

const toAllowance = (name: Allowance['name'], used: number, limit: number | null): Allowance => ({
  name,
  text: limit === null ? formatBytes(used) : `${formatBytes(used)} of ${formatNumber(limit)} GB`,
  percent: limit === null ? null : Math.min(100, (used / (limit * GIGABYTE)) * 100),
});

export const getAllowances = (subUser: SubUser): Allowance[] => [
  toAllowance('Today', subUser.used_today, subUser.daily_limit_gb),
  toAllowance('This month', subUser.used_this_month, subUser.monthly_limit_gb),
];

/** Whether a limit lets nothing more pass until it starts again. */
export const hasReachedLimit = (subUser: SubUser): boolean =>
  getAllowances(subUser).some(({ percent }) => percent === 100);

export type SubUserAction = 'edit' | 'password' | 'suspend' | 'resume' | 'remove';

interface SubUserRowProps {
  subUser: SubUser;
  /** What is copied: all that they enter. */
  line: string;
  onSelect: (action: SubUserAction) => void;
}

/** One sub-user, with what they have used of their limits. */
export function SubUserRow({ subUser, line, onSelect }: SubUserRowProps) {
  const { name, username, suspended: isSuspended } = subUser;
  const actions: { key: SubUserAction; label: string; isDangerous?: boolean }[] = [
    { key: 'edit', label: 'Change limits' },
    { key: 'password', label: 'New password' },
    isSuspended ? { key: 'resume', label: 'Resume' } : { key: 'suspend', label: 'Suspend' },
    { key: 'remove', label: 'Remove', isDangerous: true },
  ];
  return (
    <li className={styles.row}>
      <div className={styles.details}>
        <div className={styles.name}>
          <strong>{name}</strong>
          <code>{username}</code>
          {isSuspended && <Tag color="warning">Suspended</Tag>}
          {!isSuspended && hasReachedLimit(subUser) && <Tag color="error">Limit reached</Tag>}
        </div>
        <div className={styles.allowances}>
          {getAllowances(subUser).map(({ name: period, text, percent }) => (
            <div key={period}>
              <div className={styles.figures}>
                <span className={styles.period}>{period}</span>
                <span>{text}</span>
              </div>
              {percent !== null && (
                <Progress
                  aria-hidden="true"
                  percent={percent}
                  status={percent === 100 ? 'exception' : 'normal'}
                  size={{ height: 4 }}
                  showInfo={false}
                />
              )}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.actions}>
        <CopyButton text={line} label={`connection line of ${name}`} compact />
        <ActionMenu
          name={name}
          actions={actions.map((action) => ({ ...action, onSelect: () => onSelect(action.key) }))}
        />
      </div>
    </li>
  );
}

const SubUserDialog = lazy(() => import('./sub-user-dialog'));
const SubUserQuestion = lazy(() => import('./sub-user-question'));

type Opened = { action: 'add' } | { action: Exclude<SubUserAction, 'resume'>; subUser: SubUser };

/** The people whom the owner lets use this proxy, each with a password and limits of their own. */
export function SubUsersPanel({ proxy }: { proxy: Proxy }) {
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
      <p className={page.lead}>
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
      {data?.sub_users.length === 0 && <p className={page.minor}>No sub-users yet.</p>}
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
        <p className={page.minor}>A proxy can have no more. Remove a sub-user to add another.</p>
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
