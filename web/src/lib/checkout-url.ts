const PROVIDER_DOMAIN = 'korapay.com';

/** The checkout page to open, or null unless it is the provider's, or of this site as in the sandbox. */
export function parseCheckoutUrl(text: string): string | null {
  if (!URL.canParse(text, window.location.origin)) return null;
  const url = new URL(text, window.location.origin);
  const isProvider =
    url.protocol === 'https:' &&
    (url.hostname === PROVIDER_DOMAIN || url.hostname.endsWith(`.${PROVIDER_DOMAIN}`));
  return isProvider || url.origin === window.location.origin ? url.href : null;
}
