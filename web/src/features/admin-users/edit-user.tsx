import { useAdminUpdateUser } from '@/api/generated/hooks/admin-users/admin-users';
import type { UpdateUserDto } from '@/api/generated/hooks/model/updateUserDto';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { toast } from '@/lib/toast';
import { useUserForm } from './use-user-form';
import type { User } from './user';
import { UserFields } from './user-fields';
import { failureMessage, updatedUserMessage } from './user-messages';
import { validateEditedUser } from './user-validation';

export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { name, email, status, role } = user;
  const form = useUserForm({ name, email, status, role, password: '' }, validateEditedUser);
  const update = useAdminUpdateUser({
    mutation: {
      meta: { quiet: true },
      onSuccess: ({ message, data }) => {
        toast.success(updatedUserMessage(message, data.updated_fields));
        onClose();
      },
      onError: (error) => {
        toast.error(failureMessage('Failed to update user', error));
        form.refuse(error);
      },
    },
  });

  const submit = (): void => {
    if (update.isPending || !form.check()) return;
    const { values } = form;
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
    <form
      className={parts.form}
      aria-label="Edit user"
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
        isSuspended={status === 'suspended'}
      />
      <Field id="user-phone" label="Phone" hint="The phone number cannot be edited.">
        {(input) => <TextInput {...input} readOnly value={user.phone ?? 'Not given'} />}
      </Field>
      <div className={parts.actions}>
        <PlainButton onClick={onClose}>Cancel</PlainButton>
        <PlainButton look="primary" type="submit" disabled={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </PlainButton>
      </div>
    </form>
  );
}
