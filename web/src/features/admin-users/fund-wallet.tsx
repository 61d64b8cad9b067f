import { useState } from 'react';
import { useAdminFundWallet } from '@/api/generated/hooks/admin-users/admin-users';
import { Notice } from '@/components/feedback/notice';
import { Field } from '@/components/form/field';
import { CopyField } from '@/components/form/copy-field';
import { TextInput } from '@/components/form/text-input';
import { Money } from '@/components/format/money';
import { PrivateMoney } from '@/components/format/private-money';
import { Facts, Section } from '@/components/layout/facts';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { COPY_WORDS } from '@/lib/copy-words';
import { formatNaira } from '@/lib/money';
import { toast } from '@/lib/toast';
import type { User } from './user';
import { failureMessage, fundedWalletMessage, type Funding } from './user-messages';
import { FUNDING_MIN, balanceAfterFunding, fundingError, parseAmount } from './user-validation';

function Receipt({ funding, onClose }: { funding: Funding; onClose: () => void }) {
  const { user, transaction } = funding;
  return (
    <>
      <Section>
        <Notice tone="good" icon="check" title="Wallet funded">
          {formatNaira(transaction.amount)} is in the wallet of {user.name}.
        </Notice>
      </Section>
      <Section>
        <Facts
          facts={[
            { label: 'Amount', value: <Money amount={transaction.amount} /> },
            { label: 'Previous balance', value: <Money amount={Number(user.previous_balance)} /> },
            { label: 'New balance', value: <Money amount={Number(user.new_balance)} /> },
          ]}
        />
      </Section>
      <Section>
        <CopyField label="Reference" value={transaction.reference} words={COPY_WORDS} />
      </Section>
      <div className={parts.actions}>
        <PlainButton look="primary" onClick={onClose}>
          Done
        </PlainButton>
      </div>
    </>
  );
}

export function FundWallet({ user, onClose }: { user: User; onClose: () => void }) {
  const [text, setText] = useState('');
  const [funded, setFunded] = useState<Funding | null>(null);
  const amount = parseAmount(text);
  const preview = balanceAfterFunding(user.balance, amount);
  const problem = fundingError(amount);
  const fund = useAdminFundWallet({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message, data }) => {
        toast.success(fundedWalletMessage(message, data));
        setFunded(data);
      },
      onError: (error) =>
        toast.error(failureMessage('Failed to fund wallet', error, 'Failed to fund user wallet')),
    },
  });

  if (funded) return <Receipt funding={funded} onClose={onClose} />;

  const submit = (): void => {
    if (fund.isPending) return;
    if (amount === null || problem) toast.error(problem ?? '');
    else fund.mutate({ id: user.id, data: { amount } });
  };

  return (
    <form
      className={parts.form}
      aria-label="Fund wallet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Facts
        facts={[
          { label: 'User', value: `${user.name} (${user.email})` },
          { label: 'Current balance', value: <PrivateMoney amount={user.balance} /> },
        ]}
      />
      <Field
        id="fund-amount"
        label="Amount (₦)"
        error={text === '' ? undefined : problem}
        hint={`Whole naira, at least ${formatNaira(FUNDING_MIN)}. It goes into the books and the audit trail under your name.`}
      >
        {(input) => (
          <TextInput
            {...input}
            autoFocus
            inputMode="numeric"
            placeholder="1000"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite">
        {preview !== null && (
          <Notice tone="quiet" icon="wallet">
            New balance: <strong>{formatNaira(preview)}</strong>
          </Notice>
        )}
      </div>
      <div className={parts.actions}>
        <PlainButton onClick={onClose}>Cancel</PlainButton>
        <PlainButton
          look="primary"
          type="submit"
          disabled={problem !== undefined || fund.isPending}
        >
          {fund.isPending ? 'Funding...' : 'Fund Wallet'}
        </PlainButton>
      </div>
    </form>
  );
}
