import type { Permission } from '@/api/generated/api.schemas';
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
const SCREENS: Partial<Record<string, Permission>> = {
  [adminPaths.dashboard]: 'dashboard.read',
  [adminPaths.approvals]: 'approvals.read',
  [adminPaths.users]: 'users.read',
  [adminPaths.userProfile]: 'users.read',
  [adminPaths.proxies]: 'proxies.read',
  [adminPaths.exits]: 'supply.read',
  [adminPaths.stock]: 'supply.read',
  [adminPaths.coverage]: 'supply.read',
  [adminPaths.networks]: 'supply.read',
  [adminPaths.blockedTargets]: 'supply.read',
  [adminPaths.network]: 'supply.manage',
  [adminPaths.providers]: 'supply.manage',
  [adminPaths.prices]: 'prices.manage',
  [adminPaths.coupons]: 'coupons.manage',
  [adminPaths.transactions]: 'transactions.read',
  [adminPaths.reconciliation]: 'transactions.read',
  [adminPaths.clearing]: 'clearing.manage',
  [adminPaths.reports]: 'reports.read',
  [adminPaths.audit]: 'audit.read',
  [adminPaths.settings]: 'settings.manage',
  [adminPaths.staff]: 'staff.manage',
};

/** Whether the viewer may open a screen of the back office, by its URL. */
export function useCanOpen(): (url: string) => boolean {
  const can = useCan();
  return (url) => {
    const permission = SCREENS[url.split(/[?#]/)[0] ?? ''];
    return permission === undefined || can(permission);
  };
}
