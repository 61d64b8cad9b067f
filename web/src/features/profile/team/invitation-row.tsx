import { Button, Flex, Tag } from 'antd';
import { useInviteMember, useRevokeInvitation } from '@/api/generated/team';
import { useMessage } from '@/components/feedback/use-message';
import { Money } from '@/components/format/money';
import { formatDate } from '@/lib/date';
import styles from '../profile.module.css';
import { toRoleLabel, type Invitation } from './rights';

/** An invitation that was not accepted yet. Sending it again makes a new link and ends the earlier one. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, daily_limit, monthly_limit } = invitation;
  const notify = useMessage();
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
