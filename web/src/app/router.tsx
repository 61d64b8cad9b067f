import { createBrowserRouter } from 'react-router-dom';
import { PageSpinner } from '@/components/feedback/spinner';
import { RouteError } from './errors/route-error';
import { redirectSignedIn, redirectToTickets, requireFirstPassword } from './guards';
import { page } from './lazy-page';
import { RootLayout } from './layouts/root-layout';
import { isAdminPath, isCustomerPath, paths } from '@/lib/paths';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** Customer and admin screens, on Ant Design. */
const APP = 'app';

export function createRouter(): AppRouter {
  return createBrowserRouter(
    [
      {
        Component: RootLayout,
        ErrorBoundary: RouteError,
        HydrateFallback: PageSpinner,
        children: [
          {
            lazy: page(() => import('./layouts/site-layout')),
            ErrorBoundary: RouteError,
            children: [
              { index: true, lazy: () => import('@/features/landing/landing-route') },
              { path: paths.terms, lazy: page(() => import('@/features/legal/terms-page')) },
              { path: paths.privacy, lazy: page(() => import('@/features/legal/privacy-page')) },
              {
                path: paths.support,
                loader: redirectToTickets,
                lazy: page(() => import('@/features/support/support-page')),
              },
              { path: paths.status, lazy: () => import('@/features/status/status-route') },
              ...[paths.help, paths.docs].flatMap((path) => [
                { path, lazy: page(() => import('@/features/articles/index-page')) },
                {
                  path: `${path}/:slug`,
                  lazy: () => import('@/features/articles/article-route'),
                },
              ]),
            ],
          },
          {
            path: '*',
            lazy: page(() => import('./errors/not-found-page')),
            ErrorBoundary: RouteError,
          },
          {
            id: APP,
            lazy: async () => {
              const { default: Component, loader } = await import('./layouts/app-providers');
              return { Component, loader };
            },
            // Only a page that is opened by its address has requests of its HTML.
            shouldRevalidate: () => false,
            ErrorBoundary: RouteError,
            children: [
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
                    path: paths.firstPassword,
                    loader: requireFirstPassword,
                    lazy: page(() => import('@/features/auth/first-password-page')),
                  },
                  {
                    path: paths.join,
                    lazy: page(() => import('@/features/auth/join-page')),
                  },
                  {
                    path: paths.verifyEmail,
                    lazy: page(() => import('@/features/auth/verify-email-page')),
                  },
                  {
                    path: paths.stopProposal,
                    lazy: page(() => import('@/features/auth/stop-proposal-page')),
                  },
                  {
                    path: paths.googleCallback,
                    lazy: page(() => import('@/features/auth/google-callback-page')),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    {
      // Customers never load the admin area, not even its list of routes, and visitors load neither.
      async patchRoutesOnNavigation({ path, patch }) {
        if (isCustomerPath(path)) patch(APP, (await import('./customer-routes')).customerRoutes);
        if (isAdminPath(path)) patch(APP, (await import('./admin-routes')).adminRoutes);
      },
    },
  );
}
