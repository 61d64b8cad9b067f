const CONTROL_OR_SPACE = /[\p{Cc}\s\\]/u;

/**
 * Parses the return URL of a checkout.
 * @param appUrl the site's own URL.
 * @returns the normalized URL, or null unless it has the site's origin and no part that URL parsers
 * interpret differently.
 */
export function parseSameOriginUrl(value: string, appUrl: string): string | null {
  if (!/^https?:\/\/[^/]/.test(value) || CONTROL_OR_SPACE.test(value)) return null;
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  const isOwn =
    url.origin === new URL(appUrl).origin &&
    !/^[^/]*\/\/[^/?#]*@/.test(value) &&
    !url.pathname.startsWith('//') &&
    !url.hash;
  return isOwn ? url.href : null;
}
