import { Button } from 'antd';
import { DateTime } from '@/components/format/date-time';
import { Money } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { describeBonus, STATES, type Coupon } from './coupons';

const describeUses = ({ max_uses: most, per_customer: each }: Coupon): string =>
  `${most === null ? 'No limit' : `of ${formatNumber(most)}`}, ${each} per customer`;

export const getCouponColumns = (onEnd: (coupon: Coupon) => void): Column<Coupon>[] => [
  { title: 'Code', card: 'title', render: ({ code }) => <code>{code}</code> },
  { title: 'Status', render: ({ state }) => <StatusBadge status={state} {...STATES[state]} /> },
  {
    title: 'Adds',
    grow: 3,
    render: (coupon) => (
      <StackedCell
        primary={describeBonus(coupon)}
        secondary={
          coupon.minimum_topup > 0
            ? `Top-ups from ${formatNaira(coupon.minimum_topup)}`
            : 'Any top-up'
        }
      />
    ),
  },
  {
    title: 'Uses',
    grow: 3,
    render: (coupon) => (
      <StackedCell primary={formatNumber(coupon.uses)} secondary={describeUses(coupon)} />
    ),
  },
  { title: 'Cost so far', render: ({ granted }) => <Money amount={granted} /> },
  {
    title: 'Ends',
    render: ({ ends_at: end }) => (end === null ? 'No end' : <DateTime iso={end} />),
  },
  {
    title: 'Action',
    card: 'foot',
    render: (coupon) =>
      coupon.state === 'ended' ? null : (
        <Button
          size="small"
          danger
          aria-label={`End ${coupon.code}`}
          aria-haspopup="dialog"
          onClick={() => onEnd(coupon)}
        >
          End
        </Button>
      ),
  },
];
