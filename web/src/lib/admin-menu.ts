import menu from './admin-menu.json';

export interface AdminScreen {
  to: string;
  /** A `Permission`, without which the server refuses what the screen asks for. */
  permission: string;
  /** Of its tab, where an entry has several screens. */
  label?: string;
  /** Pages without a tab or an entry of their own. */
  covers?: readonly string[];
}

export interface AdminEntry {
  label: string;
  icon: string;
  screens: readonly AdminScreen[];
}

/** The navigation of the back office, as JSON for the HTML that is painted before the scripts. */
export const adminMenu = menu as { label: string; entries: AdminEntry[] }[];
