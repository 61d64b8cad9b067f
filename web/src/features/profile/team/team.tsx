import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useGetTeam } from '@/api/generated/team';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import styles from '../profile.module.css';
import { EditMember } from './edit-member';
import { InvitationRow } from './invitation-row';
import { InviteMember } from './invite-member';
import { MemberRow } from './member-row';
import { Membership } from './membership';
import { RemoveMember } from './remove-member';
import { MAX_MEMBERS, type TeamMember } from './rights';

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
