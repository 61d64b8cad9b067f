export const PROFILE_TABS = [
  { key: 'personal', label: 'Personal Info' },
  { key: 'accounts', label: 'Connected Accounts' },
  { key: 'notifications', label: 'Notifications' },
  { key: 'billing', label: 'Billing' },
  { key: 'security', label: 'Security' },
] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number]['key'];

/** The tab an address asks for; the first for anything else. */
export const profileTab = (text: string | null): ProfileTab =>
  PROFILE_TABS.find(({ key }) => key === text)?.key ?? 'personal';
