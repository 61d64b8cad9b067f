import { useReverseFunding } from '@/api/generated/admin-wallet-corrections';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';

interface ReverseFundingProps {
  transaction: { id: number; amount: number; userName: string };
  onEnd: () => void;
}

/** Takes a mistaken funding out of the wallet again. */
export function ReverseFunding({ transaction, onEnd }: ReverseFundingProps) {
  const { id, amount, userName } = transaction;
  const message = useMessage();
  const reverse = useReverseFunding({
    mutation: {
      meta: { fallback: 'The funding could not be reversed' },
      onSuccess: ({ message: text }) => {
        message.success(text);
        onEnd();
      },
    },
  });
  return (
    <ReasonForm
      verb="Reverse funding"
      consequence={`${formatNaira(amount)} is taken from the wallet of ${userName}, once. If some of it is spent, nothing is taken. A large amount waits until another admin approves it.`}
      isDangerous
      isBusy={reverse.isPending}
      onConfirm={(reason) => reverse.mutate({ id, data: { reason } })}
      onCancel={onEnd}
    />
  );
}
