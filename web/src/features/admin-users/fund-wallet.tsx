import { FormActions } from '@/components/form/form-actions';
import { Alert, Button, Flex, Form, Input, Result } from 'antd';
import { useState } from 'react';
import { useAdminFundWallet } from '@/api/generated/admin-users';
import { useMessage } from '@/components/feedback/use-message';
import { CopyField } from '@/components/form/copy-field';
import { Money } from '@/components/format/money';
import { PrivateMoney } from '@/components/format/private-money';
import { COPY_MESSAGES } from '@/lib/copy-messages';
import { formatNaira } from '@/lib/money';
import { nameWithEmail } from '@/lib/text';
import type { User } from './user';
import { failureMessage, fundedWalletMessage, type Funding } from './user-messages';
import { balanceAfterFunding, fundingError, FUNDING_MIN, parseAmount } from './user-validation';
import { Facts } from '@/components/layout/facts';

interface FundValues {
  amount: string;
}

function Receipt({ funding, onClose }: { funding: Funding; onClose: () => void }) {
  const { user, transaction } = funding;
  return (
    <Flex vertical gap="middle">
      <Result
        status="success"
        title="Wallet funded"
        subTitle={`${formatNaira(transaction.amount)} was added to the wallet of ${user.name}.`}
      />
      <Facts
        items={[
          { label: 'Amount', children: <Money amount={transaction.amount} /> },
          { label: 'Previous balance', children: <Money amount={Number(user.previous_balance)} /> },
          { label: 'New balance', children: <Money amount={Number(user.new_balance)} /> },
        ]}
      />
      <CopyField label="Reference" value={transaction.reference} messages={COPY_MESSAGES} />
      <Flex justify="end">
        <Button type="primary" onClick={onClose}>
          Done
        </Button>
      </Flex>
    </Flex>
  );
}

/** An Input, because InputNumber rounds "1000.5" and accepts "1e3" instead of rejecting them. */
export function FundWallet({ user, onClose }: { user: User; onClose: () => void }) {
  const [form] = Form.useForm<FundValues>();
  const amount = parseAmount(Form.useWatch('amount', form) ?? '');
  const [funded, setFunded] = useState<Funding | null>(null);
  const [proposal, setProposal] = useState<string | null>(null);
  const message = useMessage();
  const newBalance = balanceAfterFunding(user.balance, amount);
  const error = fundingError(amount);
  const fund = useAdminFundWallet({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message: text, data }) => {
        if ('proposal' in data) {
          message.info(text);
          setProposal(text);
          return;
        }
        message.success(fundedWalletMessage(text, data));
        setFunded(data);
      },
      onError: (failure) =>
        message.error(
          failureMessage('Failed to fund wallet', failure, 'Failed to fund user wallet'),
        ),
    },
  });

  if (proposal !== null)
    return (
      <Result
        status="info"
        title="Waiting for approval"
        subTitle={`${proposal} It is listed under Corrections.`}
        extra={
          <Button type="primary" onClick={onClose}>
            Done
          </Button>
        }
      />
    );
  if (funded) return <Receipt funding={funded} onClose={onClose} />;

  const submit = (): void => {
    if (fund.isPending) return;
    if (amount === null || error) message.error(error ?? '');
    else fund.mutate({ id: user.id, data: { amount } });
  };

  return (
    <Form<FundValues>
      form={form}
      layout="vertical"
      noValidate
      aria-label="Fund wallet"
      initialValues={{ amount: '' }}
      onFinish={submit}
    >
      <Flex vertical gap="middle">
        <Facts
          items={[
            { label: 'User', children: nameWithEmail(user) },
            { label: 'Current balance', children: <PrivateMoney amount={user.balance} /> },
          ]}
        />
        <Form.Item<FundValues>
          name="amount"
          label="Amount (₦)"
          extra={`Whole naira, at least ${formatNaira(FUNDING_MIN)}. The transaction and the audit trail show your name.`}
          rules={[
            {
              validator: async (_, text: string) => {
                const invalid = text === '' ? undefined : fundingError(parseAmount(text));
                if (invalid) throw new Error(invalid);
              },
            },
          ]}
        >
          <Input autoFocus inputMode="numeric" autoComplete="off" prefix="₦" placeholder="1000" />
        </Form.Item>
        <div aria-live="polite">
          {newBalance !== null && (
            <Alert
              type="info"
              role="note"
              title={
                <>
                  New balance: <strong>{formatNaira(newBalance)}</strong>
                </>
              }
            />
          )}
        </div>
        <FormActions
          onCancel={onClose}
          isBusy={fund.isPending}
          busy="Funding..."
          disabled={error !== undefined}
        >
          Fund Wallet
        </FormActions>
      </Flex>
    </Form>
  );
}
