import { Tag } from 'antd';
import { capitalise } from '@/lib/text';
import styles from './role-badge.module.css';

const looks: Record<string, string | undefined> = {
  admin: styles.admin,
  'sub-admin': styles.subAdmin,
};

export function RoleBadge({ role }: { role: string }) {
  return <Tag className={`${styles.badge} ${looks[role] ?? ''}`}>{capitalise(role)}</Tag>;
}
