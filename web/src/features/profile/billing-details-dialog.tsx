import type { BillingDetailsFields } from '@/api/generated/api.schemas';
import { useCurrentUser } from '@/api/use-current-user';
import { toBillingForm, useBillingDetails } from '@/api/use-invoices';
import { notify } from '@/components/feedback/notify';
import { BillingDetailsForm } from '@/components/form/billing-details-form';
import { Dialog } from '@/components/ui/dialog';

interface BillingDetailsDialogProps {
  details: BillingDetailsFields | null;
  onClose: () => void;
}

export default function BillingDetailsDialog({ details, onClose }: BillingDetailsDialogProps) {
  const user = useCurrentUser();
  const billing = useBillingDetails(() => {
    notify.success('Your billing details were saved.');
    onClose();
  });
  return (
    <Dialog title="Billing details" width={520} onClose={onClose}>
      <BillingDetailsForm
        initialValues={toBillingForm(details, user?.name ?? '')}
        serverErrors={billing.errors}
        isSaving={billing.isSaving}
        action="Save"
        onCancel={onClose}
        onSubmit={billing.save}
      />
    </Dialog>
  );
}
