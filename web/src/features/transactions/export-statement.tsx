import { Button } from 'antd';
import { useState } from 'react';
import { useStatement } from '@/api/use-papers';
import { DaySpanForm } from '@/components/form/day-span-form';
import { Icon } from '@/components/ui/icon';
import { NativeDialog } from '@/components/ui/native-dialog';
import styles from './transaction-columns.module.css';

export function ExportStatement() {
  const [open, setOpen] = useState(false);
  const statement = useStatement();
  const close = (): void => setOpen(false);
  return (
    <>
      <Button icon={<Icon name="download" size={16} />} onClick={() => setOpen(true)}>
        <span>
          Export<span className={styles.word}> statement</span>
        </span>
      </Button>
      {open && (
        <NativeDialog title="Export statement" onClose={close}>
          <p className={styles.lead}>
            Every transaction of these days, oldest first, as a CSV file for spreadsheets.
          </p>
          <DaySpanForm
            label="Days of the statement"
            action="Download CSV"
            busyAction="Downloading..."
            isBusy={statement.isBusy}
            errors={statement.errors}
            onSubmit={(span) => statement.download(span, close)}
          />
        </NativeDialog>
      )}
    </>
  );
}
