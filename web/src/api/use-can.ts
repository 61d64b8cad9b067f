import type { Permission } from '@/api/generated/api.schemas';
import { adminMenu } from '@/lib/admin-menu';
import { adminPaths } from '@/lib/admin-paths';
import { useStore } from '@/lib/store';
import { session, type SessionUser } from './session';

export type Can = (permission: Permission) => boolean;

const hasPermission = (user: SessionUser | undefined, permission: Permission): boolean =>
  user?.permissions?.includes(permission) ?? user?.role === 'admin';

/** What the role of the viewer permits. For the UI only; the server enforces permissions. */
export function useCan(): Can {
  const user = useStore(session)?.user;
  return (permission) => hasPermission(user, permission);
}

/** Without which permission the server refuses what a screen asks for. The rest is open to all staff. */
const NEEDED: Partial<Record<string, Permission>> = {
  ...Object.fromEntries(
    adminMenu
      .flatMap(({ entries }) => entries)
      .flatMap(({ screens }) => screens)
      .flatMap(({ to, covers = [], permission }) =>
        [to, ...covers].map((path) => [path, permission as Permission]),
      ),
  ),
  // The list of networks shows, this changes.
  [adminPaths.network]: 'supply.manage',
};

/** Whether the viewer may open a screen of the back office, by its URL. */
export function useCanOpen(): (url: string) => boolean {
  const can = useCan();
  return (url) => {
    const path = url.split(/[?#]/)[0] ?? '';
    // The page of one row needs what its list does.
    const permission = NEEDED[path] ?? NEEDED[path.replace(/\/\d+$/, '')];
    return permission === undefined || can(permission);
  };
}
