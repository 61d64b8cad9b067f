import type { adminGetOrder } from '@/api/generated/admin-orders';
import { type AdminOrderResponse, OrderState, SaleKind } from '@/api/generated/api.schemas';
import { StatusBadge } from '@/components/format/status-badge';
import type { ListFilter } from '@/components/list-page/list-filters';
import { choiceField, numberField, pageField, textField } from '@/lib/list-search';
import { formatNaira } from '@/lib/money';
import { rangeSearch } from '@/lib/range-search';
import { PAGE_SIZES } from '@/lib/status-type-search';

export type Order = AdminOrderResponse;
export type OrderDetail = Awaited<ReturnType<typeof adminGetOrder>>['data']['order'];

export const KIND_LABELS: Record<SaleKind, string> = {
  purchase: 'Purchase',
  renewal: 'Renewal',
  traffic: 'Added traffic',
  place: 'Change of place',
  trial: 'Trial',
};

const STATE_LABELS: Record<OrderState, string> = {
  delivered: 'Delivered',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
};

export const orderSearch = {
  page: pageField,
  per_page: numberField(10, (size) => PAGE_SIZES.some((option) => option === size)),
  search: textField(),
  status: choiceField<OrderState | 'all'>(['all', ...Object.values(OrderState)], 'all'),
  kind: choiceField<SaleKind | 'all'>(['all', ...Object.values(SaleKind)], 'all'),
  ...rangeSearch(),
};

const toFilter = (name: string, label: string, all: string, labels: object): ListFilter => ({
  name,
  label,
  options: [
    { value: 'all', label: all },
    ...Object.entries(labels).map(([value, text]) => ({ value, label: text as string })),
  ],
  allValue: 'all',
});

export const STATUS_FILTER = toFilter('status', 'Status', 'All statuses', STATE_LABELS);
export const KIND_FILTER = toFilter('kind', 'Kind', 'All kinds', KIND_LABELS);

/** A refund of a part says how much. */
export const OrderStatus = ({ order: { status, refunded } }: { order: Order }) => (
  <StatusBadge
    status={status === 'delivered' ? status : 'refunded'}
    word={status === 'part_refunded' ? `${formatNaira(refunded)} refunded` : STATE_LABELS[status]}
  />
);

/** A trial has no price, and what is refunded as a whole has none left. */
export const isRefundable = ({ status, amount }: Order): boolean =>
  status !== 'refunded' && amount > 0;
