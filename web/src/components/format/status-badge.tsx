import { Tag } from 'antd';
import { capitalise } from '@/lib/text';
import { Icon, type IconName } from '../ui/icon';
import styles from './status-badge.module.css';

export type Tone = 'good' | 'waiting' | 'bad' | 'neutral';

const looks: Record<string, { tone: Tone; icon: IconName; word?: string }> = {
  active: { tone: 'good', icon: 'check' },
  successful: { tone: 'good', icon: 'check' },
  completed: { tone: 'good', icon: 'check', word: 'Successful' },
  verified: { tone: 'good', icon: 'check' },
  delivered: { tone: 'good', icon: 'check' },
  pending: { tone: 'waiting', icon: 'clock' },
  inactive: { tone: 'waiting', icon: 'clock' },
  suspended: { tone: 'bad', icon: 'ban' },
  taken: { tone: 'bad', icon: 'ban' },
  failed: { tone: 'bad', icon: 'alert' },
  queued: { tone: 'waiting', icon: 'clock' },
  sent: { tone: 'good', icon: 'check' },
  proposed: { tone: 'waiting', icon: 'clock' },
  approved: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'ban' },
  expired: { tone: 'neutral', icon: 'clock' },
  cancelled: { tone: 'neutral', icon: 'ban' },
  refunded: { tone: 'neutral', icon: 'undo' },
  open: { tone: 'waiting', icon: 'chat' },
  waiting: { tone: 'neutral', icon: 'clock' },
  closed: { tone: 'neutral', icon: 'check' },
  reversed: { tone: 'neutral', icon: 'undo' },
};

interface StatusBadgeProps {
  status: string;
  /** Overrides the tone derived from the status. */
  tone?: Tone;
  word?: string;
}

/** Icon, word and colour: Ant Design's Tag in our own tones, whose contrast is tested. */
export function StatusBadge({ status, tone, word }: StatusBadgeProps) {
  const look = looks[status] ?? { tone: 'neutral', icon: 'info' };
  return (
    <Tag
      className={`${styles.badge} ${styles[tone ?? look.tone] ?? ''}`}
      icon={<Icon name={look.icon} size={13} />}
    >
      {word ?? look.word ?? capitalise(status)}
    </Tag>
  );
}
