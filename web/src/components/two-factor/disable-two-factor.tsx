import { Button, Form, Typography } from 'antd';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { ConfirmField } from './confirm-field';
import type { TwoFactorApi } from './two-factor-api';

interface DisableValues {
  password: string;
  code: string;
}

export function DisableTwoFactor({ api }: { api: TwoFactorApi }) {
  const [form] = Form.useForm<DisableValues>();
  const message = useMessage();
  const disable = api.useDisable({
    mutation: {
      meta: { fallback: 'Two-factor authentication could not be turned off' },
      onSuccess: ({ message: text }) => message.success(text),
    },
  });
  return (
    <AppForm
      form={form}
      label="Turn off"
      serverErrors={disable.error?.fieldErrors}
      onSubmit={({ password, code }) => {
        if (!disable.isPending) disable.mutate({ data: { password, code } });
      }}
    >
      <Typography.Paragraph type="secondary">
        To turn it off, or to move to another phone, enter your password and a code.
      </Typography.Paragraph>
      <ConfirmField name="password" label="Your password" />
      <ConfirmField name="code" label="Code" hint="Six digits from the app, or a recovery code." />
      <Button danger htmlType="submit" disabled={disable.isPending}>
        {disable.isPending ? 'Working...' : 'Turn Off'}
      </Button>
    </AppForm>
  );
}
