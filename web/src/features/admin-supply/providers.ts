import type {
  adminListProviderKinds,
  adminListProviders,
  adminListPurchases,
} from '@/api/generated/admin-supply';
import type { SupplyPurchaseStatus } from '@/api/generated/api.schemas';
import type { Tone } from '@/components/format/status-badge';
import { countryName } from '@/lib/country';
import { pageField, textField } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { formatUsd } from '@/lib/money';
import { findsId } from './networks';

export type Provider = Awaited<ReturnType<typeof adminListProviders>>['data']['providers'][number];
export type Kind = Awaited<ReturnType<typeof adminListProviderKinds>>['data']['kinds'][number];
export type Purchase = Awaited<ReturnType<typeof adminListPurchases>>['data']['purchases'][number];
export type KindsById = ReadonlyMap<string, Kind>;

export const providerSearch = { page: pageField, search: textField() };

export const findProviders = (
  providers: readonly Provider[],
  kinds: KindsById,
  search: string,
): Provider[] => {
  const text = search.trim().toLowerCase();
  return providers.filter(
    ({ id, name, kind, note }) =>
      findsId(search, id) ??
      [name, kinds.get(kind)?.name ?? kind, note ?? ''].join(' ').toLowerCase().includes(text),
  );
};

const gigabytes = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

/** "$25.00", or "32.6 GB" where traffic is what is paid; null when it is not known. */
export const describeBalance = ({
  balance_usd: balance,
  left_gb: left,
}: Pick<Provider, 'balance_usd' | 'left_gb'>): string | null =>
  balance !== null ? formatUsd(balance) : left !== null ? `${gigabytes.format(left)} GB` : null;

/** "Bought automatically, $12.00 of $25.00 today". */
export const describeAutomatic = ({
  automatic_today_usd: today,
  daily_automatic_usd: limit,
}: Provider): string =>
  limit === null
    ? `Bought automatically, ${formatUsd(today)} today`
    : `Bought automatically, ${formatUsd(today)} of ${formatUsd(limit)} today`;

/** Germany 5, United States 20. */
export const describeMinimumStock = ({ minimum_stock: stock }: Provider): string =>
  Object.entries(stock)
    .map(([code, units]) => `${countryName(code)} ${formatNumber(units)}`)
    .sort()
    .join(', ');

export const PURCHASE_LOOKS: Record<
  SupplyPurchaseStatus,
  { status: string; word: string; tone?: Tone }
> = {
  open: { status: 'pending', word: 'In progress' },
  sent: { status: 'pending', word: 'In progress' },
  ordered: { status: 'pending', word: 'Ordered' },
  unknown: { status: 'failed', tone: 'waiting', word: 'Outcome unknown' },
  delivered: { status: 'active', word: 'Delivered' },
  failed: { status: 'failed', word: 'Failed' },
  not_bought: { status: 'cancelled', word: 'Not bought' },
};

/** What the state means for the money. */
export function explainPurchase({ status, kind, delivered, quantity, error }: Purchase): string {
  switch (status) {
    case 'open':
    case 'sent':
      return 'The provider is being asked.';
    case 'ordered':
      return kind === 'prolong'
        ? 'The provider took the order. The later end comes with its list.'
        : `The provider took the order. ${formatNumber(delivered)} of ${formatNumber(quantity)} are in stock so far.`;
    case 'unknown':
      return 'The provider did not answer, so it may have been paid. Its list is watched, and nothing is bought again before the outcome is known.';
    case 'delivered':
      return kind === 'prolong' ? 'The unit ends later now.' : 'Everything is in stock.';
    case 'failed':
      return error ?? 'The provider refused. Nothing was bought.';
    case 'not_bought':
      return 'Staff decided that it was not made.';
  }
}

/** "10 addresses in Germany", "203.0.113.7 prolonged". */
export const describePurchase = ({ kind, address, quantity, country }: Purchase): string =>
  kind === 'prolong'
    ? `${address ?? 'A unit'} prolonged`
    : `${formatNumber(quantity)} ${quantity === 1 ? 'address' : 'addresses'} in ${countryName(country)}`;

export const isPending = ({ status }: Purchase): boolean =>
  status === 'open' || status === 'sent' || status === 'ordered' || status === 'unknown';
