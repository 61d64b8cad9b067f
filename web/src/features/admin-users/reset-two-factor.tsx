import { useAdminResetCustomerTwoFactor } from '@/api/generated/admin-users';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import type { User } from './user';

/** For a customer who lost both the authenticator app and the recovery codes. */
export function ResetTwoFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const message = useMessage();
  const reset = useAdminResetCustomerTwoFactor({
    mutation: {
      meta: { fallback: 'Two-factor authentication could not be reset' },
      onSuccess: ({ message: text }) => {
        message.success(text);
        onClose();
      },
    },
  });
  return (
    <ReasonForm
      verb="Reset two-factor authentication"
      consequence={`${user.email} is signed out everywhere and can sign in with only the password. First make sure that the person who asks owns the account: whoever has the password can use it afterwards.`}
      isDangerous
      isBusy={reset.isPending}
      onConfirm={(reason) => reset.mutate({ id: user.id, data: { reason } })}
      onCancel={onClose}
    />
  );
}
