import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { Button, Card, Flex, Skeleton, Timeline, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { failure } from '@/api/failures';
import { useAdminGetOrder } from '@/api/generated/admin-orders';
import type { OrderEvent, OrderEventKind } from '@/api/generated/api.schemas';
import { useCan } from '@/api/use-can';
import { useOrderRefund } from '@/api/use-order-refund';
import { ErrorState } from '@/components/feedback/error-state';
import { Country } from '@/components/format/country';
import { DateTime } from '@/components/format/date-time';
import { Email } from '@/components/format/email';
import { Money, SignedMoney } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import columns from '@/components/layout/columns.module.css';
import { Facts } from '@/components/layout/facts';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import CompactRows, { type CompactRow } from '@/components/list-page/compact-rows';
import { RefundOrderDialog } from '@/components/orders/refund-order';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths, adminProxyPath, adminTransactionPath, adminUserPath } from '@/lib/admin-paths';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { readId } from '@/lib/url-params';
import { isRefundable, KIND_LABELS, type OrderDetail, OrderStatus } from './order';

const FAILED = 'Failed to load the order';

const EVENT_LABELS: Record<OrderEventKind, string> = {
  charged: 'Charged',
  delivered: 'Delivered',
  renewed: 'Renewed',
  traffic_added: 'Traffic added',
  moved: 'Moved',
  address_replaced: 'Address replaced',
  refunded: 'Refunded',
  refund_proposed: 'Refund proposed',
  refund_approved: 'Refund approved',
  refund_rejected: 'Refund rejected',
  refund_expired: 'Proposal expired',
  invoice: 'Invoice issued',
  credit_note: 'Credit note issued',
};

/** What money or goods came of; the rest is gray. */
const COLORS: Partial<Record<OrderEventKind, string>> = {
  ...{ delivered: 'green', renewed: 'green', traffic_added: 'green', moved: 'green' },
  ...{ refunded: 'red', refund_proposed: 'orange' },
};

function Event({ event: { at, kind, text, amount, actor, url } }: { event: OrderEvent }) {
  const label = EVENT_LABELS[kind];
  return (
    <Flex vertical style={{ overflowWrap: 'anywhere' }}>
      <Flex justify="space-between" gap="middle">
        <strong>
          {url ? (
            <Link to={url} style={{ textDecoration: 'underline' }}>
              {label}
            </Link>
          ) : (
            label
          )}
        </strong>
        {amount !== null && <Money amount={amount} />}
      </Flex>
      <span>{capitalise(text)}</span>
      <Typography.Text type="secondary">
        {actor && `${actor === 'system' ? 'Automatic' : actor} · `}
        <DateTime iso={at} />
      </Typography.Text>
    </Flex>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const { user, kind, type, amount, refunded, proxy_id: proxyId, reference } = order;
  return (
    <Facts
      style={{ background: 'var(--surface)', borderRadius: 'var(--radius)' }}
      items={[
        { label: 'Status', children: <OrderStatus order={order} /> },
        {
          label: 'Customer',
          children: (
            <Flex vertical>
              <Link to={adminUserPath(user.id)}>{user.name}</Link>
              <Email address={user.email} />
            </Flex>
          ),
        },
        { label: 'Kind', children: `${KIND_LABELS[kind]}, ${type}` },
        { label: 'Paid', children: <Money amount={amount} /> },
        ...(refunded > 0
          ? [
              { label: 'Refunded', children: <Money amount={refunded} /> },
              { label: 'Left', children: <Money amount={amount - refunded} /> },
            ]
          : []),
        { label: 'Location', children: <Country code={order.country} /> },
        ...(proxyId === null
          ? [{ label: 'Quantity', children: formatNumber(order.quantity) }]
          : [{ label: 'Proxy', children: <Link to={adminProxyPath(proxyId)}>#{proxyId}</Link> }]),
        ...(reference ? [{ label: 'Reference', children: <code>{reference}</code> }] : []),
        { label: 'Ordered', children: formatDateTime(order.created_at) },
      ]}
    />
  );
}

interface RowsPanelProps<Row> {
  title: string;
  rows: readonly Row[];
  toCompact: (row: Row) => Omit<CompactRow, 'name' | 'actions'>;
  /** Where there are no rows. */
  empty: string;
  foot?: ReactNode;
}

function RowsPanel<Row extends { id: number }>(props: RowsPanelProps<Row>) {
  const { title, rows, toCompact, empty, foot } = props;
  return (
    <Panel title={title} flush>
      {rows.length === 0 ? (
        <Typography.Text type="secondary" style={{ display: 'block', padding: 16 }}>
          {empty}
        </Typography.Text>
      ) : (
        <CompactRows<Row>
          label={title}
          rows={rows}
          toCompact={(row) => ({ name: `${row.id}`, actions: [], ...toCompact(row) })}
        />
      )}
      {foot}
    </Panel>
  );
}

function Screen({ order }: { order: OrderDetail }) {
  const can = useCan();
  const [isRefunding, setRefunding] = useState(false);
  const { id, proxies, proxy_count: count } = order;
  return (
    <>
      <PageHeader
        title={`Order #${id}`}
        lead={capitalise(order.description)}
        actions={
          can('refunds.propose') &&
          isRefundable(order) && (
            <Button danger aria-haspopup="dialog" onClick={() => setRefunding(true)}>
              Refund
            </Button>
          )
        }
      />
      <div className={columns.columns}>
        <Panel title="Timeline">
          <Timeline
            items={order.timeline.map((event, index) => ({
              key: index,
              color: COLORS[event.kind] ?? 'gray',
              content: <Event event={event} />,
            }))}
          />
        </Panel>
        <div className={columns.stack}>
          <OrderFacts order={order} />
          <RowsPanel
            title="Proxies"
            rows={proxies}
            empty="It has no proxies."
            toCompact={(proxy) => ({
              title: `#${proxy.id}`,
              open: adminProxyPath(proxy.id),
              lead: <StatusBadge status={proxy.status} />,
              details: [<Country key="country" code={proxy.country} />, proxy.ip],
              note: `Until ${formatDateTime(proxy.expires_at)}`,
            })}
            foot={
              count > proxies.length && (
                <Typography.Text type="secondary" style={{ display: 'block', padding: 16 }}>
                  and {formatNumber(count - proxies.length)} more
                </Typography.Text>
              )
            }
          />
          <RowsPanel
            title="Transactions"
            rows={order.transactions}
            empty="Nothing was charged."
            toCompact={({ id: transactionId, ...line }) => ({
              title: capitalise(line.description),
              open: adminTransactionPath(transactionId),
              lead: <SignedMoney amount={line.amount} type={line.type} status={line.status} />,
              details: [<code key="reference">{line.reference}</code>],
              note: formatDateTime(line.created_at),
            })}
          />
          <RowsPanel
            title="Invoices"
            rows={order.invoices}
            empty="The customer has issued none."
            toCompact={({ number, kind, amount, issued_at: at }) => ({
              title: number,
              lead: <Money amount={amount} />,
              details: [kind === 'invoice' ? 'Invoice' : 'Credit note'],
              note: formatDateTime(at),
            })}
          />
        </div>
      </div>
      {isRefunding && (
        <RefundOrderDialog
          id={id}
          user={order.user}
          useRefund={useOrderRefund}
          onEnd={() => setRefunding(false)}
        />
      )}
    </>
  );
}

/** Everything about one order: what happened, to which proxies, and what was paid. */
export default function OrderPage() {
  const id = readId(useParams().id ?? null);
  const query = useAdminGetOrder(id ?? 0, {
    query: { enabled: id !== null, meta: { quiet: true } },
  });
  const order = query.data?.data.order;
  return (
    <>
      <LinkButton
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        to={adminPaths.orders}
        style={{ marginInlineStart: -16 }}
      >
        Back to Orders
      </LinkButton>
      {order ? (
        <Screen key={order.id} order={order} />
      ) : (
        <>
          <PageHeader title={id === null ? 'Order' : `Order #${id}`} />
          <Card>
            {query.isError || id === null ? (
              <ErrorState {...failure(query, FAILED)} />
            ) : (
              <Skeleton active paragraph={{ rows: 8 }} />
            )}
          </Card>
        </>
      )}
    </>
  );
}
