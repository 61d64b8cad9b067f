import { Typography } from 'antd';
import {
  useAdminChangeStaffRole,
  useAdminRemoveStaff,
  useAdminResendInvitation,
} from '@/api/generated/admin-staff';
import { useAdminResetTwoFactor } from '@/api/generated/admin-security';
import type { RoleResponse, StaffMemberData } from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { FormActions } from '@/components/form/form-actions';
import { ReasonForm } from '@/components/form/reason-form';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge, type Tone } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { Dialog } from '@/components/ui/dialog';
import { nameWithEmail } from '@/lib/text';
import { RoleChoice } from './invite-staff';

export type Member = StaffMemberData;
type Action = 'change-role' | 'resend' | 'reset-two-factor' | 'remove';
export interface Opened {
  member: Member;
  action: Action;
}

interface Options {
  ownId: number | null;
  onOpen: (opened: Opened) => void;
}

const LABELS: Record<Action, string> = {
  'change-role': 'Change role',
  resend: 'Send invitation again',
  'reset-two-factor': 'Reset two-factor',
  remove: 'Remove',
};

const INVITED: Record<string, [word: string, tone: Tone]> = {
  sent: ['Invited', 'waiting'],
  expired: ['Invitation expired', 'bad'],
  awaits_approval: ['Waits for approval', 'waiting'],
};

/** Nobody changes themselves. */
function actionsFor(
  { id, invitation, two_factor: hasFactor }: Member,
  ownId: number | null,
): Action[] {
  if (id === ownId) return [];
  if (invitation) return invitation.state === 'awaits_approval' ? ['remove'] : ['resend', 'remove'];
  return ['change-role', ...(hasFactor ? (['reset-two-factor'] as const) : []), 'remove'];
}

const toMenu = (member: Member, { ownId, onOpen }: Options): MenuAction[] =>
  actionsFor(member, ownId).map((action) => ({
    label: LABELS[action],
    isDangerous: action === 'remove' || action === 'reset-two-factor',
    onSelect: () => onOpen({ member, action }),
  }));

function Status({ member: { status, invitation } }: { member: Member }) {
  const [word, tone] = (invitation && INVITED[invitation.state]) ?? [];
  return <StatusBadge status={invitation ? 'pending' : status} word={word} tone={tone} />;
}

const TwoFactor = ({ isOn }: { isOn: boolean }) => (
  <StatusBadge status={isOn ? 'active' : 'cancelled'} word={isOn ? 'On' : 'Off'} />
);

const nameRole = ({ role_name: name, role_removed: isRemoved }: Member): string =>
  isRemoved ? `${name} (removed)` : name;

const lastSignIn = ({ last_sign_in_at: at }: Member) =>
  at === null ? 'Never' : <RelativeTime iso={at} />;

export const staffColumns = (options: Options): Column<Member>[] => [
  {
    title: 'Name',
    grow: 3,
    render: ({ name, email }) => (
      <StackedCell primary={<strong>{name}</strong>} secondary={email} />
    ),
  },
  { title: 'Role', grow: 1, render: nameRole },
  { title: 'Status', render: (member) => <Status member={member} /> },
  { title: 'Two-factor', render: ({ two_factor: isOn }) => <TwoFactor isOn={isOn} /> },
  { title: 'Last sign-in', render: lastSignIn },
  {
    title: 'Actions',
    numeric: true,
    render: (member) => {
      const actions = toMenu(member, options);
      return actions.length > 0 && <ActionMenu size={32} name={member.name} actions={actions} />;
    },
  },
];

export const toCompactMember =
  (options: Options) =>
  (member: Member): CompactRow => ({
    name: member.name,
    title: member.name,
    lead: <Status member={member} />,
    details: [member.email, `Two-factor ${member.two_factor ? 'on' : 'off'}`],
    note: nameRole(member),
    actions: toMenu(member, options),
  });

interface MemberProps {
  member: Member;
  onClose: () => void;
}

function ChangeRole({ member, roles, onClose }: MemberProps & { roles: readonly RoleResponse[] }) {
  const change = useAdminChangeStaffRole({
    mutation: outcome('The role could not be changed', onClose),
  });
  return (
    <RoleChoice
      label="Change role"
      roles={roles.filter(({ id }) => id !== member.role_id)}
      verb="Change role"
      busy="Changing..."
      isBusy={change.isPending}
      errors={change.error?.fieldErrors}
      onSubmit={({ role_id }) => change.mutate({ id: member.id, data: { role_id } })}
      onCancel={onClose}
    >
      <Typography.Paragraph>
        {nameWithEmail(member)} has the role {nameRole(member)}. The change ends their sessions.
      </Typography.Paragraph>
    </RoleChoice>
  );
}

function Resend({ member, onClose }: MemberProps) {
  const resend = useAdminResendInvitation({
    mutation: outcome('The invitation could not be sent', onClose),
  });
  return (
    <>
      <Typography.Paragraph>
        A new link goes to {member.email} and works for 72 hours. The link of the earlier email
        stops working.
      </Typography.Paragraph>
      <FormActions
        onCancel={onClose}
        onConfirm={() => resend.mutate({ id: member.id })}
        isBusy={resend.isPending}
        busy="Sending..."
      >
        Send invitation
      </FormActions>
    </>
  );
}

function Remove({ member, onClose }: MemberProps) {
  const remove = useAdminRemoveStaff({
    mutation: outcome('The account could not be removed', onClose),
  });
  return (
    <>
      <Typography.Paragraph>
        {member.invitation
          ? `The invitation of ${member.email} stops working.`
          : `The account of ${nameWithEmail(member)} is closed and signed out at once. What it did stays in the audit trail. It cannot be undone.`}
      </Typography.Paragraph>
      <FormActions
        danger
        onCancel={onClose}
        onConfirm={() => remove.mutate({ id: member.id })}
        isBusy={remove.isPending}
        busy="Removing..."
      >
        Remove
      </FormActions>
    </>
  );
}

function ResetTwoFactor({ member, onClose }: MemberProps) {
  const reset = useAdminResetTwoFactor({
    mutation: outcome('Two-factor authentication could not be reset', onClose),
  });
  return (
    <ReasonForm
      verb="Reset two-factor"
      about={nameWithEmail(member)}
      consequence="Make sure that the request really comes from this person. They are signed out everywhere, sign in with only their password until they set it up again, and get an email about it."
      isDangerous
      isBusy={reset.isPending}
      onConfirm={(reason) => reset.mutate({ id: member.id, data: { reason } })}
      onCancel={onClose}
    />
  );
}

const CONTENT = { resend: Resend, 'reset-two-factor': ResetTwoFactor, remove: Remove };

const TITLES: Record<Action, (member: Member) => string> = {
  'change-role': ({ name }) => `Change the role of ${name}`,
  resend: ({ email }) => `Send the invitation to ${email} again`,
  'reset-two-factor': ({ name }) => `Reset two-factor authentication of ${name}`,
  remove: ({ name }) => `Remove ${name}`,
};

export function StaffDialog({
  member,
  action,
  roles,
  onClose,
}: Opened & { roles: readonly RoleResponse[]; onClose: () => void }) {
  const Content = action === 'change-role' ? null : CONTENT[action];
  return (
    <Dialog title={TITLES[action](member)} width={520} onClose={onClose}>
      {Content ? (
        <Content member={member} onClose={onClose} />
      ) : (
        <ChangeRole member={member} roles={roles} onClose={onClose} />
      )}
    </Dialog>
  );
}
