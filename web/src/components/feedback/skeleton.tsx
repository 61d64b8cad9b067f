import styles from './skeleton.module.css';

/**
 * Home-made: a placeholder for loading text, also on the landing page, which loads no Ant Design.
 */
export function SkeletonBar({ width, height = 14 }: { width: number | string; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}

export function SkeletonRows({ rows, label = 'Loading' }: { rows: number; label?: string }) {
  return (
    <div className={styles.rows} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <SkeletonBar width="34%" />
          <SkeletonBar width="18%" />
          <SkeletonBar width="14%" />
        </div>
      ))}
    </div>
  );
}
