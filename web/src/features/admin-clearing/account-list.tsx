import { Button } from 'antd';
import { useListAccountMonths } from '@/api/generated/admin-clearing';
import type { SystemAccountCode } from '@/api/generated/api.schemas';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { Dialog } from '@/components/ui/dialog';
import { ACCOUNT_TEXTS, type Account } from './clearing';
import { ExactMoney } from './exact-money';
import { failure } from '@/api/failures';

const FAILED = 'Failed to load the account';
const monthName = new Intl.DateTimeFormat('en-NG', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const getColumns = (open: (code: SystemAccountCode) => void): Column<Account>[] => [
  {
    title: 'Account',
    grow: 1,
    card: 'title',
    render: ({ code }) => (
      <StackedCell
        primary={
          <Button
            type="link"
            style={{ paddingInline: 0, height: 'auto' }}
            onClick={() => open(code)}
          >
            {ACCOUNT_TEXTS[code].label}
          </Button>
        }
        secondary={ACCOUNT_TEXTS[code].hint}
      />
    ),
  },
  {
    title: 'Balance',
    numeric: true,
    card: 'lead',
    render: ({ balance }) => <ExactMoney amount={balance} />,
  },
];

interface AccountListProps {
  accounts: readonly Account[] | undefined;
  onOpen: (code: SystemAccountCode) => void;
}

/** Balances of the shop's own accounts. */
export function AccountList({ accounts, onOpen }: AccountListProps) {
  return (
    <Panel title="Accounts" flush>
      <ListRows<Account>
        label="Accounts"
        columns={getColumns(onOpen)}
        rows={accounts}
        skeletonRows={9}
        toCompact={({ code, balance }) => ({
          name: ACCOUNT_TEXTS[code].label,
          title: ACCOUNT_TEXTS[code].label,
          open: () => onOpen(code),
          lead: <ExactMoney amount={balance} />,
          details: [ACCOUNT_TEXTS[code].hint],
          actions: [],
        })}
        empty={null}
      />
    </Panel>
  );
}

interface Month {
  id: number;
  month: string;
  increase: string;
  decrease: string;
  balance: string;
}

const monthColumns: Column<Month>[] = [
  {
    title: 'Month',
    card: 'title',
    render: ({ month }) => monthName.format(new Date(`${month}T00:00:00Z`)),
  },
  { title: 'Increase', numeric: true, render: ({ increase }) => <ExactMoney amount={increase} /> },
  { title: 'Decrease', numeric: true, render: ({ decrease }) => <ExactMoney amount={decrease} /> },
  {
    title: 'At the end',
    numeric: true,
    card: 'lead',
    render: ({ balance }) => <ExactMoney amount={balance} />,
  },
];

/** Statement of an account by month. */
export function AccountDialog({ code, onClose }: { code: SystemAccountCode; onClose: () => void }) {
  const query = useListAccountMonths(code, { query: { meta: { quiet: true } } });
  const months = query.data?.data.months.map((month, index) => ({ ...month, id: index + 1 }));
  return (
    <Dialog
      title={ACCOUNT_TEXTS[code].label}
      width={760}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {query.isError ? (
        <ErrorState {...failure(query, FAILED, 'Error Loading Data')} />
      ) : (
        <ListRows<Month>
          label="Months"
          columns={monthColumns}
          rows={months}
          skeletonRows={3}
          toCompact={({ month, increase, decrease, balance }) => ({
            name: month,
            title: monthName.format(new Date(`${month}T00:00:00Z`)),
            lead: <ExactMoney amount={balance} />,
            details: [
              <>
                + <ExactMoney amount={increase} />
              </>,
              <>
                − <ExactMoney amount={decrease} />
              </>,
            ],
            actions: [],
          })}
          empty={<EmptyState icon="list" title="No movements yet" />}
        />
      )}
    </Dialog>
  );
}
