import { Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useGetMachinery, useListQueues } from '@/api/generated/admin-machinery';
import { QueueName, type MachineryData, type QueueResponse } from '@/api/generated/api.schemas';
import { failure } from '@/api/failures';
import { ErrorState } from '@/components/feedback/error-state';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { Facts } from '@/components/layout/facts';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { filteredPath } from '@/lib/admin-paths';
import { formatNumber } from '@/lib/number';

type Queue = QueueResponse & { id: number };

const EVERY_MS = 30_000;
const QUIET = { query: { refetchInterval: EVERY_MS, meta: { quiet: true } } };
/** Longer than a busy moment. */
const LATE_SECONDS = 60;
const DAY_MS = 86_400_000;

const Age = ({ oldest_seconds: age }: Queue) =>
  age > LATE_SECONDS ? (
    <StatusBadge status="failed" word={`${formatNumber(Math.round(age / 60))} min`} />
  ) : (
    `${formatNumber(age)} s`
  );

const Failed = ({ name, failed }: Queue) =>
  failed ? (
    <Link to={filteredPath('jobs', 'queue', name)}>{`${formatNumber(failed)} failed`}</Link>
  ) : (
    'None failed'
  );

const columns: Column<Queue>[] = [
  { title: 'Queue', render: ({ name }) => <code>{name}</code> },
  { title: 'Waiting', numeric: true, render: ({ waiting }) => formatNumber(waiting) },
  { title: 'Running', numeric: true, render: ({ active }) => formatNumber(active) },
  { title: 'Planned', numeric: true, render: ({ delayed }) => formatNumber(delayed) },
  { title: 'Oldest waits', numeric: true, render: Age },
  { title: 'Failed', numeric: true, render: Failed },
];

const toCompact = (queue: Queue): CompactRow => ({
  name: `queue ${queue.name}`,
  title: <code>{queue.name}</code>,
  lead: <Failed {...queue} />,
  details: [
    `${formatNumber(queue.waiting)} waiting`,
    queue.oldest_seconds > 0 && <Age {...queue} />,
    `${formatNumber(queue.active)} running`,
    `${formatNumber(queue.delayed)} planned`,
  ],
  actions: [],
});

/** A time with whether it is too long ago. */
const Aged = ({
  iso,
  maxDays,
  children,
}: {
  iso: string;
  maxDays: number;
  children?: ReactNode;
}) => (
  <Flex gap="small" wrap align="center">
    <StatusBadge
      {...(Date.now() - Date.parse(iso) > maxDays * DAY_MS
        ? { status: 'failed', word: 'Old' }
        : { status: 'active', word: 'Recent' })}
    />
    <RelativeTime iso={iso} />
    {children}
  </Flex>
);

const describe = ({ processes, seal, backup, archive }: MachineryData) => [
  ...processes.map(({ process, instance, last_at: iso, is_live: isLive }) => ({
    label: process === 'api' ? 'API' : 'Worker',
    children: (
      <Flex gap="small" wrap align="center">
        <StatusBadge
          {...(isLive ? { status: 'active', word: 'Live' } : { status: 'cancelled', word: 'Gone' })}
        />
        <code style={{ overflowWrap: 'anywhere' }}>{instance}</code> <RelativeTime iso={iso} />
      </Flex>
    ),
  })),
  {
    label: 'Last seal',
    children: seal ? (
      <Aged iso={seal.at} maxDays={2}>
        of {seal.day}
      </Aged>
    ) : (
      'None yet: the worker seals the ledger once a day.'
    ),
  },
  {
    label: 'Last backup',
    children: backup ? (
      <Aged iso={backup.at} maxDays={2}>
        {backup.note}
      </Aged>
    ) : (
      'None recorded. End your backup with “node dist/cli.js backup:record FILE”.'
    ),
  },
  {
    label: 'Archive of PostgreSQL’s log',
    children: !archive ? (
      'Off'
    ) : archive.failed_at ? (
      <Flex gap="small" wrap>
        <StatusBadge status="failed" word="Fails" /> <RelativeTime iso={archive.failed_at} />
      </Flex>
    ) : archive.last_at ? (
      <Aged iso={archive.last_at} maxDays={1} />
    ) : (
      'On, nothing archived yet'
    ),
  },
];

/** Heartbeats, queues, and how old the last seal and the last backup are. */
export default function MachineryPage() {
  const overview = useGetMachinery(QUIET);
  const queues = useListQueues(QUIET);
  const rows = queues.data?.data.queues.map((queue, id) => ({ ...queue, id }));
  const data = overview.data?.data;
  return (
    <>
      <PageHeader title="Machinery" lead="What runs the shop behind its screens." />
      <Flex vertical gap="middle">
        {/* Their number is known, so that nothing moves when they are there. */}
        <Panel title="Queues" flush>
          {queues.isError && !rows ? (
            <ErrorState {...failure(queues, 'Failed to load the queues', 'Error Loading Data')} />
          ) : (
            <ListRows<Queue>
              label="Queues"
              columns={columns}
              toCompact={toCompact}
              rows={rows}
              skeletonRows={Object.keys(QueueName).length}
              tableFrom="(min-width: 800px)"
              empty={null}
            />
          )}
        </Panel>
        <Panel title="Processes and safety">
          {overview.isError && !data ? (
            <ErrorState
              {...failure(overview, 'Failed to load the machinery', 'Error Loading Data')}
            />
          ) : data ? (
            <Facts items={describe(data).map((item, key) => ({ key, ...item }))} />
          ) : (
            <Skeleton active />
          )}
        </Panel>
      </Flex>
    </>
  );
}
