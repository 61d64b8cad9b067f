import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './transaction-columns.module.css';

const ExportDialog = lazy(() => import('./export-dialog'));

export function ExportStatement() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon name="download" size={16} />} onClick={() => setOpen(true)}>
        <span>
          Export<span className={styles.longLabel}> statement</span>
        </span>
      </Button>
      <Suspense>{isOpen && <ExportDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
