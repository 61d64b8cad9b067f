import { Button, Flex, Table, Typography, type TableProps } from 'antd';
import { useState } from 'react';
import { TWO_FACTOR_SETUP_REQUIRED } from '@/api/api-error';
import {
  useAdminListStaffTwoFactor,
  useAdminResetTwoFactor,
  type adminListStaffTwoFactor,
} from '@/api/generated/hooks/admin-security/admin-security';
import { ErrorState } from '@/components/feedback/error-state';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { Dialog } from '@/components/ui/dialog';

type StaffMember = Awaited<ReturnType<typeof adminListStaffTwoFactor>>['data'][number];

function ResetDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const message = useMessage();
  const reset = useAdminResetTwoFactor({
    mutation: {
      meta: { fallback: 'Two-factor authentication could not be reset' },
      onSuccess: ({ message: text }) => {
        message.success(text);
        onClose();
      },
    },
  });
  return (
    <Dialog
      title={`Reset two-factor authentication of ${member.name}`}
      width={520}
      onClose={onClose}
    >
      <ReasonForm
        verb="Reset two-factor"
        consequence="Make sure that the request really comes from this person. They are signed out everywhere, sign in with only their password until they set it up again, and get an email about it."
        isDangerous
        isBusy={reset.isPending}
        onConfirm={(reason) => reset.mutate({ id: member.id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

const staffColumns = (
  ownId: number,
  onReset: (member: StaffMember) => void,
): TableProps<StaffMember>['columns'] => [
  {
    key: 'member',
    title: 'Name',
    render: (_, { name, email }) => (
      <Flex vertical>
        <Typography.Text strong>{name}</Typography.Text>
        <Typography.Text type="secondary">{email}</Typography.Text>
      </Flex>
    ),
  },
  {
    key: 'role',
    title: 'Role',
    responsive: ['sm'],
    render: (_, { role }) => <RoleBadge role={role} />,
  },
  {
    key: 'enabled',
    title: 'Two-factor',
    render: (_, { enabled }) => (
      <StatusBadge status={enabled ? 'active' : 'cancelled'} word={enabled ? 'On' : 'Off'} />
    ),
  },
  {
    key: 'reset',
    title: 'Actions',
    align: 'end',
    render: (_, member) =>
      member.enabled &&
      member.id !== ownId && (
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

/** Two-factor status of staff; an admin can reset it for others. */
export function StaffTwoFactor({ ownId }: { ownId: number }) {
  const [selected, setSelected] = useState<StaffMember | null>(null);
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
      <Table<StaffMember>
        rowKey="id"
        pagination={false}
        loading={query.isPending}
        columns={staffColumns(ownId, setSelected)}
        dataSource={query.data?.data}
      />
      {selected && <ResetDialog member={selected} onClose={() => setSelected(null)} />}
    </>
  );
}
