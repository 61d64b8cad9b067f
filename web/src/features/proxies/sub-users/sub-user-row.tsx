import { Tag } from 'antd';
import { ActionMenu } from '@/components/ui/action-menu';
import { CopyButton } from '@/components/ui/copy-button';
import { getAllowances, hasReachedLimit, type SubUser } from './sub-user';
import styles from './sub-users.module.css';

export type SubUserAction = 'edit' | 'password' | 'suspend' | 'resume' | 'remove';

interface SubUserRowProps {
  subUser: SubUser;
  /** What is copied: all that they enter. */
  line: string;
  onSelect: (action: SubUserAction) => void;
}

/** One sub-user, with what they have used of their limits. */
export function SubUserRow({ subUser, line, onSelect }: SubUserRowProps) {
  const { name, username, suspended: isSuspended } = subUser;
  const actions: { key: SubUserAction; label: string; isDangerous?: boolean }[] = [
    { key: 'edit', label: 'Change limits' },
    { key: 'password', label: 'New password' },
    isSuspended ? { key: 'resume', label: 'Resume' } : { key: 'suspend', label: 'Suspend' },
    { key: 'remove', label: 'Remove', isDangerous: true },
  ];
  return (
    <li className={styles.row}>
      <div className={styles.details}>
        <div className={styles.name}>
          <strong>{name}</strong>
          <code>{username}</code>
          {isSuspended && <Tag color="warning">Suspended</Tag>}
          {!isSuspended && hasReachedLimit(subUser) && <Tag color="error">Limit reached</Tag>}
        </div>
        <div className={styles.allowances}>
          {getAllowances(subUser).map(({ name: period, text, percent }) => (
            <div key={period}>
              <div className={styles.figures}>
                <span className={styles.period}>{period}</span>
                <span>{text}</span>
              </div>
              {percent !== null && (
                <span className={styles.bar} aria-hidden="true">
                  <span
                    className={percent === 100 ? styles.full : undefined}
                    style={{ width: `${percent}%` }}
                  />
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.actions}>
        <CopyButton text={line} label={`connection line of ${name}`} compact />
        <ActionMenu
          name={name}
          actions={actions.map((action) => ({ ...action, onSelect: () => onSelect(action.key) }))}
        />
      </div>
    </li>
  );
}
