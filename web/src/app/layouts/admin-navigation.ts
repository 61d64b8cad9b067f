import { useLocation } from 'react-router-dom';
import { useCanOpen } from '@/api/use-can';
import { adminMenu, type AdminEntry, type AdminScreen } from '@/lib/admin-menu';

export interface OpenEntry extends AdminEntry {
  /** Whether one of its screens is shown. */
  isOpen: boolean;
}

/** Whether a screen is the one at a path, or one that it covers. */
export const isAt = (pathname: string, { to, covers = [] }: AdminScreen): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || covers.includes(pathname);

/** The groups of the navigation, with the screens that the viewer may open. */
export function useAdminNavigation(): { label: string; entries: OpenEntry[] }[] {
  const { pathname } = useLocation();
  const canOpen = useCanOpen();
  return adminMenu
    .map(({ label, entries }) => ({
      label,
      entries: entries
        .map((entry) => ({
          ...entry,
          isOpen: entry.screens.some((screen) => isAt(pathname, screen)),
          screens: entry.screens.filter(({ to }) => canOpen(to)),
        }))
        .filter(({ screens }) => screens.length > 0),
    }))
    .filter(({ entries }) => entries.length > 0);
}
