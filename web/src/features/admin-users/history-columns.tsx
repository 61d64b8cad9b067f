import { Button, Typography } from 'antd';
import type {
  adminUserPayments,
  adminUserPurchases,
  adminUserWallet,
} from '@/api/generated/hooks/admin-users/admin-users';
import { Country } from '@/components/format/country';
import { DateTime } from '@/components/format/date-time';
import { Money, SignedMoney } from '@/components/format/money';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge, type Tone } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
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

function HistoryStatus({ status }: { status: string }) {
  return (
    <StatusBadge status={status} tone={TONES[status] ?? 'neutral'} word={capitalise(status)} />
  );
}

const Reference = ({ text }: { text: string }) => (
  <Typography.Text code title={text}>
    {shortenReference(text)}
  </Typography.Text>
);

/** Delivered and not refunded yet. */
const isRefundable = ({ status }: Purchase): boolean => status === 'active' || status === 'expired';

export const purchaseColumns = (onRefund: (purchase: Purchase) => void): Column<Purchase>[] => [
  { key: 'id', title: 'ID', card: 'title', render: ({ id }) => `#${id}` },
  { key: 'type', title: 'Type', render: ({ type }) => capitalise(type) },
  { key: 'country', title: 'Country', render: ({ country }) => <Country code={country} /> },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'lead',
    render: ({ amount }) => <Money amount={amount} />,
  },
  { key: 'date', title: 'Date', render: ({ date }) => <DateTime iso={date} /> },
  { key: 'status', title: 'Status', render: ({ status }) => <HistoryStatus status={status} /> },
  {
    key: 'duration',
    title: 'Duration',
    numeric: true,
    render: ({ duration }) => `${duration} day${duration === 1 ? '' : 's'}`,
  },
  { key: 'proxies', title: 'Proxies', numeric: true, render: ({ proxies }) => proxies },
  {
    key: 'actions',
    title: 'Actions',
    card: 'foot',
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

export const paymentColumns: Column<Payment>[] = [
  { key: 'type', title: 'Type', card: 'title', render: ({ type }) => type },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'lead',
    render: ({ amount }) => <Money amount={amount} />,
  },
  { key: 'date', title: 'Date', render: ({ date }) => <DateTime iso={date} /> },
  { key: 'method', title: 'Method', render: ({ method }) => method },
  { key: 'status', title: 'Status', render: ({ status }) => <HistoryStatus status={status} /> },
  {
    key: 'reference',
    title: 'Reference',
    render: ({ reference }) => <Reference text={reference} />,
  },
];

export const walletColumns: Column<WalletEntry>[] = [
  {
    key: 'description',
    title: 'Description',
    card: 'title',
    render: ({ description }) => description,
  },
  { key: 'type', title: 'Type', render: ({ type }) => capitalise(type) },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'lead',
    render: ({ amount, type }) => <SignedMoney amount={amount} type={type} />,
  },
  {
    key: 'after',
    title: 'Balance after',
    numeric: true,
    render: ({ balance_after: after }) => <PrivateMoney amount={after} hidden="–" />,
  },
  { key: 'date', title: 'Date', render: ({ date }) => <DateTime iso={date} /> },
  {
    key: 'reference',
    title: 'Reference',
    render: ({ reference }) => <Reference text={reference} />,
  },
];
