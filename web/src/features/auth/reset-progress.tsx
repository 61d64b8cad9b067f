import styles from './reset-progress.module.css';

const RESET_STEPS = ['email', 'verification', 'newPassword', 'success'] as const;
export type ResetStep = (typeof RESET_STEPS)[number];

/** Four dots. Ant Design's Steps would exceed the bundle budget of 240 KiB by 2 KiB. */
export function ResetProgress({ current }: { current: ResetStep }) {
  const currentIndex = RESET_STEPS.indexOf(current);
  const label = `Step ${currentIndex + 1} of ${RESET_STEPS.length}`;
  return (
    <div className={styles.progress}>
      <ol className={styles.dots} aria-label={label}>
        {RESET_STEPS.map((step, index) => (
          <li
            key={step}
            className={`${styles.dot} ${index <= currentIndex ? styles.done : ''}`}
            aria-current={index === currentIndex ? 'step' : undefined}
          />
        ))}
      </ol>
      <span aria-hidden="true">{label}</span>
    </div>
  );
}
