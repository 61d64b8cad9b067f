import { Skeleton } from 'antd';
import styles from './loading-rows.module.css';

/** Ant Design's skeleton in place of a list, about as high as the rows. */
export function LoadingRows({ rows, label = 'Loading' }: { rows: number; label?: string }) {
  return (
    <div className={styles.rows} role="status">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">
        <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
      </div>
    </div>
  );
}
