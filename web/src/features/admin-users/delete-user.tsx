import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminDeleteUser, useAdminDeleteUser } from '@/api/generated/hooks/admin-users/admin-users';
import { Notice } from '@/components/feedback/notice';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { formatNaira } from '@/lib/money';
import { toast } from '@/lib/toast';
import type { User } from './user';
import styles from './delete-user.module.css';
import { removeFromLists } from './remove-from-lists';
import { failureMessage } from './user-messages';

/** Names the account, what happens to it, and wants its address typed. */
export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const holdsMoney = user.balance !== null && Number(user.balance) !== 0;
  const confirmed = typed.trim().toLowerCase() === user.email.toLowerCase();
  const client = useQueryClient();
  const remove = useAdminDeleteUser({
    mutation: {
      mutationFn: async ({ id }) => {
        const answer = await adminDeleteUser(id);
        removeFromLists(client, id);
        return answer;
      },
      meta: { quiet: true },
      onSuccess: ({ message }) => {
        toast.success(message || 'User deleted successfully!');
        onClose();
      },
      onError: (error) => toast.error(failureMessage('Failed to delete user', error)),
    },
  });
  return (
    <form
      className={parts.form}
      aria-label="Delete user"
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed && !remove.isPending) remove.mutate({ id: user.id });
      }}
    >
      <p>
        You are about to delete <strong>{user.name}</strong> ({user.email}). This cannot be undone.
      </p>
      <ul className={styles.consequences}>
        <li>All sessions end, and nobody signs in with this account again.</li>
        <li>Name, email and phone are erased.</li>
        <li>Payments and orders stay in the books without the name.</li>
      </ul>
      {holdsMoney && (
        <Notice tone="warning" icon="alert">
          The wallet still holds {formatNaira(Number(user.balance))}. It must be empty before the
          account can be deleted.
        </Notice>
      )}
      <Field id="delete-confirm" label={`Type ${user.email} to confirm`}>
        {(input) => (
          <TextInput
            {...input}
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className={parts.actions}>
        <PlainButton autoFocus onClick={onClose}>
          Cancel
        </PlainButton>
        <PlainButton look="danger" type="submit" disabled={!confirmed || remove.isPending}>
          {remove.isPending ? 'Deleting...' : `Delete ${user.name}`}
        </PlainButton>
      </div>
    </form>
  );
}
