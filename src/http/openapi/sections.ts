import type { Operation } from './operations';

/** A chapter of the reference: what the tags of the controllers are to the code, this is to a reader. */
export interface Section {
  readonly name: string;
  readonly description: string;
  /** The operations that come first, in this order. */
  readonly first?: readonly string[];
  readonly contains: (path: string, operation: Operation) => boolean;
}

const hasTag =
  (...tags: string[]): Section['contains'] =>
  (_path, operation) =>
    tags.includes(operation.tags?.[0] ?? '');
const hasPath =
  (pattern: RegExp): Section['contains'] =>
  (path) =>
    pattern.test(path);
const USAGE = /\/usage(\/|$)/;
const staff = (tag: string, description: string): Section => ({
  name: tag,
  description,
  contains: hasTag(tag),
});

/** In the order of a first integration, then the rest, then staff. An operation is in the first that contains it. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'Authentication',
    description: 'Sign in with email and password. Programs sign in once, to create an API key.',
    first: ['register', 'login', 'logout'],
    contains: hasTag('Authentication'),
  },
  {
    name: 'API keys',
    description: 'Keys for programs, with scopes, allowed addresses and a daily spending limit.',
    first: ['createApiKey', 'listApiKeys'],
    contains: hasPath(/\/user\/api-keys/),
  },
  {
    name: 'Wallet and payments',
    description: 'The balance, top-ups by card and bank transfer, transactions and receipts.',
    first: ['getWalletBalance', 'initializeTopup', 'verifyPayment', 'listTransactions'],
    contains: hasTag('Wallet', 'Payments'),
  },
  {
    name: 'Catalogue',
    description: 'What is on sale: countries, cities, networks, stock and prices.',
    first: ['listCountries', 'catalog', 'poolCountries', 'priceQuote'],
    contains: hasTag('Catalog'),
  },
  {
    name: 'Quotes',
    description: 'What an order costs before it is placed. A quote is free and reserves nothing.',
    first: ['quoteOrder'],
    contains: hasPath(/\/(pricing|renewal|place)\/quote$/),
  },
  {
    name: 'Purchases',
    description:
      'Orders, renewals and more expensive places, paid from the wallet, and refunds into it. Send an Idempotency-Key with each.',
    first: ['buyProxies', 'buyDatacenter', 'renewProxy', 'addTraffic', 'setAutoRenew'],
    contains: hasPath(/\/proxies\/(buy|\{id\}\/(renewal|traffic|place|auto-renew|refund))/),
  },
  {
    name: 'Connection',
    description:
      'Your proxies: addresses, credentials, lists, sessions, rotation and open connections.',
    first: ['listProxies', 'getProxy', 'listEndpoints', 'rotateSession', 'testProxy'],
    contains: (path, operation) => hasTag('Proxies')(path, operation) && !USAGE.test(path),
  },
  {
    name: 'Usage',
    description: 'Traffic, requests and failures by hour, day or month.',
    first: ['usageReport', 'proxyUsage', 'exportUsage', 'usageFailures'],
    contains: hasPath(USAGE),
  },
  {
    name: 'Team',
    description: 'People who act for you with a sign-in of their own, and invitations.',
    first: ['getTeam', 'inviteMember'],
    contains: hasTag('Team'),
  },
  {
    name: 'Webhooks',
    description: 'Signed calls to a URL of yours about orders, payments and proxies.',
    first: ['createWebhook', 'testWebhook', 'listWebhookDeliveries', 'listWebhooks'],
    contains: hasPath(/\/user\/webhooks/),
  },
  {
    name: 'Dashboard',
    description: 'The figures of the customer’s first page.',
    contains: hasTag('Dashboard'),
  },
  {
    name: 'Profile',
    description: 'The account, its sessions, password and notifications.',
    contains: hasTag('Profile'),
  },
  {
    name: 'Notifications',
    description: 'What happened to the account: low balance, expiry, traffic, renewals, sign-ins.',
    first: ['listNotifications', 'markNotificationsRead'],
    contains: hasTag('Notifications'),
  },
  {
    name: 'Support',
    description: 'Messages to sales, and tickets: conversations with support.',
    first: ['openTicket', 'listTickets', 'getTicket', 'replyToTicket'],
    contains: hasTag('Support'),
  },
  {
    name: 'Health',
    description: 'For load balancers, monitors and status pages.',
    contains: hasTag('Health'),
  },
  staff('Admin dashboard', 'Figures and alerts of the shop.'),
  staff('Admin users', 'Customers and staff: accounts, sessions, wallets and addresses.'),
  staff(
    'Admin search',
    'One search over users, proxies, transactions, orders, invoices and tickets.',
  ),
  staff('Admin orders', 'Refunds of orders, in full or in part.'),
  staff('Admin tickets', 'Conversations of customers with support: answers, notes, assignees.'),
  staff('Admin proxies', 'Sold proxies: suspension, expiry and open connections.'),
  staff('Admin transactions', 'Transactions of all customers and their receipts.'),
  staff('Admin payments', 'Card payments: review, refunds, chargebacks and reconciliation.'),
  staff('Admin wallet corrections', 'Credits and debits that two admins agree on.'),
  staff('Admin clearing', 'Payouts of the payment provider compared with the ledger.'),
  staff('Admin prices', 'Price lists, their history and scheduled changes.'),
  staff('Admin supply', 'Exits, stock, suppliers, wholesale networks and blocked targets.'),
  staff('Admin analytics', 'Sales, margin and traffic over time.'),
  staff('Admin machinery', 'Queues and failed jobs, mails, payment notices and gateways.'),
  staff('Admin audit', 'The audit log and the checks of its and the ledger’s integrity.'),
  staff('Admin announcements', 'What customers are told, and incidents of the status page.'),
  staff('Admin settings', 'Settings of the shop.'),
  staff('Admin staff', 'Staff, their roles and what these let them do.'),
  staff('Admin security', 'Two-factor authentication of staff.'),
];
