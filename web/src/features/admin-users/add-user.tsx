import { useAdminCreateUser } from '@/api/generated/hooks/admin-users/admin-users';
import type { CreateUserDto } from '@/api/generated/hooks/model/createUserDto';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { toast } from '@/lib/toast';
import { useUserForm } from './use-user-form';
import { UserFields } from './user-fields';
import { addedUserMessage, failureMessage } from './user-messages';
import { validateNewUser } from './user-validation';

const BLANK = { name: '', email: '', password: '', status: 'active', role: 'user' };

export function AddUser({ onClose }: { onClose: () => void }) {
  const form = useUserForm(BLANK, validateNewUser);
  const add = useAdminCreateUser({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message, data }) => {
        toast.success(addedUserMessage(message, data.created_by.admin_name));
        onClose();
      },
      onError: (error) => {
        toast.error(failureMessage('Failed to add user', error));
        form.refuse(error);
      },
    },
  });

  const submit = (): void => {
    if (add.isPending || !form.check()) return;
    const { name, email, password, status, role } = form.values;
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
    <form
      className={parts.form}
      aria-label="Add user"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <UserFields
        values={form.values}
        problems={form.problems}
        onChange={form.change}
        withPassword
      />
      <div className={parts.actions}>
        <PlainButton onClick={onClose}>Cancel</PlainButton>
        <PlainButton look="primary" type="submit" disabled={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add User'}
        </PlainButton>
      </div>
    </form>
  );
}
