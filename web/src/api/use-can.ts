import type { Permission } from '@/api/generated/api.schemas';
import { useStore } from '@/lib/store';
import { session, type SessionUser } from './session';

/** Whether the role of a member of staff has a permission. For the UI only; the server enforces permissions. */
export const hasPermission = (user: SessionUser | undefined, permission: Permission): boolean =>
  user?.permissions?.includes(permission) ?? user?.role === 'admin';

/** @returns what the viewer may do, by permission. */
export function useCan(): (permission: Permission) => boolean {
  const user = useStore(session)?.user;
  return (permission) => hasPermission(user, permission);
}
