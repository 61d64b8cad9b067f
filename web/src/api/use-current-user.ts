import { useEffect } from 'react';
import { useStore } from '@/lib/store';
import { useUserInfo } from '@/api/generated/profile';
import { session, type SessionUser } from '@/api/session';

/** The stored user, refreshed from the server. */
export function useCurrentUser(): SessionUser | null {
  const stored = useStore(session);
  const fresh = useUserInfo({ query: { enabled: stored !== null } }).data?.data.user;
  useEffect(() => {
    if (fresh) session.refreshUser(fresh);
  }, [fresh]);
  return stored?.user ?? null;
}
