import { domainToASCII } from 'node:url';

/** A domain with letters beyond ASCII, and nothing that `domainToASCII` would decode or cut off. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.\-。．｡]+$/u;

/**
 * An e-mail address with its domain in the form of the DNS, so that both spellings of a domain are one address. Any other text is
 * returned as it is.
 * @example x@bücher.example → x@xn--bcher-kva.example
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || !INTERNATIONAL.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return ascii ? email.slice(0, at + 1) + ascii : email;
}
