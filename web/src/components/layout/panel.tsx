import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title?: string;
  action?: ReactNode;
  /** Lists bring their own margins. */
  flush?: boolean;
  children: ReactNode;
}

export function Panel({ title, action, flush, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {action}
        </div>
      )}
      {flush ? children : <div className={styles.body}>{children}</div>}
    </section>
  );
}
