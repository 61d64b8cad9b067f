/** Serves every checkout page, on subdomains such as checkout.korapay.com. */
const KORAPAY_DOMAIN = 'korapay.com';
const MAX_LENGTH = 2000;

/**
 * Whether the customer's browser may be sent to a URL that Korapay's API has returned: an https page of Korapay.
 * @param sandboxOrigin also allowed, for the simulator's checkout; undefined outside the sandbox.
 */
export function isCheckoutUrl(value: string, sandboxOrigin: string | undefined): boolean {
  if (value.length > MAX_LENGTH || !URL.canParse(value)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(value);
  if (username || password) return false;
  if (sandboxOrigin !== undefined && origin === new URL(sandboxOrigin).origin) return true;
  const isKorapay = hostname === KORAPAY_DOMAIN || hostname.endsWith(`.${KORAPAY_DOMAIN}`);
  return protocol === 'https:' && port === '' && isKorapay;
}
