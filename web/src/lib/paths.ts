/** URLs of the app. */
export const paths = {
  landing: '/',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  firstPassword: '/change-password',
  join: '/join',
  verifyEmail: '/verify-email/:userId?/:token?',
  stopProposal: '/stop-proposal',
  googleCallback: '/auth/google/callback',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  support: '/support',
  help: '/help',
  docs: '/docs',
  status: '/status',
  dashboard: '/dashboard',
  buyProxy: '/buyproxy',
  transactions: '/transactions',
  wallet: '/wallet',
  proxyHistory: '/proxyhistory',
  proxy: '/proxyhistory/:id',
  profile: '/profile',
  usage: '/usage',
  developers: '/developers',
  team: '/team',
  referrals: '/referrals',
  tickets: '/tickets',
  ticket: '/tickets/:id',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminSecurity: '/admin/security',
} as const;

/** The transactions, only the one with the reference. */
export const transactionPath = (reference: string): string =>
  `${paths.transactions}?search=${encodeURIComponent(reference)}`;

const ADMIN = '/admin';

/** The page of the back office of whose account staff saw. */
export const viewedUserPath = (id: number): string => `${ADMIN}/userprofile?id=${id}`;

/** Whether a path belongs to the admin area. */
export const isAdminPath = (path: string): boolean =>
  path === ADMIN || path.startsWith(`${ADMIN}/`);

/** The customer's paths above, as one short expression, since every visitor loads it. */
const CUSTOMER_PATH =
  /^\/(dashboard|buyproxy|transactions|wallet|proxyhistory(\/[^/]+)?|profile|usage|developers|team|referrals|tickets(\/[^/]+)?)\/?$/i;

/** Whether a path belongs to the customer area. */
export const isCustomerPath = (path: string): boolean => CUSTOMER_PATH.test(path);

export const adminSignInPath = (redirectTo: string): string =>
  `${paths.adminLogin}?redirectTo=${encodeURIComponent(redirectTo)}`;

export const signInPath = (redirectTo: string): string =>
  redirectTo === paths.landing
    ? paths.auth
    : `${paths.auth}?redirectTo=${encodeURIComponent(redirectTo)}`;

export const firstPasswordPath = (redirectTo: string): string =>
  `${paths.firstPassword}?redirectTo=${encodeURIComponent(redirectTo)}`;

export const registerPath = `${paths.auth}?mode=register`;

/** The support form, with the reference of a payment filled in. */
export const supportPath = (reference: string): string =>
  `${paths.support}?reference=${encodeURIComponent(reference)}`;

/** A conversation with support. */
export const ticketPath = (ticketId: number): string => `${paths.tickets}/${ticketId}`;

/** The form of a new ticket, about what is given. */
export const newTicketPath = (
  context: { proxy_id?: number | string; reference?: string | null } = {},
): string => {
  const about = Object.entries(context).filter(([, value]) => value);
  const params = about.map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`);
  return `${paths.tickets}?new=1${params.join('')}`;
};

/** The page of one proxy. */
export const proxyPath = (proxyId: number): string => `${paths.proxyHistory}/${proxyId}`;
