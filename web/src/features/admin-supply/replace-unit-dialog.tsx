import { useAdminReplaceUnit } from '@/api/generated/admin-supply';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import { describeProxy, type Unit } from './stock';

export default function ReplaceUnitDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const message = useMessage();
  const replace = useAdminReplaceUnit({
    mutation: {
      meta: { fallback: 'The address could not be replaced' },
      onSuccess: ({ data }) => {
        message.success(`${data.old_address} is replaced by ${data.new_address}.`);
        onClose();
      },
    },
  });
  return (
    <Dialog title={`Replace ${unit.address}`} width={480} onClose={onClose}>
      <ReasonForm
        verb="Replace address"
        about={unit.address}
        isDangerous
        isBusy={replace.isPending}
        consequence={
          <>
            {describeProxy(unit)}, gets another free address in {unit.country_name}. Host, port and
            credentials stay; open connections are closed, and the customer gets an email. This
            address is withdrawn.
          </>
        }
        onConfirm={(reason) => replace.mutate({ id: unit.id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
