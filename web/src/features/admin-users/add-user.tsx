import { Button, Flex, Form } from 'antd';
import { useAdminCreateUser } from '@/api/generated/admin-users';
import type { CreateUserDto } from '@/api/generated/api.schemas';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { UserFields } from './user-fields';
import { addedUserMessage, failureMessage } from './user-messages';
import { ADD_REQUIRED, type UserFormValues } from './user-validation';

const BLANK: UserFormValues = { name: '', email: '', password: '', status: 'active', role: 'user' };

export function AddUser({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<UserFormValues>();
  const message = useMessage();
  const add = useAdminCreateUser({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message: text, data }) => {
        if ('proposal' in data) message.info(text);
        else message.success(addedUserMessage(text, data.created_by.admin_name));
        onClose();
      },
      onError: (error) => message.error(failureMessage('Failed to add user', error)),
    },
  });

  const submit = ({ name, email, password, status, role }: UserFormValues): void => {
    if (add.isPending) return;
    add.mutate({
      data: {
        name: name.trim(),
        email: email.trim(),
        password: password.trim(),
        status: status as CreateUserDto['status'],
        role: role as CreateUserDto['role'],
      },
    });
  };

  return (
    <AppForm
      form={form}
      label="Add user"
      initialValues={BLANK}
      serverErrors={add.error?.fieldErrors}
      onSubmit={submit}
      onInvalid={(errors) => errors.forEach(message.error)}
    >
      <UserFields requiredMessage={ADD_REQUIRED} withPassword />
      <Flex justify="end" gap="small">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" disabled={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add User'}
        </Button>
      </Flex>
    </AppForm>
  );
}
