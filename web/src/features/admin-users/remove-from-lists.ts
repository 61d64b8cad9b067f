import type { QueryClient } from '@tanstack/react-query';
import type { adminListUsers } from '@/api/generated/admin-users';
import { matchPaths } from '@/api/invalidation';

type List = Awaited<ReturnType<typeof adminListUsers>>;

/** Removes the row from the cached lists at once; the reload that follows updates the statistics. */
export function removeFromLists(client: QueryClient, id: number): void {
  client.setQueriesData<List>(
    matchPaths(['/admin/users']),
    (list) =>
      list && {
        ...list,
        data: { ...list.data, users: list.data.users.filter((user) => user.id !== id) },
      },
  );
}
