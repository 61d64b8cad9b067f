import { Button, Flex, Form, QRCode, Typography } from 'antd';
import { AppForm } from '@/components/form/app-form';
import { CopyField } from '@/components/form/copy-field';
import { ConfirmField } from './confirm-field';
import type { TwoFactorApi } from './two-factor-api';

const QR_SIZE = 180;

interface EnableTwoFactorProps {
  api: TwoFactorApi;
  onDone: (codes: string[]) => void;
}

/** Asks for the password, shows the secret, and takes a first code of the authenticator app. */
export function EnableTwoFactor({ api, onDone }: EnableTwoFactorProps) {
  const [passwordForm] = Form.useForm<{ password: string }>();
  const [codeForm] = Form.useForm<{ code: string }>();
  const begin = api.useBegin({
    mutation: { meta: { fallback: 'The setup could not be started' } },
  });
  const confirm = api.useConfirm({
    mutation: {
      meta: { fallback: 'The code could not be checked' },
      onSuccess: ({ data }) => onDone(data.recovery_codes),
    },
  });
  const setup = begin.data?.data;

  if (!setup) {
    return (
      <AppForm
        key="password"
        form={passwordForm}
        label="Set up"
        serverErrors={begin.error?.fieldErrors}
        onSubmit={({ password }) => {
          if (!begin.isPending) begin.mutate({ data: { password } });
        }}
      >
        <Typography.Paragraph type="secondary">
          Besides your password, you then enter a code from an authenticator app on your phone.
          Signing in with Google is off from then on.
        </Typography.Paragraph>
        <ConfirmField name="password" label="Your password" />
        <Button type="primary" htmlType="submit" disabled={begin.isPending}>
          {begin.isPending ? 'Working...' : 'Set Up'}
        </Button>
      </AppForm>
    );
  }
  return (
    <AppForm
      key="code"
      form={codeForm}
      label="Confirm"
      serverErrors={confirm.error?.fieldErrors}
      onSubmit={({ code }) => {
        if (!confirm.isPending) confirm.mutate({ data: { code } });
      }}
    >
      <Typography.Paragraph>
        Scan this with an authenticator app, or type the key into it. The key is shown only once and
        is valid for 15 minutes.
      </Typography.Paragraph>
      <Flex vertical gap="middle" align="stretch">
        {/* Black on white in both themes: scanners expect it. */}
        <QRCode
          value={setup.otpauth_uri}
          type="svg"
          size={QR_SIZE}
          color="black"
          bgColor="white"
          aria-label="QR code for your authenticator app"
        />
        <CopyField label="Key" value={setup.secret} />
        <ConfirmField
          name="code"
          label="Code from the app"
          hint="Six digits. You are signed out on your other devices."
        />
      </Flex>
      <Button type="primary" htmlType="submit" disabled={confirm.isPending}>
        {confirm.isPending ? 'Working...' : 'Turn On'}
      </Button>
    </AppForm>
  );
}
