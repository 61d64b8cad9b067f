import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import { PageSpinner } from '@/components/feedback/spinner';
import { RouteError } from './errors/route-error';
import { redirectSignedIn, redirectSignedInStaff, requireCustomer, requireStaff } from './guards';
import { RootLayout } from './layouts/root-layout';
import { paths } from '@/lib/paths';

/** A page module's default export as a lazy route. */
const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});

const adminRoutes: RouteObject[] = [
  { index: true, loader: () => redirect(paths.adminDashboard) },
  {
    path: paths.adminDashboard,
    lazy: page(() => import('@/features/admin-dashboard/dashboard-page')),
  },
  { path: paths.adminUsers, lazy: page(() => import('@/features/admin-users/users-page')) },
  {
    path: paths.adminUserProfile,
    lazy: page(() => import('@/features/admin-users/profile-page')),
  },
  { path: paths.adminProxies, lazy: page(() => import('@/features/admin-proxies/proxies-page')) },
  {
    path: paths.adminTransactions,
    lazy: page(() => import('@/features/admin-transactions/transactions-page')),
  },
  { path: paths.adminAudit, lazy: page(() => import('@/features/admin-audit/audit-page')) },
  {
    lazy: page(() => import('./errors/admin-only')),
    children: [
      {
        path: paths.adminReports,
        lazy: page(() => import('@/features/admin-reports/reports-page')),
      },
      {
        path: paths.adminSettings,
        lazy: page(() => import('@/features/admin-settings/settings-page')),
      },
    ],
  },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(): AppRouter {
  return createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: PageSpinner,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: () => import('@/features/landing/landing-route') },
            { path: paths.terms, lazy: page(() => import('@/features/legal/terms-page')) },
            { path: paths.privacy, lazy: page(() => import('@/features/legal/privacy-page')) },
            { path: '*', lazy: page(() => import('./errors/not-found-page')) },
          ],
        },
        {
          lazy: page(() => import('./layouts/auth-layout')),
          ErrorBoundary: RouteError,
          children: [
            {
              path: paths.auth,
              loader: redirectSignedIn,
              lazy: page(() => import('@/features/auth/auth-page')),
            },
            {
              path: paths.forgotPassword,
              lazy: page(() => import('@/features/auth/forgot-password-page')),
            },
            {
              path: paths.verifyEmail,
              lazy: page(() => import('@/features/auth/verify-email-page')),
            },
            {
              path: paths.googleCallback,
              lazy: page(() => import('@/features/auth/google-callback-page')),
            },
          ],
        },
        {
          loader: requireCustomer,
          lazy: page(() => import('./layouts/customer-layout')),
          ErrorBoundary: RouteError,
          children: [
            {
              ErrorBoundary: RouteError,
              children: [
                {
                  path: paths.dashboard,
                  lazy: page(() => import('@/features/dashboard/dashboard-page')),
                },
                { path: paths.buyProxy, lazy: page(() => import('@/features/buy/buy-page')) },
                {
                  path: paths.transactions,
                  lazy: page(() => import('@/features/transactions/transactions-page')),
                },
                { path: paths.wallet, lazy: page(() => import('@/features/wallet/wallet-page')) },
                {
                  path: paths.proxyHistory,
                  lazy: page(() => import('@/features/proxies/proxy-history-page')),
                },
                {
                  path: paths.profile,
                  lazy: page(() => import('@/features/profile/profile-page')),
                },
              ],
            },
          ],
        },
        {
          path: paths.adminLogin,
          loader: redirectSignedInStaff,
          lazy: page(() => import('./layouts/admin-login-layout')),
          ErrorBoundary: RouteError,
          children: [
            { index: true, lazy: page(() => import('@/features/admin-login/admin-login-page')) },
          ],
        },
        {
          path: '/admin',
          loader: requireStaff,
          lazy: page(() => import('./layouts/admin-layout')),
          ErrorBoundary: RouteError,
          children: [{ ErrorBoundary: RouteError, children: adminRoutes }],
        },
      ],
    },
  ]);
}
