import { useAdminEndCoupon } from '@/api/generated/admin-payments';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import type { Coupon } from './coupons';

export function EndCoupon({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const message = useMessage();
  const end = useAdminEndCoupon({
    mutation: {
      meta: { fallback: 'The coupon could not be ended' },
      onSuccess: ({ message: text }) => {
        message.success(text);
        onClose();
      },
    },
  });
  return (
    <Dialog title="End coupon" width={480} onClose={onClose}>
      <ReasonForm
        verb={`End ${coupon.code}`}
        consequence="No top-up can be started with it any more. Those that were started keep their bonus. It cannot be undone."
        isDangerous
        isBusy={end.isPending}
        onConfirm={(reason) => end.mutate({ id: coupon.id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
