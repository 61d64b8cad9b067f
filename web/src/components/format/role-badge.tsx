import { Tag } from 'antd';
import { capitalise } from '@/lib/text';
import styles from './role-badge.module.css';

const looks: Record<string, string | undefined> = {
  admin: styles.admin,
  'sub-admin': styles.subAdmin,
};

/** @param name of the role of the shop's own, in place of the built-in one. */
export function RoleBadge({ role, name }: { role: string; name?: string | null }) {
  return <Tag className={`${styles.badge} ${looks[role] ?? ''}`}>{name ?? capitalise(role)}</Tag>;
}
