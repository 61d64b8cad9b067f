import type { Actor, Role } from './actor';

interface PermissionInfo {
  /** Of the role editor. */
  readonly group: (typeof PERMISSION_GROUPS)[number];
  readonly label: string;
  readonly description: string;
  /** What somebody with it must have too. */
  readonly needs?: readonly string[];
  /** Moves money or rights: where there is a second admin, giving it needs the approval of another admin. */
  readonly sensitive?: true;
}

export const PERMISSION_GROUPS = [
  'Overview',
  'Customers',
  'Products',
  'Supply',
  'Money',
  'System',
] as const;

/**
 * What staff may do, each a word of `@StaffOnly()`. The names are stored in the roles of a shop: never rename one.
 * `x.read` only shows, `x.manage` also changes.
 */
const TABLE = {
  'dashboard.read': {
    group: 'Overview',
    label: 'See the dashboard',
    description: 'Figures, alerts and recent activity, without amounts.',
  },
  'approvals.read': {
    group: 'Overview',
    label: 'See approvals',
    description: 'What waits for a second person, and what came of it.',
  },
  'approvals.decide': {
    group: 'Overview',
    label: 'Decide approvals',
    description: 'Approve or reject what somebody else has proposed.',
    needs: ['approvals.read', 'money.read'],
    sensitive: true,
  },
  'users.read': {
    group: 'Customers',
    label: 'See users',
    description: 'Names, contacts, status and allowed addresses.',
  },
  'users.manage': {
    group: 'Customers',
    label: 'Manage customers',
    description: 'Add, edit, suspend and delete customers, end sessions, reset two-factor.',
    needs: ['users.read'],
  },
  'orders.read': {
    group: 'Customers',
    label: 'See orders',
    description: 'Orders with what was charged, delivered and refunded.',
    needs: ['money.read'],
  },
  'refunds.propose': {
    group: 'Customers',
    label: 'Propose refunds',
    description: 'Work out a refund of an order and propose it to somebody who approves it.',
    needs: ['money.read', 'approvals.read'],
  },
  'refunds.manage': {
    group: 'Customers',
    label: 'Refund orders',
    description: 'Refund without approval up to the limit in Settings.',
    needs: ['refunds.propose', 'money.read', 'approvals.read'],
    sensitive: true,
  },
  'tickets.manage': {
    group: 'Customers',
    label: 'Answer tickets',
    description: 'Read and answer support tickets, write internal notes.',
    needs: ['users.read'],
  },
  'announcements.manage': {
    group: 'Customers',
    label: 'Publish announcements',
    description: 'Tell customers something on every screen, open and resolve incidents.',
  },
  'proxies.read': {
    group: 'Products',
    label: 'See proxies',
    description: 'Status, place, usage and connections, without passwords.',
  },
  'proxies.manage': {
    group: 'Products',
    label: 'Manage proxies',
    description: 'Suspend, resume, reissue credentials and see them, close connections.',
    needs: ['proxies.read'],
  },
  'prices.read': {
    group: 'Products',
    label: 'See prices',
    description: 'Price lists in force, planned and past.',
  },
  'prices.manage': {
    group: 'Products',
    label: 'Change prices',
    description: 'Change, plan, import and export price lists.',
    needs: ['prices.read', 'money.read'],
  },
  'coupons.manage': {
    group: 'Products',
    label: 'Manage coupons',
    description: 'See, create and end coupons.',
  },
  'supply.read': {
    group: 'Supply',
    label: 'See supply',
    description:
      'Networks, exits, gateways, stock and blocked targets, without costs and accounts.',
  },
  'supply.manage': {
    group: 'Supply',
    label: 'Manage supply',
    description:
      'Networks, provider accounts, costs, exits, stock, blocked targets; buys at providers.',
    needs: ['supply.read'],
  },
  'money.read': {
    group: 'Money',
    label: 'See amounts',
    description: 'Balances, prices paid, revenue, costs and payment history.',
  },
  'transactions.read': {
    group: 'Money',
    label: 'See transactions',
    description: 'Transactions and reconciliations.',
  },
  'wallets.manage': {
    group: 'Money',
    label: 'Fund and correct wallets',
    description: 'Without approval up to the limits in Settings.',
    needs: ['users.read', 'money.read', 'approvals.read'],
    sensitive: true,
  },
  'payments.manage': {
    group: 'Money',
    label: 'Decide payments',
    description: 'Accept, reject and refund payments, record chargebacks, repeat notices.',
    needs: ['transactions.read', 'money.read', 'approvals.read'],
    sensitive: true,
  },
  'clearing.manage': {
    group: 'Money',
    label: 'Clear payouts',
    description: 'Accounts, payouts of the payment provider and differences.',
    needs: ['transactions.read', 'money.read'],
  },
  'reports.read': {
    group: 'Money',
    label: 'See reports',
    description: 'Analytics, profit and their exports.',
    needs: ['money.read'],
  },
  'lists.export': {
    group: 'System',
    label: 'Export lists',
    description: 'Files of users, orders, proxies and transactions, of the lists that they see.',
  },
  'audit.read': {
    group: 'System',
    label: 'See the audit trail',
    description: 'Entries without amounts; those of high severity need "See amounts" too.',
  },
  'audit.export': {
    group: 'System',
    label: 'Export the audit trail',
    description: 'Files of all entries, and the check of its chain.',
    needs: ['audit.read', 'money.read'],
  },
  'settings.manage': {
    group: 'System',
    label: 'Change settings',
    description: 'Site, payment, email and limits of approvals.',
    sensitive: true,
  },
  'staff.manage': {
    group: 'System',
    label: 'Manage staff and roles',
    description:
      'Invite staff and make roles, with no permission that they do not have themselves.',
    needs: ['users.read'],
    sensitive: true,
  },
  'system.manage': {
    group: 'System',
    label: 'Run the system',
    description: 'Failed jobs, checks of the ledger, machinery.',
  },
} as const satisfies Record<string, PermissionInfo>;

export type Permission = keyof typeof TABLE;
export const PERMISSIONS = Object.keys(TABLE) as Permission[];
export const PERMISSION_TABLE: Record<Permission, PermissionInfo> = TABLE;

export const isSensitive = (permission: Permission): boolean =>
  PERMISSION_TABLE[permission].sensitive === true;

/** With what they need, in the order of the table. */
export const withNeeded = (permissions: readonly Permission[]): Permission[] => {
  const needed = new Set<string>(permissions);
  for (const one of permissions)
    for (const need of PERMISSION_TABLE[one].needs ?? []) needed.add(need);
  return PERMISSIONS.filter((one) => needed.has(one));
};

/** The roles that every shop has. A sub-admin sees what an admin sees, except for amounts, and changes nothing. */
const BUILT_IN: Record<Role, readonly Permission[]> = {
  user: [],
  'sub-admin': [
    ...(['dashboard.read', 'users.read', 'proxies.read', 'prices.read', 'supply.read'] as const),
    ...(['transactions.read', 'audit.read'] as const),
  ],
  admin: PERMISSIONS,
};

/** Sets to start a role from. */
export const PRESETS: Record<'Support' | 'Finance' | 'Supply', Permission[]> = {
  Support: withNeeded([
    ...([
      'dashboard.read',
      'users.read',
      'orders.read',
      'refunds.propose',
      'tickets.manage',
      'announcements.manage',
    ] as const),
    ...(['proxies.manage', 'prices.read', 'supply.read', 'transactions.read'] as const),
  ]),
  Finance: withNeeded([
    ...([
      'dashboard.read',
      'approvals.decide',
      'users.read',
      'orders.read',
      'refunds.manage',
    ] as const),
    ...(['prices.read', 'wallets.manage', 'payments.manage', 'clearing.manage'] as const),
    ...(['reports.read', 'lists.export', 'audit.read', 'audit.export'] as const),
  ]),
  Supply: withNeeded([
    ...(['dashboard.read', 'proxies.read', 'prices.read', 'supply.manage'] as const),
  ]),
};

/** @param staffRole the role of the shop's own that a member of staff has in place of a built-in one. */
export const getPermissions = ({
  role,
  staffRole,
}: Pick<Actor, 'role' | 'staffRole'>): readonly Permission[] =>
  staffRole?.permissions ?? BUILT_IN[role];

export const can = (actor: Pick<Actor, 'role' | 'staffRole'>, permission: Permission): boolean =>
  getPermissions(actor).includes(permission);
