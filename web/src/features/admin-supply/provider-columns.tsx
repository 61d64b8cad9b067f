import { Typography } from 'antd';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { formatNumber } from '@/lib/number';
import { formatUsd } from '@/lib/money';
import {
  describeAutomatic,
  describeBalance,
  describeMinimumStock,
  type KindsById,
  type Provider,
} from './providers';

export interface ProviderActions {
  buy: (provider: Provider) => void;
  purchases: (provider: Provider) => void;
  synchronize: (provider: Provider) => void;
  readBalance: (provider: Provider) => void;
  change: (provider: Provider) => void;
  remove: (provider: Provider) => void;
}

const StateBadge = ({ enabled, last_error: error }: Provider) =>
  !enabled ? (
    <StatusBadge status="cancelled" word="Disabled" />
  ) : error === null ? (
    <StatusBadge status="active" word="Enabled" />
  ) : (
    <StatusBadge status="failed" word="Failing" />
  );

function menuOf(provider: Provider, kinds: KindsById, actions: ProviderActions): MenuAction[] {
  const kind = kinds.get(provider.kind);
  const select = (key: keyof ProviderActions, label: string): MenuAction => ({
    label,
    onSelect: () => actions[key](provider),
  });
  return [
    ...(kind?.buys && provider.enabled ? [select('buy', 'Buy addresses')] : []),
    ...(kind?.buys ? [select('purchases', 'Purchases')] : []),
    ...(kind?.lists ? [select('synchronize', 'Synchronize stock')] : []),
    select('readBalance', 'Read the balance'),
    select('change', 'Change'),
    { ...select('remove', 'Remove'), isDangerous: true },
  ];
}

const describeSpent = ({ spent_usd: spent, monthly_budget_usd: budget }: Provider): string =>
  budget === null
    ? 'No budget'
    : `${formatUsd(Math.max(budget - spent, 0))} of ${formatUsd(budget)} left`;

export const getProviderColumns = (
  kinds: KindsById,
  actions: ProviderActions,
): Column<Provider>[] => [
  {
    title: 'Account',
    grow: 6,
    card: 'title',
    render: (provider) => (
      <StackedCell
        primary={<strong>{provider.name}</strong>}
        secondary={kinds.get(provider.kind)?.name ?? provider.kind}
      />
    ),
  },
  {
    title: 'Balance',
    grow: 2,
    numeric: true,
    render: (provider) => (
      <StackedCell
        primary={describeBalance(provider) ?? '–'}
        secondary={provider.balance_at && <RelativeTime iso={provider.balance_at} />}
      />
    ),
  },
  {
    title: 'Bought this month',
    grow: 1,
    numeric: true,
    render: (provider) => (
      <StackedCell primary={formatUsd(provider.spent_usd)} secondary={describeSpent(provider)} />
    ),
  },
  { title: 'In stock', numeric: true, render: ({ units }) => formatNumber(units) },
  {
    title: 'Minimum stock',
    grow: 1,
    render: (provider) => (
      <StackedCell
        primary={describeMinimumStock(provider) || '–'}
        secondary={provider.buys_automatically && describeAutomatic(provider)}
      />
    ),
  },
  {
    title: 'Status',
    grow: 6,
    card: 'lead',
    render: (provider) => (
      <StackedCell
        primary={<StateBadge {...provider} />}
        secondary={
          provider.last_error && (
            <Typography.Text type="danger" style={{ fontSize: 'inherit' }}>
              {provider.last_error}
            </Typography.Text>
          )
        }
      />
    ),
  },
  {
    title: 'Action',
    card: 'foot',
    render: (provider) => (
      <ActionMenu size={28} name={provider.name} actions={menuOf(provider, kinds, actions)} />
    ),
  },
];

/** An account in two lines, for phones. */
export const toCompactProvider =
  (kinds: KindsById, actions: ProviderActions) =>
  (provider: Provider): CompactRow => ({
    name: provider.name,
    title: provider.name,
    open: () => actions.change(provider),
    lead: <StateBadge {...provider} />,
    details: [
      provider.last_error,
      describeBalance(provider) !== null && `${describeBalance(provider)} left`,
      `${formatNumber(provider.units)} in stock`,
      describeMinimumStock(provider) && `Keeps ${describeMinimumStock(provider)}`,
    ],
    actions: menuOf(provider, kinds, actions),
  });
