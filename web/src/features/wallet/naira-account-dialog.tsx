import { FormActions } from '@/components/form/form-actions';
import { Form, Input, Radio, Typography } from 'antd';
import { useOpenNairaAccount } from '@/api/generated/payments';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import { toDigitText } from '@/lib/number-text';

interface Values {
  kind: 'bvn' | 'nin';
  number: string;
}

const KINDS = [
  { value: 'bvn', label: 'BVN' },
  { value: 'nin', label: 'NIN' },
];

/** Asks for the identity that the bank needs to open an account. */
export default function NairaAccountDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? 'bvn';
  const open = useOpenNairaAccount({
    mutation: {
      meta: { fallback: 'The account could not be opened' },
      onSuccess: () => {
        notify.success('Your account number is ready.');
        onClose();
      },
      // The bank may open it later: the wallet shows what became of it.
      onError: ({ code }) => {
        if (code === 'NAIRA_ACCOUNT_UNKNOWN' || code === 'NAIRA_ACCOUNT_EXISTS') onClose();
      },
    },
  });
  const { bvn, nin } = open.error?.fieldErrors ?? {};
  const serverErrors = bvn ?? nin;
  return (
    <Dialog title="Get an account number" width={480} onClose={onClose}>
      <Typography.Paragraph>
        The bank opens the account in the name of your profile and checks it against your BVN or
        NIN. We pass the number on to the bank and do not keep it.
      </Typography.Paragraph>
      <AppForm<Values>
        form={form}
        label="Get an account number"
        initialValues={{ kind: 'bvn', number: '' }}
        serverErrors={serverErrors ? { number: serverErrors } : undefined}
        onSubmit={({ kind: by, number }) => {
          if (!open.isPending) open.mutate({ data: { [by]: number } });
        }}
      >
        <Form.Item name="kind" label="Identify by">
          <Radio.Group optionType="button" options={KINDS} />
        </Form.Item>
        <Form.Item
          name="number"
          label={kind === 'bvn' ? 'Your BVN' : 'Your NIN'}
          extra={
            kind === 'bvn'
              ? '11 digits; dial *565*0# to see it.'
              : '11 digits; dial *346# to see it.'
          }
          rules={[
            {
              required: true,
              transform: toDigitText,
              pattern: /^\d{11}$/,
              message: 'Enter all 11 digits',
            },
          ]}
        >
          <Input inputMode="numeric" autoComplete="off" autoFocus maxLength={40} size="large" />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={open.isPending} busy="Opening...">
          Open account
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
