import { Avatar, Button, Tag } from 'antd';
import type { listSessions } from '@/api/generated/profile';
import { RelativeTime } from '@/components/format/relative-time';
import { Icon } from '@/components/ui/icon';
import { toUserAgentLabel, isMobileDevice } from '@/lib/user-agent-label';
import { formatDateTime } from '@/lib/date';
import styles from './profile.module.css';

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
      <Avatar
        className={styles.device}
        shape="square"
        icon={<Icon name={isMobileDevice(agent) ? 'phone' : 'display'} />}
      />
      <span className={styles.details}>
        <span>
          <strong title={agent}>{toUserAgentLabel(agent)}</strong>{' '}
          {current && <Tag color="success">This device</Tag>}
        </span>
        <span className={styles.meta}>
          {ip} · last seen {current ? 'now' : <RelativeTime iso={session.last_seen_at} />} · signed
          in {formatDateTime(session.created_at)}
        </span>
      </span>
      <Button danger={!current} disabled={isEnding} onClick={() => onEnd(session)}>
        {isEnding ? 'Ending...' : current ? 'Sign out here' : 'End session'}
        <span className="visually-hidden">
          {' '}
          of {toUserAgentLabel(agent)} at {ip}
        </span>
      </Button>
    </li>
  );
}
