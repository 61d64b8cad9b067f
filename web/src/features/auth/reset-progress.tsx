import styles from './reset-progress.module.css';

export const RESET_STEPS = ['email', 'verification', 'newPassword', 'success'] as const;
export type ResetStep = (typeof RESET_STEPS)[number];

export function ResetProgress({
  current,
  steps,
}: {
  current: ResetStep;
  steps: readonly ResetStep[];
}) {
  const at = steps.indexOf(current);
  return (
    <ol
      className={`${styles.dots} ${at === steps.length - 1 ? styles.centred : ''}`}
      aria-label={`Step ${at + 1} of ${steps.length}`}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          className={`${styles.dot} ${index <= at ? styles.done : ''}`}
          aria-current={index === at ? 'step' : undefined}
        />
      ))}
    </ol>
  );
}
