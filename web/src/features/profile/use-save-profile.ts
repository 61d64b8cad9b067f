import { useChangePassword, useUpdateName } from '@/api/generated/profile';
import { useMessage } from '@/components/feedback/use-message';
import { changesPassword, type ProfileValues } from './profile-rules';

const meta = { fallback: 'Failed to update profile' };

const ONLY_PASSWORD = 'Your password was changed. Your name was not saved.';
const ONLY_NAME = 'Your name was saved. Your password was not changed.';

/**
 * Saves the name and, if entered, the password in two concurrent requests. When the password is
 * refused, the name becomes what it was, so that one save has one outcome.
 * @param savedName the name before.
 */
export function useSaveProfile(savedName: string) {
  const notify = useMessage();
  const name = useUpdateName({ mutation: { meta } });
  const revert = useUpdateName({ mutation: { meta: { quiet: true } } });
  const password = useChangePassword({ mutation: { meta } });

  /** Resolves with whether everything was saved; errors have been shown by then. */
  const save = async (values: ProfileValues): Promise<boolean> => {
    const { name: fullName, ...passwords } = values;
    const renamed = fullName.trim();
    const [nameResult, passwordResult] = await Promise.allSettled([
      name.mutateAsync({ data: { name: renamed } }),
      changesPassword(values) ? password.mutateAsync({ data: passwords }) : null,
    ]);
    const isNamed = nameResult.status === 'fulfilled';
    if (isNamed && passwordResult.status === 'fulfilled') {
      notify.success('Profile updated successfully!');
      return true;
    }
    if (isNamed && renamed !== savedName) await undoName();
    if (!isNamed && passwordResult.status === 'fulfilled' && changesPassword(values))
      notify.info(ONLY_PASSWORD);
    return false;
  };

  const undoName = (): Promise<unknown> =>
    revert.mutateAsync({ data: { name: savedName } }).catch(() => notify.info(ONLY_NAME));

  return {
    save,
    isSaving: name.isPending || password.isPending || revert.isPending,
    fieldErrors: name.error?.fieldErrors ?? password.error?.fieldErrors,
    reset: () => {
      name.reset();
      password.reset();
    },
  };
}
