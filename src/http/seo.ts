/** Public pages, as paths of the web app. */
const PUBLIC_PAGES = [
  '/',
  '/auth',
  '/terms-of-service',
  '/privacy-policy',
  '/support',
  '/status',
  '/help',
  '/docs',
];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

/** @param siteUrl without a slash at its end. @param articles their paths. @returns sitemap.xml. */
export const sitemap = (siteUrl: string, articles: readonly string[] = []): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...PUBLIC_PAGES, ...articles].map(
      (path) => `  <url><loc>${escapeHtml(siteUrl + path)}</loc></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n');

/** Adds the sitemap to robots.txt, by its absolute URL as required. */
export const addSitemap = (robots: string, siteUrl: string): string =>
  `${robots.trimEnd()}\n\nSitemap: ${siteUrl}/sitemap.xml\n`;

/**
 * Adds the canonical URL to a public page, whatever its query string, and `noindex` to every other
 * page.
 * @param articles paths of public pages that the build found.
 */
export function addSeoTags(
  html: string,
  siteUrl: string,
  path: string,
  articles: readonly string[] = [],
): string {
  const pagePath = trimTrailingSlashes(path);
  const url = escapeHtml(siteUrl + pagePath);
  const lines = [...PUBLIC_PAGES, ...articles].includes(pagePath)
    ? [`<link rel="canonical" href="${url}" />`, `<meta property="og:url" content="${url}" />`]
    : ['<meta name="robots" content="noindex" />'];
  // As a function, because the URL may contain replacement patterns such as `$&`.
  return html.replace('</head>', () => `  ${lines.join('\n    ')}\n  </head>`);
}

/** Without a regular expression, which would backtrack quadratically over a path of many slashes. */
function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
