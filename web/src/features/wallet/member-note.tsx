import { useSpendingLimits } from '@/api/use-spending-limits';
import { useTeam } from '@/api/use-team';
import { Panel } from '@/components/layout/panel';
import { SpendingNote } from '@/components/orders/spending-note';
import styles from './wallet-page.module.css';

/** In the place of the form, for members of a team. */
export function MemberNote() {
  const { team, canBuy } = useTeam();
  const limits = useSpendingLimits();
  if (!team) return null;
  return (
    <Panel title="Top up">
      <p>
        This is the wallet of <bdi>{team.owner_name}</bdi>, who alone tops it up.
        {canBuy ? ' What you buy is paid from it.' : ''}
      </p>
      <SpendingNote limits={limits} className={styles.limit} />
    </Panel>
  );
}
