import { Button, Flex, Tag, Form, Input, Typography } from 'antd';
import {
  useInviteMember,
  useRevokeInvitation,
  useChangeMember,
  useLeaveTeam,
  useRemoveMember,
  useGetTeam,
} from '@/api/generated/team';
import { notify } from '@/components/feedback/notify';
import { Money } from '@/components/format/money';
import { formatDate } from '@/lib/date';
import styles from '@/features/profile/profile.module.css';
import {
  toRoleLabel,
  type Invitation,
  EMPTY_RIGHTS,
  toRights,
  type RightsValues,
  RightsFields,
  toRightsValues,
  type TeamMember,
  MAX_MEMBERS,
} from './rights-fields';
import { FormActions } from '@/components/form/form-actions';
import { AppForm } from '@/components/form/app-form';
import { emailRule } from '@/components/form/email-rule';
import { Dialog } from '@/components/ui/dialog';
import { useState } from 'react';
import type { SessionTeam } from '@/api/session';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';

/** An invitation that was not accepted yet. Sending it again makes a new link and ends the earlier one. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, daily_limit, monthly_limit } = invitation;
  const send = useInviteMember({
    mutation: {
      meta: { fallback: 'Failed to send the invitation' },
      onSuccess: ({ message }) => notify.success(message ?? 'The invitation was sent.'),
    },
  });
  const revoke = useRevokeInvitation({
    mutation: {
      meta: { fallback: 'Failed to revoke the invitation' },
      onSuccess: ({ message }) => notify.success(message),
    },
  });
  const isBusy = send.isPending || revoke.isPending;
  return (
    <li className={styles.row}>
      <span className={styles.details}>
        <span>
          <strong>{email}</strong> <Tag>{toRoleLabel(role)}</Tag>
        </span>
        <span className={styles.meta}>
          Sent {formatDate(invitation.created_at)} · works until {formatDate(invitation.expires_at)}
          {daily_limit !== null && (
            <>
              {' '}
              · <Money amount={daily_limit} /> a day
            </>
          )}
          {monthly_limit !== null && (
            <>
              {' '}
              · <Money amount={monthly_limit} /> a month
            </>
          )}
        </span>
      </span>
      <Flex gap="small">
        <Button
          disabled={isBusy}
          onClick={() => send.mutate({ data: { email, role, daily_limit, monthly_limit } })}
        >
          Send again<span className="visually-hidden"> to {email}</span>
        </Button>
        <Button danger disabled={isBusy} onClick={() => revoke.mutate({ id })}>
          Revoke<span className="visually-hidden"> the invitation of {email}</span>
        </Button>
      </Flex>
    </li>
  );
}

interface InviteValues extends RightsValues {
  email: string;
}

const EMAIL_RULES = [
  { required: true, message: 'Enter an email address' },
  emailRule('Enter a valid email address'),
];

export function InviteMember({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<InviteValues>();
  const invite = useInviteMember({
    mutation: {
      meta: { fallback: 'Failed to send the invitation' },
      onSuccess: notify.thenGoOn(onClose, 'The invitation was sent.'),
    },
  });
  return (
    <Dialog title="Invite a member" width={520} onClose={onClose}>
      <AppForm<InviteValues>
        form={form}
        label="Invite a member"
        initialValues={{ email: '', ...EMPTY_RIGHTS }}
        serverErrors={invite.error?.fieldErrors}
        onSubmit={({ email, ...rights }) => {
          if (!invite.isPending) invite.mutate({ data: { email, ...toRights(rights) } });
        }}
      >
        <Form.Item
          name="email"
          label="Email address"
          required
          rules={EMAIL_RULES}
          extra="They sign in with this address and a password of their own."
        >
          <Input type="email" autoFocus autoComplete="off" maxLength={254} />
        </Form.Item>
        <RightsFields />
        <FormActions onCancel={onClose} isBusy={invite.isPending} busy="Sending...">
          Send invitation
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

export function EditMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [form] = Form.useForm<RightsValues>();
  const change = useChangeMember({
    mutation: {
      meta: { fallback: 'Failed to change the member' },
      onSuccess: notify.thenGoOn(onClose),
    },
  });
  return (
    <Dialog title={`Role and limits of ${member.name}`} width={520} onClose={onClose}>
      <AppForm<RightsValues>
        form={form}
        label="Role and limits"
        initialValues={toRightsValues(member)}
        serverErrors={change.error?.fieldErrors}
        onSubmit={(values) => {
          if (!change.isPending) change.mutate({ id: member.id, data: toRights(values) });
        }}
      >
        <RightsFields />
        <FormActions onCancel={onClose} isBusy={change.isPending} busy="Saving...">
          Save
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

function Spent({ spent, limit, when }: { spent: number; limit: number | null; when: string }) {
  return (
    <>
      <Money amount={spent} />{' '}
      {limit !== null && (
        <>
          of <Money amount={limit} />{' '}
        </>
      )}
      spent {when}
    </>
  );
}

interface MemberRowProps {
  member: TeamMember;
  onEdit: () => void;
  onRemove: () => void;
}

export function MemberRow({ member, onEdit, onRemove }: MemberRowProps) {
  const { name, email, role } = member;
  return (
    <li className={styles.row}>
      <span className={styles.details}>
        <span>
          <strong dir="auto">{name}</strong> <Tag>{toRoleLabel(role)}</Tag>
        </span>
        <span className={styles.meta}>
          {email} · joined {formatDate(member.joined_at)}
        </span>
        {(role === 'buyer' || member.spent_this_month > 0) && (
          <span className={styles.meta}>
            <Spent spent={member.spent_today} limit={member.daily_limit} when="today" /> ·{' '}
            <Spent spent={member.spent_this_month} limit={member.monthly_limit} when="this month" />
          </span>
        )}
      </span>
      <Flex gap="small">
        <Button aria-haspopup="dialog" onClick={onEdit}>
          Change<span className="visually-hidden"> {name}</span>
        </Button>
        <Button danger aria-haspopup="dialog" onClick={onRemove}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </Flex>
    </li>
  );
}

const MAY: Record<SessionTeam['role'], string> = {
  buyer:
    'You see their proxies, usage and wallet, buy and renew from the wallet within the limits set for you, and configure proxies.',
  viewer: 'You see their proxies, usage and wallet, without passwords, and change nothing.',
};

/** What a member sees in the place of the team. */
export function Membership({ team }: { team: SessionTeam }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = useLeaveTeam({
    mutation: {
      meta: { fallback: 'Failed to leave the team' },
      onSuccess: notify.thenGoOn(() => setLeaving(false)),
    },
  });
  return (
    <>
      <p className={styles.lead}>
        You act for <strong dir="auto">{team.owner_name}</strong>. {MAY[team.role]} This profile,
        its password and its sign-ins are your own.
      </p>
      <Button danger aria-haspopup="dialog" onClick={() => setLeaving(true)}>
        Leave the team
      </Button>
      {isLeaving && (
        <ConfirmDialog
          title="Leave the team?"
          confirm="Leave the team"
          busy="Leaving..."
          keep="Stay"
          isBusy={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={() => setLeaving(false)}
        >
          <Typography.Paragraph>
            You can no longer act for <bdi>{team.owner_name}</bdi>, and see your own account, with a
            wallet of its own. Only a new invitation brings you back.
          </Typography.Paragraph>
        </ConfirmDialog>
      )}
    </>
  );
}

export function RemoveMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const remove = useRemoveMember({
    mutation: {
      meta: { fallback: 'Failed to remove the member' },
      onSuccess: notify.thenGoOn(onClose),
    },
  });
  return (
    <ConfirmDialog
      title="Remove this member?"
      confirm="Remove member"
      busy="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: member.id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        <strong dir="auto">{member.name}</strong> can no longer act for you, from now on. What they
        bought stays yours; download links that they created end. They may know passwords of your
        proxies: reissue those that matter.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}

/** People who act for the customer; for one of them, the own membership. */
export default function Team() {
  const { team } = useTeam();
  return team ? <Membership team={team} /> : <OwnTeam />;
}

function OwnTeam() {
  const query = useGetTeam({ query: { meta: { quiet: true } } });
  const [isInviting, setInviting] = useState(false);
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'remove'; member: TeamMember } | null>(
    null,
  );
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load your team"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <LoadingRows rows={3} />;
  const { members, invitations } = query.data.data;
  const invite = (
    <Button type="primary" aria-haspopup="dialog" onClick={() => setInviting(true)}>
      Invite a member
    </Button>
  );
  const close = (): void => setDialog(null);
  return (
    <>
      {members.length + invitations.length === 0 ? (
        <EmptyState
          icon="user"
          title="You work alone"
          hint="Invite people to buy and manage proxies with your wallet. Each signs in with an email and password of their own, within limits that you set."
          action={invite}
        />
      ) : (
        <>
          <Flex wrap align="start" justify="space-between" gap="small">
            <p className={styles.lead}>
              Members act on your wallet and proxies with a sign-in of their own. Only you top up,
              and manage keys, webhooks and the team.
            </p>
            {invite}
          </Flex>
          {members.length > 0 && (
            <ul aria-label="Members">
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  onEdit={() => setDialog({ kind: 'edit', member })}
                  onRemove={() => setDialog({ kind: 'remove', member })}
                />
              ))}
            </ul>
          )}
          <p className={`${styles.meta} ${styles.count}`}>
            {members.length} of {MAX_MEMBERS} members
          </p>
          {invitations.length > 0 && (
            <section className={styles.part} aria-labelledby="invitations">
              <h2 id="invitations">Open invitations</h2>
              <ul>
                {invitations.map((invitation) => (
                  <InvitationRow key={invitation.email} invitation={invitation} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      {isInviting && <InviteMember onClose={() => setInviting(false)} />}
      {dialog?.kind === 'edit' && <EditMember member={dialog.member} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveMember member={dialog.member} onClose={close} />}
    </>
  );
}
