import styles from './spinner.module.css';

/** For the moment in which not even the shape of the screen is known. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.wrap} role="status">
      <span className={styles.ring} />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
