import { useListNotifications } from '@/api/generated/notifications';

const REFRESH_MS = 60_000;

/** 0 until it is known. Refreshed on focus, and every minute while the page is visible. */
export function useUnreadCount(): number {
  const query = useListNotifications(
    { per_page: 1 },
    { query: { refetchInterval: REFRESH_MS, meta: { quiet: true } } },
  );
  return query.data?.data.unread_count ?? 0;
}
