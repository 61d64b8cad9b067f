import { useLocation } from 'react-router-dom';
import { useCanOpen } from '@/api/use-can';
import menu from './admin-menu.json';

interface Screen {
  to: string;
  /** Of its tab, where an entry has several screens. */
  label?: string;
  /** Pages without a tab or an entry of their own. */
  covers?: readonly string[];
}

interface Entry {
  label: string;
  icon: string;
  screens: readonly Screen[];
}

export interface OpenEntry extends Entry {
  /** Whether one of its screens is shown. */
  isOpen: boolean;
}

/** Whether a screen is the one at a path, or one that it covers. */
export const isAt = (pathname: string, { to, covers = [] }: Screen): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || covers.includes(pathname);

/** The groups of the navigation, with the screens that the viewer may open. */
export function useAdminNavigation(): { label: string; entries: OpenEntry[] }[] {
  const { pathname } = useLocation();
  const canOpen = useCanOpen();
  return (menu as { label: string; entries: Entry[] }[])
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
