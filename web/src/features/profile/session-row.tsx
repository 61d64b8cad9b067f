import type { listSessions } from '@/api/generated/hooks/profile/profile';
import { RelativeTime } from '@/components/format/relative-time';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { agentWords, isHandheld } from '@/lib/agent-words';
import { formatDateTime } from '@/lib/date';
import styles from './extras.module.css';

export type Session = Awaited<ReturnType<typeof listSessions>>['data'][number];

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  onEnd: (session: Session) => void;
}

export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { current, ip, user_agent: agent } = session;
  return (
    <li className={styles.row}>
      <span className={styles.device}>
        <Icon name={isHandheld(agent) ? 'phone' : 'display'} />
      </span>
      <span className={styles.what}>
        <span className={styles.names}>
          <strong title={agent}>{agentWords(agent)}</strong>
          {current && <span className={styles.here}>This device</span>}
        </span>
        <span className={styles.minor}>
          {ip} · last seen {current ? 'now' : <RelativeTime iso={session.last_seen_at} />} · signed
          in {formatDateTime(session.created_at)}
        </span>
      </span>
      <PlainButton
        small
        look={current ? 'default' : 'danger'}
        disabled={isEnding}
        onClick={() => onEnd(session)}
      >
        {isEnding ? 'Ending...' : current ? 'Sign out here' : 'End session'}
        <span className="visually-hidden">
          {' '}
          of {agentWords(agent)} at {ip}
        </span>
      </PlainButton>
    </li>
  );
}
