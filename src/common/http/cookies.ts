/** @param header the request's Cookie header. @returns the value of a cookie, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`;
  const pair = (header ?? '').split(/;\s*/).find((part) => part.startsWith(prefix));
  return pair === undefined ? null : pair.slice(prefix.length);
}
