import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { Button, Typography } from 'antd';
import type {
  adminUserPayments,
  adminUserPurchases,
  adminUserWallet,
} from '@/api/generated/admin-users';
import type { Can } from '@/api/use-can';
import { Country } from '@/components/format/country';
import { DateTime } from '@/components/format/date-time';
import { Money, SignedMoney } from '@/components/format/money';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge, type Tone } from '@/components/format/status-badge';
import { OrderLink } from '@/components/orders/order-link';
import { ReversedBadge } from '@/components/transactions/reversals';
import { adminOrderPath, adminTransactionPath } from '@/lib/admin-paths';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { countryName } from '@/lib/country';
import { formatDate, formatDateTime } from '@/lib/date';
import { capitalise, shortenReference } from '@/lib/text';

type Data<F extends (...args: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<F>
>['data'];
export type Purchase = Data<typeof adminUserPurchases>['purchases'][number];
export type Payment = Data<typeof adminUserPayments>['payments'][number];
export type WalletEntry = Data<typeof adminUserWallet>['wallet'][number];

/** Active and completed green, expired and failed red, pending yellow, anything else grey. */
const TONES: Record<string, Tone> = {
  active: 'good',
  completed: 'good',
  expired: 'bad',
  failed: 'bad',
  pending: 'waiting',
};

/** What was refunded or charged back later in place of the status. */
function HistoryStatus({ row }: { row: Purchase | Payment }) {
  const { status, type }: { status: string; type: string } = row;
  const tone = type === 'Chargeback' || type === 'Debt' ? 'neutral' : TONES[status];
  return (
    <ReversedBadge of={row} toPath={({ id }) => adminTransactionPath(id)}>
      <StatusBadge status={status} tone={tone ?? 'neutral'} word={capitalise(status)} />
    </ReversedBadge>
  );
}

const Reference = ({ text }: { text: string }) => (
  <Typography.Text code title={text}>
    {shortenReference(text)}
  </Typography.Text>
);

const isRefundable = ({ status, amount }: Purchase): boolean =>
  status !== 'refunded' && amount !== 0;

const formatDays = (days: number): string => `${days} day${days === 1 ? '' : 's'}`;

export const purchaseColumns = (
  onRefund: (purchase: Purchase) => void,
  can: Can,
): Column<Purchase>[] => [
  { title: 'ID', render: ({ id }) => <OrderLink id={id} can={can} /> },
  { title: 'Type', render: ({ type }) => capitalise(type) },
  { title: 'Country', grow: 1, render: ({ country }) => <Country code={country} /> },
  { title: 'Amount', numeric: true, render: ({ amount }) => <Money amount={amount} /> },
  { title: 'Date', render: ({ date }) => <DateTime iso={date} /> },
  { title: 'Status', render: (row) => <HistoryStatus row={row} /> },
  { title: 'Duration', numeric: true, render: ({ duration }) => formatDays(duration) },
  { title: 'Proxies', numeric: true, render: ({ proxies }) => proxies },
  {
    title: 'Actions',
    render: (purchase) =>
      isRefundable(purchase) && (
        <Button
          size="small"
          aria-label={`Refund order ${purchase.id}`}
          onClick={() => onRefund(purchase)}
        >
          Refund
        </Button>
      ),
  },
];

export const toCompactPurchase =
  (onRefund: (purchase: Purchase) => void, can: Can) =>
  (purchase: Purchase): CompactRow => ({
    name: `order ${purchase.id}`,
    title: `#${purchase.id} ${capitalise(purchase.type)}, ${countryName(purchase.country)}`,
    open: can('orders.read') ? adminOrderPath(purchase.id) : undefined,
    lead: <Money amount={purchase.amount} />,
    details: [
      formatDate(purchase.date),
      formatDays(purchase.duration),
      `${purchase.proxies} ${purchase.proxies === 1 ? 'proxy' : 'proxies'}`,
    ],
    note: <HistoryStatus row={purchase} />,
    actions: isRefundable(purchase)
      ? [
          {
            label: 'Refund',
            icon: <UndoOutlined aria-hidden />,
            onSelect: () => onRefund(purchase),
          },
        ]
      : [],
  });

export const paymentColumns: Column<Payment>[] = [
  { title: 'Type', grow: 1, render: ({ type }) => type },
  { title: 'Amount', numeric: true, render: ({ amount }) => <Money amount={amount} /> },
  { title: 'Date', render: ({ date }) => <DateTime iso={date} /> },
  { title: 'Method', render: ({ method }) => method },
  { title: 'Status', render: (row) => <HistoryStatus row={row} /> },
  { title: 'Reference', render: ({ reference }) => <Reference text={reference} /> },
];

export const toCompactPayment = (payment: Payment): CompactRow => ({
  name: payment.reference,
  title: payment.type,
  lead: <Money amount={payment.amount} />,
  details: [
    formatDateTime(payment.date),
    payment.method,
    <Reference key="reference" text={payment.reference} />,
  ],
  note: <HistoryStatus row={payment} />,
  actions: [],
});

export const walletColumns: Column<WalletEntry>[] = [
  { title: 'Description', grow: 1, render: ({ description }) => description },
  { title: 'Type', render: ({ type }) => capitalise(type) },
  {
    title: 'Amount',
    numeric: true,
    render: ({ amount, type }) => <SignedMoney amount={amount} type={type} />,
  },
  {
    title: 'Balance after',
    numeric: true,
    render: ({ balance_after: after, is_archived: isArchived }) => (
      <PrivateMoney amount={after} hidden={isArchived ? 'Archived' : '–'} />
    ),
  },
  { title: 'Date', render: ({ date }) => <DateTime iso={date} /> },
  { title: 'Reference', render: ({ reference }) => <Reference text={reference} /> },
];

export const toCompactEntry = (entry: WalletEntry): CompactRow => ({
  name: entry.reference,
  title: entry.description,
  lead: <SignedMoney amount={entry.amount} type={entry.type} />,
  details: [formatDateTime(entry.date), <Reference key="reference" text={entry.reference} />],
  note: (
    <>
      Balance{' '}
      <PrivateMoney amount={entry.balance_after} hidden={entry.is_archived ? 'Archived' : '–'} />
    </>
  ),
  actions: [],
});
