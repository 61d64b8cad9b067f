
export type ExportAccountSection = typeof ExportAccountSection[keyof typeof ExportAccountSection];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExportAccountSection = {
  profile: 'profile',
  notifications: 'notifications',
  inbox: 'inbox',
  sessions: 'sessions',
  activity: 'activity',
  transactions: 'transactions',
  invoices: 'invoices',
  billing_details: 'billing_details',
  payments: 'payments',
  naira_accounts: 'naira_accounts',
  referrals: 'referrals',
  orders: 'orders',
  proxies: 'proxies',
  sub_users: 'sub_users',
  address_replacements: 'address_replacements',
  usage: 'usage',
  usage_targets: 'usage_targets',
  api_keys: 'api_keys',
  allowed_addresses: 'allowed_addresses',
  webhooks: 'webhooks',
  team: 'team',
  team_invitations: 'team_invitations',
  team_spending: 'team_spending',
} as const;
