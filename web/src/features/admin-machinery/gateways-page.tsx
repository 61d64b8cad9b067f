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
import { ErrorState } from '@/components/feedback/error-state';
import { StatusBadge } from '@/components/format/status-badge';
import { GatewayList, toGatewayRows, type GatewayRow } from '@/components/gateways/gateway-list';
import { PageHeader } from '@/components/layout/page-header';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import { RowDialog } from './row-dialog';

type ApiGateway = Awaited<ReturnType<typeof listGatewayLoads>>['data']['gateways'][number];
type Gateway = Omit<ApiGateway, 'id'> & GatewayRow;

const EVERY_MS = 10_000;
const FAILED = 'Failed to load the gateways';

/** A gateway that staff drain is done when nothing is open any more. */
function toBadge({ status, drain_requested_at: drainedAt, connections }: Gateway) {
  if (status !== 'draining' || !drainedAt) return undefined;
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
  const gateways = query.data && toGatewayRows(query.data.data.gateways);
  const live = gateways?.filter(({ status }) => status === 'live') ?? [];
  return (
    <>
      <PageHeader title="Gateways" lead="What each carries at this moment." />
      <GatewayList<Gateway>
        rows={gateways}
        error={
          query.isError &&
          !gateways && <ErrorState {...failure(query, FAILED, 'Error Loading Data')} />
        }
        badge={toBadge}
        columns={[
          { title: 'Connections', numeric: true, render: connections },
          { title: 'Throughput', numeric: true, render: throughput },
        ]}
        action={{
          title: 'Action',
          card: 'foot',
          render: (gateway) => (
            <Button
              size="small"
              aria-label={`${verb(gateway)} ${gateway.name}`}
              onClick={() => setOpened(gateway)}
            >
              {verb(gateway)}
            </Button>
          ),
        }}
        skeletonRows={2}
        toCompact={(gateway) => ({
          details: [
            `${connections(gateway)} connections`,
            throughput(gateway),
            `Version ${gateway.version}`,
          ],
          actions: [{ label: verb(gateway), onSelect: () => setOpened(gateway) }],
        })}
      />
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
