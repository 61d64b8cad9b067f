import { useChangePassword, useUpdateName } from '@/api/generated/hooks/profile/profile';
import { useMessage } from '@/components/feedback/use-message';
import { changesPassword, type ProfileValues } from './profile-rules';

const meta = { fallback: 'Failed to update profile' };

/** The name and, if it was filled in, the password: both at once, as two calls. */
export function useSaveProfile() {
  const notify = useMessage();
  const name = useUpdateName({ mutation: { meta } });
  const password = useChangePassword({ mutation: { meta } });

  /** Whether everything was saved; what was not has been told by then. */
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
    saving: name.isPending || password.isPending,
    fieldErrors: name.error?.fieldErrors ?? password.error?.fieldErrors,
    reset: () => {
      name.reset();
      password.reset();
    },
  };
}
