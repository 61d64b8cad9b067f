import { Form } from 'antd';
import { useSetPassword } from '@/api/generated/profile';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { FormActions } from '@/components/form/form-actions';
import { PasswordInput } from '@/components/form/password-input';
import { Dialog } from '@/components/ui/dialog';
import { validateNewPassword } from './personal-info';

interface Passwords {
  new_password: string;
  new_password_confirmation: string;
}

/** The first password of an account that only signs in with Google. The server asks for a recent sign-in. */
export default function SetPassword({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Passwords>();
  const set = useSetPassword({
    mutation: {
      meta: { fallback: 'The password could not be set' },
      onSuccess: notify.thenGoOn(onClose),
    },
  });
  return (
    <Dialog title="Set a password" width={440} onClose={onClose}>
      <AppForm
        form={form}
        label="Set a password"
        serverErrors={set.error?.fieldErrors}
        onSubmit={(data) => {
          const errors = validateNewPassword(data);
          if (errors.length > 0) form.setFields(errors);
          else if (!set.isPending) set.mutate({ data });
        }}
      >
        <Form.Item name="new_password" label="New password">
          <PasswordInput autoFocus size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item name="new_password_confirmation" label="Confirm new password">
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={set.isPending} busy="Saving...">
          Set password
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
