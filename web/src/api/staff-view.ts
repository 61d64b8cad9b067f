import type { StaffViewData } from '@/api/generated/api.schemas';
import { paths } from '@/lib/paths';
import { TOKEN_KEY, USER_KEY, VIEW_UNTIL_KEY } from './session';

/**
 * Opens the shop as a customer sees it in a tab of its own, whose storage alone has the token: the session of the staff is in
 * the storage that tabs share, and stays as it is.
 * @returns false when the browser did not open the tab.
 */
export function openStaffView({ user, token, expires_at: until }: StaffViewData): boolean {
  const tab = window.open('', '_blank');
  if (!tab) return false;
  tab.sessionStorage.setItem(USER_KEY, JSON.stringify(user));
  tab.sessionStorage.setItem(VIEW_UNTIL_KEY, until);
  tab.sessionStorage.setItem(TOKEN_KEY, token);
  tab.location.replace(paths.dashboard);
  return true;
}
