import { failure } from '@/api/failures';
import { ErrorState } from '@/components/feedback/error-state';
import { GatewayList as SharedList } from '@/components/gateways/gateway-list';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNumber } from '@/lib/number';
import { gatewayPorts } from './exits';
import { useGateways } from './use-gateways';

/** The gateways that have reported in the last 30 days. */
export function GatewayList() {
  const { gateways, ...query } = useGateways();
  return (
    <SharedList
      title="Gateways"
      rows={gateways}
      error={
        query.isError && (
          <ErrorState {...failure(query, 'Failed to load the gateways', 'Error Loading Data')} />
        )
      }
      columns={[
        {
          title: 'Customers connect to',
          grow: 3,
          render: (gateway) => (
            <StackedCell
              primary={<code>{gateway.public_host}</code>}
              secondary={gatewayPorts(gateway)}
            />
          ),
        },
      ]}
      skeletonRows={1}
      toCompact={(gateway) => ({
        details: [
          gateway.public_host,
          gatewayPorts(gateway),
          `Region ${gateway.region}`,
          `Version ${gateway.version}`,
        ],
        note: `${formatNumber(gateway.exits)} exits`,
        actions: [],
      })}
      hint=" Proxies work only while one runs."
    />
  );
}
