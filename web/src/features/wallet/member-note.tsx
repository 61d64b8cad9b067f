import { useTeam } from '@/api/use-team';
import { Panel } from '@/components/layout/panel';

/** In the place of the form, for members of a team. */
export function MemberNote() {
  const { team, canBuy } = useTeam();
  if (!team) return null;
  return (
    <Panel title="Top up">
      <p>
        This is the wallet of <bdi>{team.owner_name}</bdi>, who alone tops it up.
        {canBuy ? ' What you buy is paid from it, within the limits that were set for you.' : ''}
      </p>
    </Panel>
  );
}
