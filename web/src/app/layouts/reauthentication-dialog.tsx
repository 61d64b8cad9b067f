import { FormActions } from '@/components/form/form-actions';
import { Form, Input, Typography } from 'antd';
import { useState } from 'react';
import { useReauthenticate } from '@/api/generated/authentication';
import { session } from '@/api/session';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { Dialog } from '@/components/ui/dialog';

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
  return (
    <Dialog
      title="Confirm it’s you"
      width={440}
      onClose={cancel}
      // It may open over another dialog, which takes the focus back from an input with autoFocus.
      onOpened={() => form.focusField('password')}
    >
      <AppForm
        form={form}
        label="Confirm it’s you"
        serverErrors={confirm.error?.fieldErrors}
        onSubmit={(data) => {
          if (!confirm.isPending) confirm.mutate({ data });
        }}
      >
        <Typography.Paragraph type="secondary">
          You signed in more than 15 minutes ago. Enter your password to continue with what you were
          doing.
        </Typography.Paragraph>
        <Form.Item
          name="password"
          label="Your password"
          extra="Do you sign in with Google and have no password? Sign out, sign in with Google and try again."
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
