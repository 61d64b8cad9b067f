/** The pages meant for everybody, as paths of the web app. */
const PUBLIC_PAGES = ['/', '/auth', '/terms-of-service', '/privacy-policy'];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

/** @param siteUrl without a slash at its end. @returns sitemap.xml. */
export const sitemap = (siteUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PUBLIC_PAGES.map((path) => `  <url><loc>${escaped(siteUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/** Tells in robots.txt where the sitemap is, which has to be a full address. */
export const addSitemap = (robots: string, siteUrl: string): string =>
  `${robots.trimEnd()}\n\nSitemap: ${siteUrl}/sitemap.xml\n`;

/**
 * Gives a public page its one address, whatever query it was asked with, and keeps every other page
 * out of search engines.
 */
export function addSeoTags(html: string, siteUrl: string, path: string): string {
  const plain = withoutSlashes(path);
  const address = escaped(siteUrl + plain);
  const lines = PUBLIC_PAGES.includes(plain)
    ? [
        `<link rel="canonical" href="${address}" />`,
        `<meta property="og:url" content="${address}" />`,
      ]
    : ['<meta name="robots" content="noindex" />'];
  // As a function, because an address may hold what a replacement text gives a meaning to.
  return html.replace('</head>', () => `  ${lines.join('\n    ')}\n  </head>`);
}

/** By hand: a pattern would look at every slash of a stranger's address again for each before it. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
