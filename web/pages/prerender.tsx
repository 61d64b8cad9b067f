import './browser-globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import SiteLayout from '@/app/layouts/site-layout';
import LandingPage from '@/features/landing/landing-page';
import { loadArticle } from '@/features/articles/article';
import ArticlePage from '@/features/articles/article-page';
import ArticleIndexPage from '@/features/articles/index-page';
import type { LandingData } from '@/features/landing/landing-data';
import PrivacyPage from '@/features/legal/privacy-page';
import TermsPage from '@/features/legal/terms-page';
import { paths } from '@/lib/paths';

const never = new Promise<never>(() => undefined);
/** Prices and places change: the browser requests them. */
const unknown: LandingData = { prices: never, datacenter: never, coverage: never };

const handler = createStaticHandler([
  {
    Component: SiteLayout,
    children: [
      { index: true, loader: () => unknown, Component: LandingPage },
      { path: paths.terms, Component: TermsPage },
      { path: paths.privacy, Component: PrivacyPage },
      ...[paths.help, paths.docs].flatMap((path) => [
        { path, Component: ArticleIndexPage },
        { path: `${path}/:slug`, loader: loadArticle, Component: ArticlePage },
      ]),
    ],
  },
]);

/** The HTML of a public page as a visitor sees it before its scripts have run, and without any. */
export async function prerender(path: string): Promise<string> {
  const context = await handler.query(new Request(new URL(path, window.location.origin)));
  if (context instanceof Response) throw new Error(`${path} answers ${context.status}`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
}
