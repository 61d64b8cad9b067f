import { useStatement } from '@/api/use-documents';
import { DateRangeForm } from '@/components/form/date-range-form';
import { Dialog } from '@/components/ui/dialog';
import styles from './transaction-columns.module.css';

export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const statement = useStatement();
  return (
    <Dialog title="Export statement" width={520} onClose={onClose}>
      <p className={styles.lead}>
        Every transaction of these days, oldest first, as a CSV file for spreadsheets.
      </p>
      <DateRangeForm
        label="Days of the statement"
        action="Download CSV"
        busyAction="Downloading..."
        isBusy={statement.isBusy}
        errors={statement.errors}
        onSubmit={(span) => statement.download(span, onClose)}
      />
    </Dialog>
  );
}
