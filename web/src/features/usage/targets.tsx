import { useChooseUsageTargets, useUsageByTarget } from '@/api/generated/proxies';
import { Button, Flex, Switch, Typography } from 'antd';
import { lazy, Suspense, useId, useState } from 'react';
import { useTeam } from '@/api/use-team';
import { FigureTable } from '@/components/charts/figure-table';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Panel } from '@/components/layout/panel';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import styles from './usage-page.module.css';

/** The switch, shown as the customer has set it while it is saved. @param saved undefined while it is not known. */
export function useChooseTargets(saved: boolean | undefined) {
  const { mutate, isPending, variables } = useChooseUsageTargets({
    mutation: { meta: { fallback: 'The setting could not be saved' } },
  });
  return {
    isEnabled: isPending ? variables.data.enabled : (saved ?? false),
    choose: (enabled: boolean): void => mutate({ data: { enabled } }),
  };
}

const DeleteTargets = lazy(() => import('./delete-targets'));

interface Target {
  host: string | null;
  up: number;
  down: number;
  requests: number;
}

const toLabel = (host: string | null): string =>
  host === null ? 'Other hosts' : host === 'udp' ? 'UDP datagrams' : host;

const TargetTable = ({ targets }: { targets: readonly Target[] }) => (
  <FigureTable
    hasLongTitles
    label="Usage by host"
    head={['Host', 'Received', 'Sent', 'Requests']}
    rows={targets.map(({ host, up, down, requests }) => ({
      key: host ?? '',
      title: toLabel(host),
      figures: [formatBytes(down), formatBytes(up), formatNumber(requests)],
    }))}
  />
);

interface TargetsProps {
  /** Of the report; left out for one that is longer than hosts are kept. */
  range: { from?: string; to?: string; proxy_id?: number };
}

/** Traffic by host, which is counted only for those who want it. */
export function Targets({ range }: TargetsProps) {
  const id = useId();
  const { isOwner } = useTeam();
  const query = useUsageByTarget(range, {
    query: { meta: { quiet: true }, placeholderData: (previous) => previous },
  });
  const { isEnabled, choose } = useChooseTargets(query.data?.data.enabled);
  const [isDeleting, setDeleting] = useState(false);
  const data = query.data?.data;
  if (query.isError)
    return (
      <Panel title="By host">
        <ErrorState
          title="The usage by host could not be loaded"
          message={query.error.message}
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    );
  if (!data)
    return (
      <Panel title="By host">
        <LoadingRows rows={3} label="Loading usage by host" />
      </Panel>
    );
  const hasTargets = data.targets.length > 0;
  return (
    <Panel title="By host" flush>
      <div className={styles.choice}>
        <Flex gap="middle" align="start" justify="space-between" wrap>
          <Flex gap="small" align="start">
            <Switch
              checked={isEnabled}
              disabled={!isOwner}
              aria-labelledby={id}
              aria-describedby={`${id}-hint`}
              onChange={choose}
            />
            <span id={id}>Count traffic by host</span>
          </Flex>
          {hasTargets && isOwner && (
            <Button size="small" danger aria-haspopup="dialog" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </Flex>
        <Typography.Paragraph id={`${id}-hint`} type="secondary" className={styles.hint}>
          {isEnabled
            ? `Only the host is kept, such as example.com, for ${data.kept_days} days. New traffic shows within a minute.`
            : 'Off. Turn it on to see which hosts use your traffic.'}
        </Typography.Paragraph>
      </div>
      {hasTargets ? (
        <TargetTable targets={data.targets} />
      ) : (
        isEnabled && <p className={styles.none}>Nothing was counted in this period yet.</p>
      )}
      <Suspense>{isDeleting && <DeleteTargets onClose={() => setDeleting(false)} />}</Suspense>
    </Panel>
  );
}
