import { Button, Flex, Switch, Typography } from 'antd';
import { useState } from 'react';
import type { RoleResponse } from '@/api/generated/api.schemas';
import { useAdminListRoles, useAdminListStaff } from '@/api/generated/admin-staff';
import {
  useAdminGetTwoFactorRequirement,
  useAdminRequireTwoFactor,
} from '@/api/generated/admin-security';
import { TWO_FACTOR_SETUP_REQUIRED } from '@/api/api-error';
import { useOwnId } from '@/api/use-own-id';
import { ErrorState } from '@/components/feedback/error-state';
import { useMessage } from '@/components/feedback/use-message';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { ListRows } from '@/components/list-page/list-rows';
import { InviteStaff } from './invite-staff';
import { RoleForm } from './role-form';
import { RemoveRole, roleColumns, toCompactRole } from './role-list';
import { StaffDialog, staffColumns, toCompactMember, type Member, type Opened } from './staff-list';

const LABEL = 'Require two-factor authentication of all staff';

/** The setting that keeps staff without a second factor out of everything but its set-up. */
function RequireTwoFactor({ isOwnEnabled }: { isOwnEnabled: boolean }) {
  const message = useMessage();
  const query = useAdminGetTwoFactorRequirement({ query: { meta: { quiet: true } } });
  const save = useAdminRequireTwoFactor({
    mutation: {
      meta: { fallback: 'The setting could not be saved' },
      onSuccess: ({ data }) =>
        message.success(
          data.required
            ? 'Staff need two-factor authentication from now on.'
            : 'Two-factor authentication is optional again.',
        ),
    },
  });
  const isRequired = query.data?.data.required ?? false;
  return (
    <Flex gap="middle" align="flex-start" style={{ padding: 16 }}>
      <Switch
        aria-label={LABEL}
        checked={isRequired}
        loading={query.isPending || save.isPending}
        disabled={!query.data || (!isOwnEnabled && !isRequired)}
        onChange={(required) => save.mutate({ data: { required } })}
      />
      <Flex vertical>
        <Typography.Text strong>{LABEL}</Typography.Text>
        <Typography.Text type="secondary">
          {isOwnEnabled || isRequired
            ? 'Staff without it can only set it up, and nothing else until then.'
            : 'Turn on your own first, under Security.'}
        </Typography.Text>
      </Flex>
    </Flex>
  );
}

type Dialog =
  | { kind: 'invite' }
  | { kind: 'role'; role: RoleResponse | null }
  | { kind: 'remove-role'; role: RoleResponse }
  | ({ kind: 'member' } & Opened);

const EMPTY = <Typography.Text>Nobody yet.</Typography.Text>;

/** Who works in the back office, and what each role lets them do. */
export default function StaffPage() {
  const ownId = useOwnId();
  const staff = useAdminListStaff({ query: { meta: { quiet: true } } });
  const roles = useAdminListRoles({ query: { meta: { quiet: true } } });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const members = staff.data?.data;
  const allRoles = roles.data?.data;
  const failed = [staff, roles].find(({ isError }) => isError);
  const memberOptions = {
    ownId,
    onOpen: (opened: Opened) => setDialog({ kind: 'member', ...opened }),
  };
  const roleOptions = {
    onEdit: (role: RoleResponse) => setDialog({ kind: 'role', role }),
    onRemove: (role: RoleResponse) => setDialog({ kind: 'remove-role', role }),
  };
  return (
    <>
      <PageHeader
        title="Staff & roles"
        lead="Who works in the back office, and what each role lets them do"
        actionsBelow
        actions={
          <Button
            type="primary"
            aria-haspopup="dialog"
            disabled={!allRoles}
            onClick={() => setDialog({ kind: 'invite' })}
          >
            Invite staff
          </Button>
        }
      />
      {failed ? (
        <ErrorState
          title="Failed to load the staff"
          message={
            failed.error?.code === TWO_FACTOR_SETUP_REQUIRED
              ? 'Set up your own two-factor authentication first, under Security.'
              : (failed.error?.message ?? '')
          }
          requestId={failed.error?.requestId}
          onRetry={() => void Promise.all([staff.refetch(), roles.refetch()])}
        />
      ) : (
        <Flex vertical gap="middle">
          <Panel flush title="Staff">
            <RequireTwoFactor
              isOwnEnabled={members?.find(({ id }) => id === ownId)?.two_factor === true}
            />
            <ListRows<Member>
              label="Staff"
              rows={members}
              columns={staffColumns(memberOptions)}
              toCompact={toCompactMember(memberOptions)}
              tableFrom="(min-width: 1100px)"
              skeletonRows={3}
              empty={EMPTY}
            />
          </Panel>
          <Panel
            flush
            title="Roles"
            action={
              <Button
                aria-haspopup="dialog"
                onClick={() => setDialog({ kind: 'role', role: null })}
              >
                New role
              </Button>
            }
          >
            <ListRows<RoleResponse>
              label="Roles"
              rows={allRoles}
              columns={roleColumns(roleOptions)}
              toCompact={toCompactRole(roleOptions)}
              tableFrom="(min-width: 1100px)"
              skeletonRows={2}
              empty={EMPTY}
            />
          </Panel>
        </Flex>
      )}
      {dialog?.kind === 'invite' && <InviteStaff roles={allRoles ?? []} onClose={close} />}
      {dialog?.kind === 'role' && <RoleForm role={dialog.role} onClose={close} />}
      {dialog?.kind === 'remove-role' && <RemoveRole role={dialog.role} onClose={close} />}
      {dialog?.kind === 'member' && (
        <StaffDialog {...dialog} roles={allRoles ?? []} onClose={close} />
      )}
    </>
  );
}
