import type { ReactNode } from 'react';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './page-header.module.css';

export function PageHeader({
  title,
  lead,
  actions,
  actionsBelow = false,
}: {
  title: string;
  lead?: string;
  actions?: ReactNode;
  /** On phones in a separate row, so that actions loaded later shift nothing. */
  actionsBelow?: boolean;
}) {
  usePageTitle(title);
  return (
    <header className={styles.header}>
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {actions && (
        <div className={`${styles.actions} ${actionsBelow ? styles.below : ''}`}>{actions}</div>
      )}
    </header>
  );
}
