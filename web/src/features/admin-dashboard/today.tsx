import { Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useCanOpen } from '@/api/use-can';
import type { QueueItemId } from '@/api/generated/api.schemas';
import { Money } from '@/components/format/money';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths, attentionPath } from '@/lib/admin-paths';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import type { DashboardData } from './dashboard';

type Today = NonNullable<DashboardData['today']>;

const compare = (
  { yesterday, last_week: lastWeek }: Today['sold'],
  format: (value: number) => string,
): string => `${format(yesterday)} yesterday, ${format(lastWeek)} a week ago`;

/** How the shop earns today, and whether what it owes to wallets is there. */
export function TodayCards({ today }: { today: DashboardData['today'] }) {
  if (!today) return null;
  const { sold, orders, topped_up: toppedUp, customers, profit } = today;
  const many = (count: number, word: string) =>
    `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;
  return (
    <section aria-label="Today">
      <StatisticCards
        cards={[
          {
            label: 'Sold today',
            value: <Money amount={sold.today} />,
            note: `${many(orders.today, 'order')}; ${compare(sold, formatNaira)} by now`,
          },
          {
            label: 'Topped up today',
            value: <Money amount={toppedUp.today} />,
            note: `${many(customers.today, 'new customer')}; ${compare(toppedUp, formatNaira)} by now`,
          },
          {
            label: 'Profit today',
            value: <Money amount={profit} />,
            note: (
              <Link
                to={`${adminPaths.reports}?tab=profit&period=today`}
                style={{ textDecoration: 'underline' }}
              >
                What it is made of
              </Link>
            ),
          },
          {
            label: 'Owed to wallets',
            value: <Money amount={today.wallets} />,
            note: `${formatNaira(today.provider)} with the payment provider, ${formatNaira(today.bank)} paid out to the bank`,
          },
        ]}
      />
    </section>
  );
}

const WORK: Record<QueueItemId, { to: string; words: [one: string, many: string] }> = {
  approvals: { to: adminPaths.approvals, words: ['proposal to approve', 'proposals to approve'] },
  payments: {
    to: attentionPath('needs_decision'),
    words: ['payment to decide', 'payments to decide'],
  },
  tickets: { to: adminPaths.support, words: ['ticket to answer', 'tickets to answer'] },
};

/** What waits for somebody, each a link to exactly that. */
export function QueueOfWork({ queue }: { queue: DashboardData['queue'] }) {
  const canOpen = useCanOpen();
  if (queue.length === 0) return null;
  return (
    <Flex gap="small" wrap align="baseline" style={{ marginBottom: 16 }}>
      <Typography.Text type="secondary">To do</Typography.Text>
      {queue.map(({ id, count }) => {
        const { to, words } = WORK[id];
        const text = `${formatNumber(count)} ${words[count === 1 ? 0 : 1]}`;
        return canOpen(to) ? (
          <LinkButton key={id} size="small" to={to}>
            {text}
          </LinkButton>
        ) : (
          <span key={id}>{text}</span>
        );
      })}
    </Flex>
  );
}
