import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type adminListUsers,
  adminDeleteUser,
  getAdminListUsersQueryKey,
  useAdminDeleteUser,
} from '@/api/generated/admin-users';
import { Alert, Button, Flex, Form, Input, Typography } from 'antd';
import { useMessage } from '@/components/feedback/use-message';
import { formatNaira } from '@/lib/money';
import type { User } from './user';
import { failureMessage } from './user-messages';

type List = Awaited<ReturnType<typeof adminListUsers>>;

/** Removes the account, whose page would be loaded again and answer 404, and its row in the lists at once. */
export function removeFromLists(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: [...getAdminListUsersQueryKey(), id] });
  client.setQueriesData<List>(
    { queryKey: getAdminListUsersQueryKey() },
    (list) =>
      list?.data.users && {
        ...list,
        data: { ...list.data, users: list.data.users.filter((user) => user.id !== id) },
      },
  );
}

interface ConfirmValues {
  email: string;
}

/** Lists the consequences and stays disabled until the user's email is typed. */
export function DeleteUser({
  user,
  onClose,
  onDeleted,
}: {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const [form] = Form.useForm<ConfirmValues>();
  const typed = Form.useWatch('email', form) ?? '';
  const message = useMessage();
  const client = useQueryClient();
  const hasBalance = user.balance !== null && Number(user.balance) !== 0;
  const isConfirmed = typed.trim().toLowerCase() === user.email.toLowerCase();
  const remove = useAdminDeleteUser({
    mutation: {
      mutationFn: async ({ id }) => {
        const answer = await adminDeleteUser(id);
        removeFromLists(client, id);
        return answer;
      },
      meta: { quiet: true },
      onSuccess: ({ message: text }) => {
        message.success(text || 'User deleted successfully!');
        onDeleted();
      },
      onError: (error) => message.error(failureMessage('Failed to delete user', error)),
    },
  });
  return (
    <Form<ConfirmValues>
      form={form}
      layout="vertical"
      aria-label="Delete user"
      onFinish={() => {
        if (isConfirmed && !remove.isPending) remove.mutate({ id: user.id });
      }}
    >
      <Typography.Paragraph>
        You are about to delete <strong>{user.name}</strong> ({user.email}). This cannot be undone.
      </Typography.Paragraph>
      <Typography.Paragraph type="secondary">
        <ul>
          <li>All sessions end, and the account can no longer be used to sign in.</li>
          <li>Name, email and phone are erased.</li>
          <li>Payments and orders are kept for accounting, without the name.</li>
        </ul>
      </Typography.Paragraph>
      <Flex vertical gap="middle">
        {hasBalance && (
          <Alert
            type="warning"
            showIcon
            title={
              <>
                The wallet still holds {formatNaira(Number(user.balance))}. It must be empty before
                the account can be deleted.
              </>
            }
          />
        )}
        <Form.Item<ConfirmValues> name="email" label={`Type ${user.email} to confirm`}>
          <Input spellCheck={false} autoComplete="off" />
        </Form.Item>
      </Flex>
      <Flex justify="end" gap="small">
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          className="wrapping-button"
          danger
          type="primary"
          htmlType="submit"
          disabled={!isConfirmed || remove.isPending}
        >
          {remove.isPending ? 'Deleting...' : `Delete ${user.name}`}
        </Button>
      </Flex>
    </Form>
  );
}
