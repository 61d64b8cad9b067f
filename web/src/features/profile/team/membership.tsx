import { Button, Typography } from 'antd';
import { useState } from 'react';
import { useLeaveTeam } from '@/api/generated/team';
import type { SessionTeam } from '@/api/session';
import { useMessage } from '@/components/feedback/use-message';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import styles from '../profile.module.css';

const MAY: Record<SessionTeam['role'], string> = {
  buyer:
    'You see their proxies, usage and wallet, buy and renew from the wallet within the limits set for you, and configure proxies.',
  viewer: 'You see their proxies, usage and wallet, without passwords, and change nothing.',
};

/** What a member sees in the place of the team. */
export function Membership({ team }: { team: SessionTeam }) {
  const notify = useMessage();
  const [isLeaving, setLeaving] = useState(false);
  const leave = useLeaveTeam({
    mutation: {
      meta: { fallback: 'Failed to leave the team' },
      onSuccess: ({ message }) => {
        notify.success(message);
        setLeaving(false);
      },
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
