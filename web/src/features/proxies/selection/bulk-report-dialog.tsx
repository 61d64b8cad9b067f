import { Button, Flex } from 'antd';
import { Dialog } from '@/components/ui/dialog';
import styles from './bulk-renewal.module.css';
import type { BulkReport } from './selection-bar';

/** Which of several proxies an action failed for, and why. */
export default function BulkReportDialog({
  report: { title, failures },
  onClose,
}: {
  report: BulkReport;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} width={480} onClose={onClose}>
      <ul className={styles.rows} aria-label="What failed" tabIndex={0}>
        {failures.map(({ id, reason }) => (
          <li key={id}>
            <span>#{id}</span>
            <span className={styles.outcome}>{reason}</span>
          </li>
        ))}
      </ul>
      <Flex justify="end" className={styles.total}>
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      </Flex>
    </Dialog>
  );
}
