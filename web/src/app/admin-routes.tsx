import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import { isStaff, session } from '@/api/session';
import { safeStaffRedirect, adminPaths } from '@/lib/admin-paths';
import { adminSignInPath, paths } from '@/lib/paths';
import { getRequestedPath, redirectToFirstPassword } from './guards';
import { PermittedScreen } from './errors/permitted-screen';
import { RouteError, ScreenError } from './errors/route-error';
import { layout, page } from './lazy-page';

export function requireStaff({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return redirect(adminSignInPath(getRequestedPath(request)));
  if (!isStaff(current.user)) return redirect(paths.dashboard);
  return redirectToFirstPassword(current, request);
}

/** A signed-in customer goes to the customer area, as from every page of the admin area. */
export function redirectSignedInStaff({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return null;
  if (!isStaff(current.user)) return redirect(paths.dashboard);
  return redirect(safeStaffRedirect(new URL(request.url).searchParams.get('redirectTo')));
}

const screens: RouteObject[] = [
  { index: true, loader: () => redirect(adminPaths.dashboard) },
  {
    path: adminPaths.dashboard,
    lazy: page(() => import('@/features/admin-dashboard/dashboard-page')),
  },
  { path: adminPaths.users, lazy: page(() => import('@/features/admin-users/users-page')) },
  {
    path: adminPaths.userProfile,
    lazy: page(() => import('@/features/admin-users/profile-page')),
  },
  { path: adminPaths.orders, lazy: page(() => import('@/features/admin-orders/orders-page')) },
  {
    path: `${adminPaths.orders}/:id`,
    lazy: page(() => import('@/features/admin-orders/order-page')),
  },
  { path: adminPaths.proxies, lazy: page(() => import('@/features/admin-proxies/proxies-page')) },
  {
    path: `${adminPaths.proxies}/:id`,
    lazy: page(() => import('@/features/admin-proxies/diagnosis-page')),
  },
  { path: adminPaths.exits, lazy: page(() => import('@/features/admin-supply/exits-page')) },
  { path: adminPaths.stock, lazy: page(() => import('@/features/admin-supply/stock-page')) },
  { path: adminPaths.coverage, lazy: page(() => import('@/features/admin-supply/coverage-page')) },
  { path: adminPaths.networks, lazy: page(() => import('@/features/admin-supply/networks-page')) },
  {
    path: adminPaths.blockedTargets,
    lazy: page(() => import('@/features/admin-supply/blocked-targets-page')),
  },
  {
    path: adminPaths.transactions,
    lazy: page(() => import('@/features/admin-transactions/transactions-page')),
  },
  {
    path: adminPaths.reconciliation,
    lazy: page(() => import('@/features/admin-reconciliation/reconciliation-page')),
  },
  { path: adminPaths.audit, lazy: page(() => import('@/features/admin-audit/audit-page')) },
  {
    path: adminPaths.security,
    lazy: page(() => import('@/features/admin-security/security-page')),
  },
  {
    path: adminPaths.network,
    lazy: page(() => import('@/features/admin-supply/network-page')),
  },
  {
    path: adminPaths.providers,
    lazy: page(() => import('@/features/admin-supply/providers-page')),
  },
  {
    path: adminPaths.coupons,
    lazy: page(() => import('@/features/admin-coupons/coupons-page')),
  },
  { path: adminPaths.prices, lazy: page(() => import('@/features/admin-prices/prices-page')) },
  {
    path: adminPaths.approvals,
    lazy: page(() => import('@/features/admin-approvals/approvals-page')),
  },
  {
    path: adminPaths.clearing,
    lazy: page(() => import('@/features/admin-clearing/clearing-page')),
  },
  { path: adminPaths.invoices, lazy: page(() => import('@/features/admin-vat/vat-page')) },
  {
    path: adminPaths.reports,
    lazy: page(() => import('@/features/admin-reports/reports-page')),
  },
  {
    path: adminPaths.announcements,
    lazy: page(() => import('@/features/admin-announcements/announcements-page')),
  },
  {
    path: adminPaths.incidents,
    lazy: page(() => import('@/features/admin-announcements/incidents-page')),
  },
  {
    path: adminPaths.maintenance,
    lazy: page(() => import('@/features/admin-announcements/maintenance-page')),
  },
  {
    path: adminPaths.settings,
    lazy: page(() => import('@/features/admin-settings/settings-page')),
  },
  { path: adminPaths.support, lazy: page(() => import('@/features/admin-support/support-page')) },
  { path: adminPaths.ticket, lazy: page(() => import('@/features/admin-support/ticket-page')) },
  {
    path: adminPaths.staff,
    lazy: page(() => import('@/features/admin-staff/staff-page')),
  },
  {
    path: adminPaths.machinery,
    lazy: page(() => import('@/features/admin-machinery/machinery-page')),
  },
  {
    path: adminPaths.gateways,
    lazy: page(() => import('@/features/admin-machinery/gateways-page')),
  },
  { path: adminPaths.jobs, lazy: page(() => import('@/features/admin-machinery/jobs-page')) },
  { path: adminPaths.mails, lazy: page(() => import('@/features/admin-machinery/mails-page')) },
  { path: adminPaths.notices, lazy: page(() => import('@/features/admin-machinery/notices-page')) },
  // Behind the guard, so that a visitor signs in first and a customer goes to the customer area.
  { path: '*', lazy: page(() => import('./errors/admin-not-found-page')) },
];

export const adminRoutes: RouteObject[] = [
  {
    path: adminPaths.login,
    loader: redirectSignedInStaff,
    lazy: page(() => import('./layouts/auth-layout')),
    ErrorBoundary: RouteError,
    children: [
      { index: true, lazy: page(() => import('@/features/admin-login/admin-login-page')) },
    ],
  },
  {
    path: adminPaths.invitation,
    lazy: page(() => import('./layouts/auth-layout')),
    ErrorBoundary: RouteError,
    children: [{ index: true, lazy: page(() => import('@/features/admin-login/invitation-page')) }],
  },
  {
    path: adminPaths.home,
    loader: requireStaff,
    lazy: layout(() => import('./layouts/admin-layout')),
    ErrorBoundary: RouteError,
    children: [{ ErrorBoundary: ScreenError, Component: PermittedScreen, children: screens }],
  },
];
