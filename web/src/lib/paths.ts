/** Every address of the app. */
export const paths = {
  landing: '/',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  verifyEmail: '/verify-email/:userId?/:token?',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  dashboard: '/dashboard',
  buyProxy: '/buyproxy',
  transactions: '/transactions',
  wallet: '/wallet',
  proxyHistory: '/proxyhistory',
  profile: '/profile',
  adminDashboard: '/admin/dashboard',
} as const;

export const signInPath = (redirectTo: string): string =>
  redirectTo === paths.landing
    ? paths.auth
    : `${paths.auth}?redirectTo=${encodeURIComponent(redirectTo)}`;

export const registerPath = `${paths.auth}?mode=register`;
