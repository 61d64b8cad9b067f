import { errorMessage } from '@/api/error-messages';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNumber } from '@/lib/number';
import { GATEWAY_LOOKS, gatewayPorts, type Gateway } from './exits';
import { useGateways } from './use-gateways';

const FAILED = 'Failed to load the gateways';

const GatewayBadge = ({ status }: Pick<Gateway, 'status'>) => (
  <StatusBadge {...GATEWAY_LOOKS[status]} />
);

const columns: Column<Gateway>[] = [
  {
    title: 'Gateway',
    grow: 2,
    render: ({ gatewayId, region }) => (
      <StackedCell primary={<strong>{gatewayId}</strong>} secondary={`Region ${region}`} />
    ),
  },
  {
    title: 'Customers connect to',
    grow: 3,
    render: (gateway) => (
      <StackedCell primary={<code>{gateway.public_host}</code>} secondary={gatewayPorts(gateway)} />
    ),
  },
  { title: 'Exits', numeric: true, render: ({ exits }) => formatNumber(exits) },
  {
    title: 'Machine',
    grow: 2,
    render: ({ machine, version }) => (
      <StackedCell primary={machine} secondary={`Version ${version}`} />
    ),
  },
  {
    title: 'Status',
    render: ({ status, heartbeat_at: heartbeatAt }) => (
      <StackedCell
        primary={<GatewayBadge status={status} />}
        secondary={<RelativeTime iso={heartbeatAt} />}
      />
    ),
  },
];

/** A gateway in two lines, for phones. */
const toCompactGateway = (gateway: Gateway): CompactRow => ({
  name: `gateway ${gateway.gatewayId}`,
  title: gateway.gatewayId,
  lead: <GatewayBadge status={gateway.status} />,
  details: [
    gateway.public_host,
    gatewayPorts(gateway),
    `Region ${gateway.region}`,
    `Version ${gateway.version}`,
  ],
  note: `${formatNumber(gateway.exits)} exits`,
  actions: [],
});

/** The gateways that have reported in the last 30 days. */
export function GatewayList() {
  const { gateways, error, refetch } = useGateways();
  return (
    <Panel title="Gateways" flush>
      {error ? (
        <ErrorState
          title="Error Loading Data"
          message={errorMessage(error, { fallback: FAILED, thrown: FAILED })}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListRows<Gateway>
          label="Gateways"
          columns={columns}
          rows={gateways}
          skeletonRows={1}
          tableFrom="(min-width: 1000px)"
          toCompact={toCompactGateway}
          empty={
            <EmptyState
              icon="server"
              title="No gateway has reported yet"
              hint="A gateway appears here within five seconds of its start. Proxies work only while one runs."
            />
          }
        />
      )}
    </Panel>
  );
}
