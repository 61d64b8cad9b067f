import { replace, type RouteObject } from 'react-router-dom';
import { RouteError, ScreenError } from './errors/route-error';
import { requireCustomer } from './guards';
import { layout, page } from './lazy-page';
import { referralsPath } from '@/lib/page-paths';
import { paths } from '@/lib/paths';

const loadProxyHistory = () => import('@/features/proxies/proxy-history-page');

export const customerRoutes: RouteObject[] = [
  {
    loader: requireCustomer,
    lazy: layout(() => import('./layouts/customer-layout')),
    ErrorBoundary: RouteError,
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          {
            path: paths.dashboard,
            lazy: page(() => import('@/features/dashboard/dashboard-page')),
          },
          {
            path: paths.buyProxy,
            lazy: page(() => import('@/features/buy/buy-page')),
            handle: { loadNext: loadProxyHistory },
          },
          {
            path: paths.transactions,
            lazy: page(() => import('@/features/transactions/transactions-page')),
          },
          {
            path: paths.wallet,
            lazy: page(() => import('@/features/wallet/wallet-page')),
          },
          {
            path: paths.proxyHistory,
            lazy: page(loadProxyHistory),
          },
          {
            path: paths.proxy,
            lazy: page(() => import('@/features/proxies/page/proxy-page')),
          },
          {
            path: paths.usage,
            lazy: page(() => import('@/features/usage/usage-page')),
          },
          // Links in old messages.
          { path: paths.referrals, loader: () => replace(referralsPath) },
          {
            path: paths.developers,
            lazy: page(() => import('@/features/profile/developers-page')),
          },
          {
            path: paths.tickets,
            lazy: page(() => import('@/features/tickets/tickets-page')),
          },
          { path: paths.ticket, lazy: page(() => import('@/features/tickets/ticket-page')) },
          { path: paths.team, lazy: page(() => import('@/features/profile/team/team-page')) },
          {
            path: paths.profile,
            lazy: page(() => import('@/features/profile/profile-page')),
          },
        ],
      },
    ],
  },
];
