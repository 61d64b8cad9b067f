import { ROLES, type ApiKeyScope, type Role } from '../../src/common/security/actor';
import type { TeamAccess } from '../../src/common/security/access.decorators';
import type { Permission } from '../../src/common/security/permissions';

/** Roles per operation according to the HTTP contract, compared with the decorators. */
export const RULES: [calls: RegExp, access: 'public' | Role[]][] = [
  [/ \/auth\/(logout|reauthenticate)$/, [...ROLES]],
  [/ \/(auth|health|lists|pool)\//, 'public'],
  [
    / \/(exchange-rate|pricing-info|countries|data-center-info|data-center-pricing|catalog|pricing)$/,
    'public',
  ],
  [/ \/(payments\/webhook\/korapay|admin\/approvals\/stop)$/, 'public'],
  [/ \/(contact|status)$/, 'public'],
  [
    / \/user\/(announcements|api-keys|billing-details|coupons|email-change|export|invoices|naira-account|notifications|referrals|second-factor|security|team|trial|webhooks)/,
    ['user'],
  ],
  [/ \/user\/(usage\/targets$|proxies\/\{id\}\/(sub-users|replacement))/, ['user']],
  [/^DELETE \/user$/, ['user']],
  [/ \/tickets\/inbound$/, 'public'],
  [/ \/tickets/, ['user']],
  // Staff have no wallet to spend from.
  [
    / \/(payments\/(initialize-topup|verify|\{reference\}\/(checkout|cancel))|proxies\/buy(-datacenter)?|user\/proxies\/\{id\}\/((renewal|place)(\/quote)?|traffic|auto-renew|refund))$/,
    ['user'],
  ],
  [/ \/admin\/second-factor\/(staff|requirement)/, ['admin']],
  // Their own account, also for sub-admins.
  [/ \/admin\/second-factor/, ['sub-admin', 'admin']],
  [/^(POST|PUT|DELETE) \/admin\//, ['admin']],
  [/ \/admin\/users\/[^/]+\/(purchases|payments|wallet)$/, ['admin']],
  [/ \/admin\/payments\/reconciliations$/, ['sub-admin', 'admin']],
  [/ \/admin\/(transactions\/[^/]+\/receipt|prices\/export)$/, ['admin']],
  [
    / \/admin\/(analytics|approvals|compensations|coupons|invoices|permissions|reports|roles|staff|profit|tickets|canned-replies|announcements|incidents|clearing|system|payments|orders|wallet-corrections|audit\/verify|supply\/(provider|network-usage|exits\/[^/]+\/customers|networks\/[^/]+\/(provider-usage|places\/export)))/,
    ['admin'],
  ],
  [/ \/admin\/(gateways|jobs|machinery|mails|payment-notices)/, ['admin']],
  [/ \/admin\//, ['sub-admin', 'admin']],
  [/ /, [...ROLES]],
];

/** The permission of each operation of staff. */
export const PERMISSION_RULES: [calls: RegExp, permission: Permission | 'own'][] = [
  [/ \/admin\/second-factor\/(staff|requirement)/, 'staff.manage'],
  [/ \/admin\/(second-factor|search)/, 'own'],
  [/ \/admin\/(permissions|roles|staff)/, 'staff.manage'],
  [/ \/admin\/dashboard/, 'dashboard.read'],
  [/ \/admin\/users\/\{id\}\/(payments|purchases|wallet)$/, 'money.read'],
  [/ \/admin\/(transactions\/\{id\}\/receipt|payments\/\{id\})$/, 'money.read'],
  [
    / \/admin\/(users\/\{id\}\/(fund-wallet|wallet-corrections)|wallet-corrections\/\{id\}\/reverse|transactions\/\{id\}\/reverse-funding)$/,
    'wallets.manage',
  ],
  [/ \/admin\/compensations/, 'wallets.manage'],
  [/ \/admin\/users\/\{id\}\/troubled-proxies$/, 'proxies.read'],
  [/^GET \/admin\/users\/\{id\}\/naira-account$/, 'transactions.read'],
  [/ \/admin\/users\/\{id\}\/naira-account\/check$/, 'payments.manage'],
  [/^(POST|DELETE) \/admin\/users\/\{id\}\/notes/, 'tickets.manage'],
  [/^POST \/admin\/(orders|proxies\/all|transactions\/all|users)\/export$/, 'lists.export'],
  [/^GET \/admin\/users/, 'users.read'],
  [/ \/admin\/users/, 'users.manage'],
  [/ \/admin\/orders\/\{id\}\/(partial-)?refund(-quote)?$/, 'refunds.propose'],
  [/^GET \/admin\/orders(\/\{id\})?$/, 'orders.read'],
  [/^GET \/admin\/(approvals|wallet-corrections)/, 'approvals.read'],
  // The service refuses to reject what others have proposed.
  [/ \/admin\/wallet-corrections\/\{id\}\/reject$/, 'approvals.read'],
  [/ \/admin\/wallet-corrections/, 'approvals.decide'],
  [/ \/admin\/(tickets|canned-replies)/, 'tickets.manage'],
  [/ \/admin\/(announcements|incidents)/, 'announcements.manage'],
  [/^GET \/admin\/proxies/, 'proxies.read'],
  [/ \/admin\/proxies/, 'proxies.manage'],
  [/^GET \/admin\/prices(\/history)?$/, 'prices.read'],
  [/ \/admin\/prices/, 'prices.manage'],
  [/ \/admin\/coupons/, 'coupons.manage'],
  [
    /^GET \/admin\/supply\/(blocks|coverage|dialects|exits|gateways|health|stock|networks(\/\{id\}(\/places)?)?)$/,
    'supply.read',
  ],
  [/ \/admin\/supply/, 'supply.manage'],
  [/^GET \/admin\/(transactions|payments)/, 'transactions.read'],
  [/ \/admin\/payment(s|-notices)/, 'payments.manage'],
  [/ \/admin\/clearing/, 'clearing.manage'],
  [/ \/admin\/(analytics|invoices|profit|reports)/, 'reports.read'],
  [/ \/admin\/audit\/logs$/, 'audit.read'],
  [/ \/admin\/audit/, 'audit.export'],
  [/ \/admin\/system\/settings/, 'settings.manage'],
  [/ \/admin\/(failed-jobs|gateways|jobs|machinery|mails|system)/, 'system.manage'],
];

/** Scope per operation that takes an API key; the rest takes none. */
export const SCOPES: [calls: RegExp, scope: ApiKeyScope | undefined][] = [
  [/ \/(admin|auth)\//, undefined],
  [/^GET \/user\/(export|second-factor|security\/review|team|trial)$/, undefined],
  [/^GET /, 'read'],
  [/^POST \/(pricing\/quote|user\/proxies\/\{id\}\/(renewal|place)\/quote)$/, 'read'],
  [/^PUT \/proxies\/update-(datacenter|residential-mobile)$/, 'proxies'],
  [/^PUT \/user\/(allowed-addresses|proxies\/\{id\}\/labels)$/, 'proxies'],
  [
    / \/user\/proxies\/\{id\}\/(connections(\/settings|\/\{connection_id\})?|list-token|reissue-credentials|replacement|resume|rotate|suspend|test|sub-users(\/\{subUserId\}(\/password)?)?)$/,
    'proxies',
  ],
  [/^POST \/proxies\/buy(-datacenter)?$/, 'buy'],
  [/ \/user\/proxies\/\{id\}\/(renewal|place|traffic|auto-renew|refund)$/, 'buy'],
  [
    /^POST \/(payments\/(initialize-topup|\{reference\}\/cancel)|user\/(coupons\/quote|invoices|naira-account\/check))$/,
    'wallet',
  ],
  [/ /, undefined],
];

/** What each operation of customers is to a member of a team; the rest acts on the owner's account. */
export const TEAM_RULES: [calls: RegExp, access: TeamAccess | undefined][] = [
  [/ \/admin\//, undefined],
  [/ \/auth\/(logout|reauthenticate)$/, 'person'],
  [/ \/profile(\/|$)/, 'person'],
  [/ \/user(\/(info|email-change(\/confirm)?|export|notifications(\/read)?))?$/, 'person'],
  [/ \/user\/second-factor(\/|$)/, 'person'],
  [/ \/user\/security\/review$/, 'person'],
  [/ \/user\/team\/(accept|leave)$/, 'person'],
  [/ \/user\/(api-keys|coupons|naira-account|referrals|team|trial|webhooks)(\/|$)/, 'owner'],
  [/ \/payments\/(initialize-topup|verify|\{reference\}\/(checkout|cancel))$/, 'owner'],
  [/^(PUT|DELETE) \/user\/(allowed-addresses|usage\/targets)$/, 'owner'],
  [/^(POST \/user\/invoices|PUT \/user\/billing-details)$/, 'owner'],
  [/^GET \/user\/proxies\/\{id\}\/(endpoints|sub-users)$/, 'buyer'],
  [/ /, undefined],
];
