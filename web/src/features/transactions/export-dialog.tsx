import { useStatement } from '@/api/use-documents';
import { DateRangeForm } from '@/components/form/date-range-form';
import { Dialog } from '@/components/ui/dialog';
import styles from './transaction-columns.module.css';

export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const statement = useStatement();
  return (
    <Dialog title="Export statement" width={520} onClose={onClose}>
      <p className={styles.lead}>
        All transactions in this period, oldest first, between its opening and closing balance, as a
        CSV file for spreadsheets.
      </p>
      <DateRangeForm
        label="Statement period"
        action="Download CSV"
        busyAction="Downloading..."
        isBusy={statement.isBusy}
        errors={statement.errors}
        onSubmit={(span) => statement.download(span, onClose)}
      />
    </Dialog>
  );
}
