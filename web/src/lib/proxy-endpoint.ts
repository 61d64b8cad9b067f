/** What a program enters to use a proxy. */
export interface ProxyEndpoint {
  readonly host: string;
  readonly port: number;
  /** With the place and the session in it, if any. */
  readonly username: string;
  readonly password: string;
  readonly protocol: 'http' | 'socks5';
}

/** The scheme for programs that resolve names at the proxy, which a location needs. */
export const SOCKS_BY_NAME = 'socks5h';

/** http://user:pass@host:port, percent-encoded. @param socks scheme for SOCKS5 */
export function toProxyUrl(endpoint: ProxyEndpoint, socks = 'socks5'): string {
  const scheme = endpoint.protocol === 'socks5' ? socks : 'http';
  const username = encodeURIComponent(endpoint.username);
  const password = encodeURIComponent(endpoint.password);
  return `${scheme}://${username}:${password}@${endpoint.host}:${endpoint.port}`;
}
