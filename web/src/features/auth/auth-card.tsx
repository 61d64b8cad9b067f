import type { ReactNode } from 'react';
import styles from './auth-card.module.css';

/**
 * The surface of the sign-in screens. Not Ant Design's Card, which imports Tabs: 25 KiB over the
 * bundle budget of these screens.
 */
export const AuthCard = ({ children }: { children: ReactNode }) => (
  <div className={styles.card}>{children}</div>
);

export function AuthHeading({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div className={styles.heading}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{lead}</p>
    </div>
  );
}
