import styles from './spinner.module.css';

/** Home-made: shown while the first chunks, including Ant Design, are loading. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.wrap} role="status">
      <span className={styles.ring} />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
