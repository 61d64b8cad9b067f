import { FormActions } from '@/components/form/form-actions';
import { Typography } from 'antd';
import { useAdminReadPlaces } from '@/api/generated/admin-supply';
import { Dialog } from '@/components/ui/dialog';
import { formatNumber } from '@/lib/number';
import { type PlaceOutcome, PlaceReport } from './place-report';
import { outcome } from '@/api/outcome';

interface ReadPlacesDialogProps {
  id: number;
  /** Of the account that the lists come from. */
  account: string;
  /** Of the dry run. */
  outcome: PlaceOutcome;
  onClose: () => void;
}

/** Shows what the provider's lists would change, then stores them. */
export default function ReadPlacesDialog({
  id,
  account,
  outcome: plan,
  onClose,
}: ReadPlacesDialogProps) {
  const store = useAdminReadPlaces({
    mutation: outcome('The places could not be stored', onClose),
  });
  return (
    <Dialog title={`Places of ${account}`} width={560} onClose={onClose}>
      <PlaceReport outcome={plan} />
      {plan.skipped > 0 && (
        <Typography.Paragraph>
          {formatNumber(plan.skipped)} {plan.skipped === 1 ? 'place is' : 'places are'} left out: of
          a country that the shop does not know, or with characters that no user name can carry.
        </Typography.Paragraph>
      )}
      <Typography.Paragraph type="secondary">
        Of the levels that the provider lists, only listed places are sold then. The lists are read
        again each week.
      </Typography.Paragraph>
      <FormActions
        onCancel={onClose}
        onConfirm={() => store.mutate({ id, data: {} })}
        isBusy={store.isPending}
        busy="Storing..."
      >
        Store places
      </FormActions>
    </Dialog>
  );
}
