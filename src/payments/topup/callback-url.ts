const CONTROL_OR_SPACE = /[\p{Cc}\s\\]/u;

/**
 * Reads where a customer wants to return to after the checkout.
 * @param appUrl the site's own address.
 * @returns the address in its normal form, or null unless it is plainly a page of the site: the same
 * scheme, host and port, and nothing that two URL readers could read differently.
 */
export function parseSameOriginUrl(value: string, appUrl: string): string | null {
  if (!/^https?:\/\/[^/]/.test(value) || CONTROL_OR_SPACE.test(value)) return null;
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  const own =
    url.origin === new URL(appUrl).origin &&
    !/^[^/]*\/\/[^/?#]*@/.test(value) &&
    !url.pathname.startsWith('//') &&
    !url.hash;
  return own ? url.href : null;
}
