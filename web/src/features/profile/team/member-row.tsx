import { Button, Flex, Tag } from 'antd';
import { Money } from '@/components/format/money';
import { formatDate } from '@/lib/date';
import styles from '../profile.module.css';
import { toRoleLabel, type TeamMember } from './rights';

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
