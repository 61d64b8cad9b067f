import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import type { FirstStep } from './first-steps';
import styles from './get-started.module.css';

interface GetStartedProps {
  steps: readonly FirstStep[];
  /** Takes the room and shows nothing yet. */
  isLoading: boolean;
}

/** The way of a new customer, with one link: that of the next step. */
export function GetStarted({ steps, isLoading }: GetStartedProps) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section
      className={`${styles.panel} ${isLoading ? styles.loading : ''}`}
      aria-label="Get started"
      aria-busy={isLoading}
    >
      <h2>Get started</h2>
      <ol className={styles.steps}>
        {steps.map(({ label, hint, action, to, isDone }, index) => (
          <li
            key={label}
            className={index === next ? styles.next : undefined}
            aria-current={index === next ? 'step' : undefined}
          >
            <span className={`${styles.mark} ${isDone ? styles.done : ''}`} aria-hidden="true">
              {isDone ? <Icon name="check" size={14} /> : index + 1}
            </span>
            <div className={styles.text}>
              <strong>{label}</strong>
              {isDone && <span className="visually-hidden">Done</span>}
              {!isDone && <span className={styles.hint}>{hint}</span>}
            </div>
            {index === next && (
              <LinkButton type="primary" to={to}>
                {action}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
