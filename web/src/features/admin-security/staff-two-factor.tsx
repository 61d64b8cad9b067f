import { Button, Typography } from 'antd';
import { useState } from 'react';
import { TWO_FACTOR_SETUP_REQUIRED } from '@/api/api-error';
import {
  useAdminListStaffTwoFactor,
  useAdminResetTwoFactor,
  type adminListStaffTwoFactor,
} from '@/api/generated/admin-security';
import { ErrorState } from '@/components/feedback/error-state';
import { ReasonForm } from '@/components/form/reason-form';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { Dialog } from '@/components/ui/dialog';
import { outcome } from '@/api/outcome';
import { nameWithEmail } from '@/lib/text';

type StaffMember = Awaited<ReturnType<typeof adminListStaffTwoFactor>>['data'][number];

function ResetDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const reset = useAdminResetTwoFactor({
    mutation: outcome('Two-factor authentication could not be reset', onClose),
  });
  return (
    <Dialog
      title={`Reset two-factor authentication of ${member.name}`}
      width={520}
      onClose={onClose}
    >
      <ReasonForm
        verb="Reset two-factor"
        about={nameWithEmail(member)}
        consequence="Make sure that the request really comes from this person. They are signed out everywhere, sign in with only their password until they set it up again, and get an email about it."
        isDangerous
        isBusy={reset.isPending}
        onConfirm={(reason) => reset.mutate({ id: member.id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface Options {
  ownId: number;
  onReset: (member: StaffMember) => void;
}

const isResettable = ({ id, enabled }: StaffMember, ownId: number): boolean =>
  enabled && id !== ownId;

const TwoFactorStatus = ({ enabled }: { enabled: boolean }) => (
  <StatusBadge status={enabled ? 'active' : 'cancelled'} word={enabled ? 'On' : 'Off'} />
);

const staffColumns = ({ ownId, onReset }: Options): Column<StaffMember>[] => [
  {
    title: 'Name',
    grow: 1,
    render: ({ name, email }) => (
      <StackedCell primary={<strong>{name}</strong>} secondary={email} />
    ),
  },
  { title: 'Role', render: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Two-factor', render: ({ enabled }) => <TwoFactorStatus enabled={enabled} /> },
  {
    title: 'Actions',
    numeric: true,
    render: (member) =>
      isResettable(member, ownId) && (
        <Button
          danger
          size="small"
          aria-label={`Reset two-factor authentication of ${member.name}`}
          onClick={() => onReset(member)}
        >
          Reset
        </Button>
      ),
  },
];

const toCompactMember =
  ({ ownId, onReset }: Options) =>
  (member: StaffMember): CompactRow => ({
    name: member.name,
    title: member.name,
    lead: <TwoFactorStatus enabled={member.enabled} />,
    details: [member.email],
    note: <RoleBadge role={member.role} />,
    actions: isResettable(member, ownId)
      ? [{ label: 'Reset two-factor', isDangerous: true, onSelect: () => onReset(member) }]
      : [],
  });

/** Two-factor status of staff; an admin can reset it for others. */
export function StaffTwoFactor({ ownId }: { ownId: number }) {
  const [selected, setSelected] = useState<StaffMember | null>(null);
  const options = { ownId, onReset: setSelected };
  const query = useAdminListStaffTwoFactor({ query: { meta: { quiet: true } } });
  if (query.error?.code === TWO_FACTOR_SETUP_REQUIRED)
    return <Typography.Text>Set up your own first to see your colleagues.</Typography.Text>;
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load the staff"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <ListRows<StaffMember>
        label="Staff"
        rows={query.data?.data}
        columns={staffColumns(options)}
        toCompact={toCompactMember(options)}
        skeletonRows={3}
        empty={<Typography.Text>There are no other members of staff.</Typography.Text>}
      />
      {selected && <ResetDialog member={selected} onClose={() => setSelected(null)} />}
    </>
  );
}
