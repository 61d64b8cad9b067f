import { FormActions } from '@/components/form/form-actions';
import { Form, Input } from 'antd';
import { useEffect } from 'react';
import { useAdminUpdateUser } from '@/api/generated/admin-users';
import type { UpdateUserDto } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { useOwnId } from '@/api/use-own-id';
import type { User } from './user';
import { UserFields } from './user-fields';
import { failureMessage, updatedUserMessage } from './user-messages';
import { EDIT_REQUIRED, type UserFormValues } from './user-validation';

type EditValues = Omit<UserFormValues, 'password'>;

export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { name, email, status, role } = user;
  const [form] = Form.useForm<EditValues>();
  const message = useMessage();
  const isOwn = useOwnId() === user.id;
  const update = useAdminUpdateUser({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message: text, data }) => {
        if ('proposal' in data) message.info(text);
        else message.success(updatedUserMessage(text, data.updated_fields));
        onClose();
      },
      onError: (error) => message.error(failureMessage('Failed to update user', error)),
    },
  });

  // The dialog opens with the row of the list; the user's own response may be newer.
  useEffect(() => {
    const latest: EditValues = { name, email, status, role };
    const untouched = (Object.keys(latest) as (keyof EditValues)[]).filter(
      (field) => !form.isFieldTouched(field),
    );
    form.setFields(
      untouched.map((field) => ({ name: field, value: latest[field], touched: false })),
    );
  }, [form, name, email, status, role]);

  const submit = (values: EditValues): void => {
    if (update.isPending) return;
    update.mutate({
      id: user.id,
      data: {
        name: values.name.trim(),
        email: values.email.trim(),
        status: values.status as UpdateUserDto['status'],
        role: values.role as UpdateUserDto['role'],
      },
    });
  };

  return (
    <AppForm
      form={form}
      label="Edit user"
      initialValues={{ name, email, status, role }}
      serverErrors={update.error?.fieldErrors}
      onSubmit={submit}
      onInvalid={(errors) => errors.forEach(message.error)}
    >
      <UserFields
        requiredMessage={EDIT_REQUIRED}
        isSuspended={status === 'suspended'}
        isOwn={isOwn}
      />
      <Form.Item label="Phone" htmlFor="user-phone" extra="The phone number cannot be edited.">
        <Input id="user-phone" readOnly value={user.phone ?? 'Not given'} />
      </Form.Item>
      <FormActions onCancel={onClose} isBusy={update.isPending} busy="Saving...">
        Save Changes
      </FormActions>
    </AppForm>
  );
}
