import { FormActions } from '@/components/form/form-actions';
import { Button, Flex, Form, Input, Typography } from 'antd';
import { useState } from 'react';
import { useReauthenticate } from '@/api/generated/authentication';
import { session } from '@/api/session';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { GOOGLE_SIGN_IN } from '@/lib/page-paths';
import { Dialog } from '@/components/ui/dialog';

const TITLE = 'Confirm it’s you';

interface Proof {
  password: string;
  code?: string;
}

/** Confirms the sign-in of the present user, whose session gets a new token. */
export default function ReauthenticationDialog({
  onClose,
}: {
  onClose: (isConfirmed: boolean) => void;
}) {
  const [form] = Form.useForm<Proof>();
  const cancel = (): void => {
    notify.dismissErrors();
    onClose(false);
  };
  const [needsCode, setNeedsCode] = useState(false);
  const confirm = useReauthenticate({
    mutation: {
      onSuccess: ({ data: { token, user } }) => {
        session.start({ token, user });
        onClose(true);
      },
      onError: ({ fieldErrors }) => {
        if (fieldErrors.code) setNeedsCode(true);
      },
      meta: { fallback: 'Your sign-in could not be confirmed' },
    },
  });
  if (session.get()?.user.has_password === false)
    return (
      <Dialog title={TITLE} width={440} onClose={cancel}>
        <Typography.Paragraph type="secondary">
          You signed in more than 15 minutes ago. Sign in with Google again, then repeat what you
          were doing.
        </Typography.Paragraph>
        <Flex justify="end" gap="small">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="primary" href={GOOGLE_SIGN_IN}>
            Continue with Google
          </Button>
        </Flex>
      </Dialog>
    );
  return (
    <Dialog
      title={TITLE}
      width={440}
      onClose={cancel}
      // It may open over another dialog, which takes the focus back from an input with autoFocus.
      onOpened={() => form.focusField('password')}
    >
      <AppForm
        form={form}
        label={TITLE}
        serverErrors={confirm.error?.fieldErrors}
        onSubmit={(data) => {
          if (!confirm.isPending) confirm.mutate({ data });
        }}
      >
        <Typography.Paragraph type="secondary">
          You signed in more than 15 minutes ago. Enter your password to go on.
        </Typography.Paragraph>
        <Form.Item
          name="password"
          label="Your password"
          rules={[{ required: true, message: 'Please enter your password' }]}
        >
          <PasswordInput autoFocus size="large" autoComplete="current-password" maxLength={128} />
        </Form.Item>
        {needsCode && (
          <Form.Item
            name="code"
            label="Code from your authenticator app"
            extra="Six digits, or one of your recovery codes."
            rules={[{ required: true, message: 'Please enter the code' }]}
          >
            <Input autoFocus size="large" autoComplete="one-time-code" maxLength={40} />
          </Form.Item>
        )}
        <FormActions onCancel={cancel} isBusy={confirm.isPending} busy="Confirming...">
          Confirm
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
