import { StatusBadge, type Tone } from '@/components/format/status-badge';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatUsd } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import {
  type NetworkHealth,
  costOfSoldGb,
  describeCountries,
  describeTargeting,
  endpointOf,
  type Network,
} from './networks';
import { Switch } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ActionMenu } from '@/components/ui/action-menu';
import { adminNetworkPath } from '@/lib/admin-paths';
import { capitalise } from '@/lib/text';
import { Link } from 'react-router-dom';
import { describeFailures, formatProviderGb, type NetworkUsage } from './network-usage';
import { describeBalance } from './providers';

type State = NetworkHealth['state'];

const LOOKS: Record<State, { status: string; tone?: Tone; word: string }> = {
  healthy: { status: 'active', word: 'Healthy' },
  degraded: { status: 'pending', word: 'Degraded' },
  down: { status: 'failed', word: 'Down' },
  unknown: { status: 'inactive', tone: 'neutral', word: 'Not tested yet' },
  disabled: { status: 'cancelled', word: 'Disabled' },
};

/** What staff have to know about the countries that are tested, in a few words. */
export function describeHealth({ countries }: NetworkHealth): string {
  const down = countries.filter(({ state }) => state === 'down');
  const failing = countries.find(({ last_error: error }) => error !== null);
  const elsewhere = countries.find(
    ({ country, country_found: found }) => country !== 'zz' && found !== null && found !== country,
  );
  if (down.length > 0 && down.length < countries.length)
    return `Down in ${formatNumber(down.length)} of ${formatNumber(countries.length)} tested countries`;
  if (failing?.last_error) return failing.last_error;
  if (elsewhere)
    return `${elsewhere.country_name} found in ${elsewhere.country_found?.toUpperCase()}`;
  const latencies = countries.flatMap(({ latency_ms: ms }) => (ms === null ? [] : [ms]));
  return latencies.length > 0
    ? `${formatNumber(Math.round(latencies.reduce((sum, ms) => sum + ms, 0) / latencies.length))} ms`
    : '';
}

export function NetworkHealthBadge({ health }: { health: NetworkHealth }) {
  return <StatusBadge {...LOOKS[health.state]} />;
}

/** The result of the tests that the worker runs; nothing while it is not known. */
export function NetworkHealthCell({ health }: { health: NetworkHealth | undefined }) {
  return (
    health && (
      <StackedCell
        primary={<NetworkHealthBadge health={health} />}
        secondary={health.state === 'disabled' ? '' : describeHealth(health)}
      />
    )
  );
}

const isDown = (health: NetworkHealth | undefined): boolean => health?.state === 'down';

/** What admins can do with a row; undefined for staff who may only read. */
export interface NetworkActions {
  onEdit: (network: Network) => void;
  onToggle: (network: Network) => void;
  onRemove: (network: Network) => void;
  /** Whether a change of it is on its way. */
  isPending: (id: number) => boolean;
}

/** Not green while the tests have it out of sale. */
const EnabledBadge = ({ enabled, isDown = false }: { enabled: boolean; isDown?: boolean }) =>
  enabled && isDown ? (
    <StatusBadge status="inactive" tone="neutral" word="Enabled" />
  ) : enabled ? (
    <StatusBadge status="active" word="Enabled" />
  ) : (
    <StatusBadge status="cancelled" word="Disabled" />
  );

/** For phones, where there is room for one. */
function StateBadge({ network, health }: { network: Network; health: NetworkHealth | undefined }) {
  return network.enabled && health ? (
    <NetworkHealthBadge health={health} />
  ) : (
    <EnabledBadge enabled={network.enabled} />
  );
}

const menuOf = (network: Network, { onEdit, onRemove }: NetworkActions) => [
  { label: 'Change', icon: <EditOutlined aria-hidden />, onSelect: () => onEdit(network) },
  {
    label: 'Remove',
    icon: <DeleteOutlined aria-hidden />,
    isDangerous: true,
    onSelect: () => onRemove(network),
  },
];

const costColumn: Column<Network> = {
  title: 'Cost per GB',
  grow: 1,
  numeric: true,
  render: ({ cost_usd_per_gb: cost, bytes_per_gb: bytes, precise_cost_factor: factor }) => {
    if (cost === null) return null;
    const sold = costOfSoldGb(cost, bytes);
    return (
      <StackedCell
        primary={formatUsd(sold)}
        secondary={factor && factor > 1 && `${formatUsd(sold * factor)} with a place`}
      />
    );
  },
};

export type UsageById = ReadonlyMap<number, NetworkUsage>;

const usageColumns = (usage: UsageById, health: HealthById): Column<Network>[] => [
  {
    title: 'This month',
    grow: 1,
    numeric: true,
    render: ({ id }) => {
      const own = usage.get(id);
      if (!own) return null;
      const { today, month } = own;
      return (
        <StackedCell
          primary={`${formatProviderGb(month.bytes)} GB, ${formatUsd(month.cost_usd)}`}
          secondary={`Today ${formatProviderGb(today.bytes)} GB, ${formatUsd(today.cost_usd)}`}
        />
      );
    },
  },
  {
    title: 'Failures',
    grow: 3,
    render: ({ id }) => {
      const own = usage.get(id);
      return (
        own && (
          <StackedCell
            primary={describeFailures(own, isDown(health.get(id)))}
            secondary={describeBalance(own) !== null && `${describeBalance(own)} at the provider`}
          />
        )
      );
    },
  },
];

export type HealthById = ReadonlyMap<number, NetworkHealth>;

/** @param names of the providers by dialect. */
export const getNetworkColumns = (
  names: ReadonlyMap<string, string>,
  health: HealthById,
  usage: UsageById,
  actions: NetworkActions | undefined,
): Column<Network>[] => [
  {
    title: 'Network',
    grow: 6,
    card: 'title',
    render: (network) => (
      <StackedCell
        primary={
          actions ? (
            <Link to={adminNetworkPath(network.id)}>
              <strong>{network.name}</strong>
            </Link>
          ) : (
            <strong>{network.name}</strong>
          )
        }
        secondary={[
          names.get(network.dialect) ?? network.dialect,
          network.kind,
          `${network.protocol.toUpperCase()} ${endpointOf(network)}`,
          network.username,
        ]
          .filter(Boolean)
          .join(', ')}
      />
    ),
  },
  {
    title: 'On sale',
    grow: 3,
    render: (network) => (
      <StackedCell
        primary={isDown(health.get(network.id)) ? 'Nothing while down' : describeCountries(network)}
        secondary={describeTargeting(network)}
      />
    ),
  },
  { title: 'Health', grow: 4, render: ({ id }) => <NetworkHealthCell health={health.get(id)} /> },
  { title: 'Weight', numeric: true, render: ({ weight }) => formatNumber(weight) },
  ...(actions ? [costColumn, ...usageColumns(usage, health)] : []),
  {
    title: 'Enabled',
    render: (network) =>
      actions ? (
        <Switch
          checked={network.enabled}
          loading={actions.isPending(network.id)}
          aria-label={`${network.name} enabled`}
          onChange={() => actions.onToggle(network)}
        />
      ) : (
        <EnabledBadge enabled={network.enabled} isDown={isDown(health.get(network.id))} />
      ),
  },
  ...(actions
    ? [
        {
          title: 'Action',
          card: 'foot' as const,
          render: (network: Network) => (
            <ActionMenu size={28} name={network.name} actions={menuOf(network, actions)} />
          ),
        },
      ]
    : []),
];

/** A network in two lines, for phones. */
export const toCompactNetwork =
  (names: ReadonlyMap<string, string>, health: HealthById, actions: NetworkActions | undefined) =>
  (network: Network): CompactRow => ({
    name: network.name,
    title: network.name,
    open: actions && adminNetworkPath(network.id),
    lead: <StateBadge network={network} health={health.get(network.id)} />,
    details: [
      names.get(network.dialect),
      capitalise(network.kind),
      describeCountries(network),
      network.cost_usd_per_gb !== null &&
        `${formatUsd(costOfSoldGb(network.cost_usd_per_gb, network.bytes_per_gb))} per GB`,
    ],
    actions: actions
      ? [
          {
            label: network.enabled ? 'Disable' : 'Enable',
            onSelect: () => actions.onToggle(network),
          },
          ...menuOf(network, actions),
        ]
      : [],
  });
