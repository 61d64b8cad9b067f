import { toBillingForm, useBillingDetails } from '@/api/use-invoices';
import { useCurrentUser } from '@/api/use-current-user';
import { BillingDetailsForm } from '@/components/form/billing-details-form';
import { Dialog } from '@/components/ui/dialog';
import styles from './transaction-columns.module.css';

interface InvoiceDialogProps {
  onClose: () => void;
  onSaved: () => void;
}

/** Asks in whose name invoices are issued, before the first one. */
export default function InvoiceDialog({ onClose, onSaved }: InvoiceDialogProps) {
  const user = useCurrentUser();
  const billing = useBillingDetails(() => {
    onClose();
    onSaved();
  });
  return (
    <Dialog title="Billing details" width={520} onClose={onClose}>
      <p className={styles.lead}>
        Your invoices are issued to this name and address. An issued invoice cannot be changed.
      </p>
      <BillingDetailsForm
        initialValues={toBillingForm(null, user?.name ?? '')}
        serverErrors={billing.errors}
        isSaving={billing.isSaving}
        action="Save and get invoice"
        onCancel={onClose}
        onSubmit={billing.save}
      />
    </Dialog>
  );
}
