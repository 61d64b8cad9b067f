import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { useState } from 'react';
import {
  getGetNotificationsQueryKey,
  useGetNotifications,
  useUpdateNotifications,
  type getNotifications,
} from '@/api/generated/profile';
import { useMessage } from '@/components/feedback/use-message';

type Answer = Awaited<ReturnType<typeof getNotifications>>;
export type Preferences = Answer['data'];

const without = (change: Partial<Preferences>, done: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !(name in done)));

/**
 * The stored preferences with pending changes applied; a rejected change falls back to the server's
 * last value.
 */
export function useNotifications() {
  const notify = useMessage();
  const client = useQueryClient();
  const query = useGetNotifications({ query: { meta: { quiet: true } } });
  const [saving, setSaving] = useState<Partial<Preferences>>({});
  const update = useUpdateNotifications({
    mutation: { meta: { fallback: 'Failed to save the notification settings' } },
  });
  const known = query.data?.data;

  const save = async (change: Partial<Preferences>): Promise<Record<string, string[]>> => {
    if (Object.keys(change).some((name) => name in saving)) return {};
    setSaving((current) => ({ ...current, ...change }));
    try {
      const { data, message } = await update.mutateAsync({ data: change });
      // Only the changed fields: the response may predate another pending change.
      const saved = Object.fromEntries(
        Object.entries(data).filter(([name]) => name in change),
      ) as Partial<Preferences>;
      // A pending refetch may return the values from before this change.
      await client.cancelQueries({ queryKey: getGetNotificationsQueryKey() });
      client.setQueryData<Answer>(getGetNotificationsQueryKey(), (answer) =>
        answer ? { ...answer, data: { ...answer.data, ...saved } } : answer,
      );
      notify.success(message ?? 'Notification settings saved.');
      return {};
    } catch (error) {
      return error instanceof ApiError ? error.fieldErrors : {};
    } finally {
      setSaving((current) => without(current, change));
    }
  };

  return {
    query,
    preferences: known && { ...known, ...saving },
    isSaving: (name: keyof Preferences): boolean => name in saving,
    save,
  };
}
