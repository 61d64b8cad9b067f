import { useChangePassword, useUpdateName } from '@/api/generated/hooks/profile/profile';
import { useMessage } from '@/components/feedback/use-message';
import { changesPassword, type ProfileValues } from './profile-rules';

const meta = { fallback: 'Failed to update profile' };

/** Saves the name and, if entered, the password in two concurrent requests. */
export function useSaveProfile() {
  const notify = useMessage();
  const name = useUpdateName({ mutation: { meta } });
  const password = useChangePassword({ mutation: { meta } });

  /** Resolves with whether everything was saved; errors have been shown by then. */
  const save = async (values: ProfileValues): Promise<boolean> => {
    const { name: fullName, ...passwords } = values;
    const calls: Promise<unknown>[] = [name.mutateAsync({ data: { name: fullName.trim() } })];
    if (changesPassword(values)) calls.push(password.mutateAsync({ data: passwords }));
    const results = await Promise.allSettled(calls);
    if (results.some(({ status }) => status === 'rejected')) return false;
    notify.success('Profile updated successfully!');
    return true;
  };

  return {
    save,
    isSaving: name.isPending || password.isPending,
    fieldErrors: name.error?.fieldErrors ?? password.error?.fieldErrors,
    reset: () => {
      name.reset();
      password.reset();
    },
  };
}
