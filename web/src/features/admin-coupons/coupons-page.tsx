import { useAdminEndCoupon, useAdminListCoupons } from '@/api/generated/admin-payments';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import { type Coupon, couponSearch, describeBonus, STATES } from './coupons';
import { Button } from 'antd';
import { useState } from 'react';
import { ListPage } from '@/components/list-page/list-page';
import { useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { CreateCoupon } from './create-coupon';
import { outcome } from '@/api/outcome';
import { listFailure } from '@/api/failures';
import { DateTime } from '@/components/format/date-time';
import { Money } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { formatNaira } from '@/lib/money';

const describeUses = ({ max_uses: most, per_customer: each }: Coupon): string =>
  `${most === null ? 'No limit' : `of ${formatNumber(most)}`}, ${each} per customer`;

const getCouponColumns = (onEnd: (coupon: Coupon) => void): Column<Coupon>[] => [
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

export function EndCoupon({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const end = useAdminEndCoupon({
    mutation: outcome('The coupon could not be ended', onClose),
  });
  return (
    <Dialog title="End coupon" width={480} onClose={onClose}>
      <ReasonForm
        verb={`End ${coupon.code}`}
        about={`${coupon.code}, used ${formatNumber(coupon.uses)} ${coupon.uses === 1 ? 'time' : 'times'}`}
        consequence="No top-up can be started with it any more. Those that were started keep their bonus. It cannot be undone."
        isDangerous
        isBusy={end.isPending}
        onConfirm={(reason) => end.mutate({ id: coupon.id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

const FAILED = 'Failed to load the coupons';

/** Codes that add to top-ups, with what each has cost. */
export default function CouponsPage() {
  const search = useListSearch(couponSearch);
  const { page, search: text } = search.values;
  const query = useAdminListCoupons(
    { page, search: text || undefined },
    { query: { meta: { quiet: true }, placeholderData: (previous) => previous } },
  );
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<Coupon | null>(null);
  const data = query.data?.data;
  return (
    <ListPage<Coupon, typeof search.values>
      title="Coupons"
      actions={
        <>
          <Button type="primary" aria-haspopup="dialog" onClick={() => setCreating(true)}>
            New coupon
          </Button>
        </>
      }
      actionsBelow
      refreshable
      label="Coupons"
      search={search}
      searchLabel="Search coupons"
      searchPlaceholder="Search by code"
      query={query}
      rows={data?.coupons}
      pagination={data?.pagination}
      columns={getCouponColumns(setEnding)}
      skeletonRows={3}
      empty={{
        icon: 'wallet',
        title: 'No coupons yet',
        hint: 'A code adds a percentage or an amount to a top-up, at the expense of the shop.',
      }}
      emptyFiltered="No coupons found matching your search criteria."
      error={listFailure(FAILED)}
    >
      {isCreating && <CreateCoupon onClose={() => setCreating(false)} />}
      {ending && <EndCoupon coupon={ending} onClose={() => setEnding(null)} />}
    </ListPage>
  );
}
