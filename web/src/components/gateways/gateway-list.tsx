import type { ReactNode } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNumber } from '@/lib/number';

/** What all answers about gateways have; lists need a number as the id of a row. */
export interface GatewayRow {
  id: number;
  name: string;
  region: string;
  machine: string;
  version: string;
  exits: number;
  status: 'live' | 'draining' | 'silent';
  heartbeat_at: string;
}

/** Gives the gateways of an answer, which have names as ids, the ids of rows. */
export const toGatewayRows = <Gateway extends { id: string }>(gateways: readonly Gateway[]) =>
  gateways.map((gateway, id) => ({ ...gateway, id, name: gateway.id }));

const LOOKS = {
  live: { word: 'Live', status: 'active' },
  draining: { word: 'Stopping', status: 'pending' },
  silent: { word: 'Silent', status: 'failed' },
};

interface GatewayListProps<Row> {
  title?: string;
  rows: Row[] | undefined;
  /** In place of the list. */
  error?: ReactNode;
  /** In place of the badge of the status, where it returns one. */
  badge?: (gateway: Row) => ReactNode;
  /** After the gateway and its status. */
  columns: Column<Row>[];
  /** At the end of each row. */
  action?: Column<Row>;
  skeletonRows: number;
  toCompact: (
    gateway: Row,
  ) => Pick<CompactRow, 'details' | 'actions'> & Pick<Partial<CompactRow>, 'note'>;
  /** Added to the hint when no gateway has reported. */
  hint?: string;
}

/** Gateways with their status, what they run on, and what a screen tells of them. */
export function GatewayList<Row extends GatewayRow>({
  title,
  rows,
  error,
  badge,
  columns,
  action,
  skeletonRows,
  toCompact,
  hint = '',
}: GatewayListProps<Row>) {
  const toBadge = (gateway: Row) => badge?.(gateway) ?? <StatusBadge {...LOOKS[gateway.status]} />;
  const all: Column<Row>[] = [
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
          primary={toBadge(gateway)}
          secondary={<RelativeTime iso={gateway.heartbeat_at} />}
        />
      ),
    },
    ...columns,
    { title: 'Exits', numeric: true, render: ({ exits }) => formatNumber(exits) },
    {
      title: 'Machine',
      grow: 2,
      render: ({ machine, version }) => (
        <StackedCell primary={machine} secondary={`Version ${version}`} />
      ),
    },
    ...(action ? [action] : []),
  ];
  return (
    <Panel title={title} flush>
      {error || (
        <ListRows<Row>
          label="Gateways"
          columns={all}
          rows={rows}
          skeletonRows={skeletonRows}
          tableFrom="(min-width: 1000px)"
          toCompact={(gateway) => ({
            name: `gateway ${gateway.name}`,
            title: gateway.name,
            lead: toBadge(gateway),
            note: <RelativeTime iso={gateway.heartbeat_at} />,
            ...toCompact(gateway),
          })}
          empty={
            <EmptyState
              icon="server"
              title="No gateway has reported yet"
              hint={`A gateway appears here within five seconds of its start.${hint}`}
            />
          }
        />
      )}
    </Panel>
  );
}
