import { Button } from 'antd';
import { useState } from 'react';
import {
  useDrainGateway,
  useListGatewayLoads,
  useResumeGateway,
  type listGatewayLoads,
} from '@/api/generated/admin-machinery';
import { failure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import { RowDialog } from './row-dialog';

type ApiGateway = Awaited<ReturnType<typeof listGatewayLoads>>['data']['gateways'][number];
/** Lists need a number as the id of a row. */
type Gateway = Omit<ApiGateway, 'id'> & { id: number; name: string };

const EVERY_MS = 10_000;
const FAILED = 'Failed to load the gateways';

/** A gateway that staff drain is done when nothing is open any more. */
function GatewayBadge({ status, drain_requested_at: drainedAt, connections }: Gateway) {
  if (status === 'live') return <StatusBadge status="active" word="Live" />;
  if (status === 'silent') return <StatusBadge status="failed" word="Silent" />;
  if (!drainedAt) return <StatusBadge status="pending" word="Stopping" />;
  return connections === 0 ? (
    <StatusBadge status="cancelled" word="Drained" />
  ) : (
    <StatusBadge status="pending" word="Draining" />
  );
}

const connections = ({ connections: count }: Gateway) =>
  count === null ? 'No answer' : formatNumber(count);
const throughput = ({ bytes_per_second: rate }: Gateway) =>
  rate === null ? '–' : `${formatBytes(rate)}/s`;
const verb = ({ drain_requested_at: drainedAt }: Gateway) => (drainedAt ? 'Resume' : 'Drain');

const getColumns = (open: (gateway: Gateway) => void): Column<Gateway>[] => [
  {
    title: 'Gateway',
    grow: 2,
    card: 'title',
    render: ({ name, region }) => (
      <StackedCell primary={<strong>{name}</strong>} secondary={`Region ${region}`} />
    ),
  },
  {
    title: 'Status',
    card: 'lead',
    render: (gateway) => (
      <StackedCell
        primary={<GatewayBadge {...gateway} />}
        secondary={<RelativeTime iso={gateway.heartbeat_at} />}
      />
    ),
  },
  { title: 'Connections', numeric: true, render: connections },
  { title: 'Throughput', numeric: true, render: throughput },
  { title: 'Exits', numeric: true, render: ({ exits }) => formatNumber(exits) },
  {
    title: 'Machine',
    grow: 2,
    render: ({ machine, version }) => (
      <StackedCell primary={machine} secondary={`Version ${version}`} />
    ),
  },
  {
    title: 'Action',
    card: 'foot',
    render: (gateway) => (
      <Button
        size="small"
        aria-label={`${verb(gateway)} ${gateway.name}`}
        onClick={() => open(gateway)}
      >
        {verb(gateway)}
      </Button>
    ),
  },
];

const toCompact =
  (open: (gateway: Gateway) => void) =>
  (gateway: Gateway): CompactRow => ({
    name: `gateway ${gateway.name}`,
    title: gateway.name,
    lead: <GatewayBadge {...gateway} />,
    details: [
      `${connections(gateway)} connections`,
      throughput(gateway),
      `Version ${gateway.version}`,
    ],
    note: <RelativeTime iso={gateway.heartbeat_at} />,
    actions: [{ label: verb(gateway), onSelect: () => open(gateway) }],
  });

function GatewayDialog({
  gateway,
  isLast,
  onClose,
}: {
  gateway: Gateway;
  isLast: boolean;
  onClose: () => void;
}) {
  const mutation = outcome('The gateway could not be changed', onClose);
  const [drain, resume] = [useDrainGateway({ mutation }), useResumeGateway({ mutation })];
  const isDrain = gateway.drain_requested_at === null;
  const call = isDrain ? drain : resume;
  return (
    <RowDialog
      title={`${verb(gateway)} gateway`}
      about={`${gateway.name}, ${connections(gateway)} connections`}
      actions={[
        {
          verb: verb(gateway),
          consequence: isDrain
            ? `It takes no new connections, and open ones finish. It stays drained, also after a restart, until you resume it. ${
                isLast
                  ? 'No other gateway is live: nobody can use a proxy until then, and nothing is on sale.'
                  : 'Its exits are off sale unless another gateway serves them.'
              }`
            : 'It takes connections again, and its exits are on sale.',
          isDangerous: isDrain,
          isBusy: call.isPending,
          run: (reason) => call.mutate({ id: gateway.name, data: { reason } }),
        },
      ]}
      onClose={onClose}
    />
  );
}

/** What each gateway carries now, and which take no new connections. */
export default function GatewaysPage() {
  const query = useListGatewayLoads({
    query: { refetchInterval: EVERY_MS, meta: { quiet: true } },
  });
  const [opened, setOpened] = useState<Gateway | null>(null);
  const gateways = query.data?.data.gateways.map((gateway, id) => ({
    ...{ ...gateway, id, name: gateway.id },
  }));
  const live = gateways?.filter(({ status }) => status === 'live') ?? [];
  return (
    <>
      <PageHeader title="Gateways" lead="What each carries at this moment." />
      <Panel flush>
        {query.isError && !gateways ? (
          <ErrorState {...failure(query, FAILED, 'Error Loading Data')} />
        ) : (
          <ListRows<Gateway>
            label="Gateways"
            columns={getColumns(setOpened)}
            rows={gateways}
            skeletonRows={2}
            tableFrom="(min-width: 1000px)"
            toCompact={toCompact(setOpened)}
            empty={
              <EmptyState
                icon="server"
                title="No gateway has reported yet"
                hint="A gateway appears here within five seconds of its start."
              />
            }
          />
        )}
      </Panel>
      {opened && (
        <GatewayDialog
          gateway={opened}
          isLast={live.every(({ id }) => id === opened.id)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
