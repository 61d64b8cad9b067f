import type { Option } from '@/lib/proxy-options';
import type { Proxy } from './proxy';

const SOCKS5_PORT = 1080;

export const getSocks5Port = (proxy: Pick<Proxy, 'port_socks5'>): number =>
  proxy.port_socks5 ?? SOCKS5_PORT;

export type OutputFormat = 'host' | 'protocol';

export const OUTPUT_FORMATS: readonly Option<OutputFormat>[] = [
  { value: 'host', label: 'Host:port' },
  { value: 'protocol', label: 'Protocol' },
];

interface Endpoint {
  host: string;
  port: number;
  username: string;
  password: string;
  protocol: string;
}

/** host:port:username:password, or a URL. */
export const formatConnection = (
  { host, port, username, password, protocol }: Endpoint,
  format: OutputFormat,
): string =>
  format === 'host'
    ? `${host}:${port}:${username}:${password}`
    : `${protocol}://${username}:${password}@${host}:${port}`;

/** Address and credentials for the protocol. */
export const toEndpoint = (proxy: Proxy, protocol: string): Endpoint => ({
  host: proxy.host,
  port: protocol === 'socks5' ? getSocks5Port(proxy) : proxy.port,
  username: proxy.username,
  password: proxy.password,
  protocol,
});

/** One line per session id, which is part of the username: each session keeps its exit IP. */
export const generateConnections = (
  proxy: Proxy,
  protocol: string,
  format: OutputFormat,
  sessions: readonly string[],
): string =>
  sessions
    .map((session) => {
      const endpoint = toEndpoint(proxy, protocol);
      return formatConnection(
        { ...endpoint, username: `${endpoint.username}-session-${session}` },
        format,
      );
    })
    .join('\n');

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

const SESSION_LENGTH = 8;

/**
 * The name of a proxy's nth session. Always the same, so that a list copied earlier and one copied
 * today keep the same exit IPs. Not a secret: the password protects the proxy.
 */
export function getSessionId(uuid: string, index: number): string {
  // FNV-1a.
  let hash = 0xcbf29ce484222325n;
  for (const char of `${uuid}:${index}`)
    hash = ((hash ^ BigInt(char.charCodeAt(0))) * 0x100000001b3n) & 0xffffffffffffffffn;
  return Array.from(
    { length: SESSION_LENGTH },
    (_, place) => ALPHABET[Number((hash >> BigInt(place * 8)) & 31n)],
  ).join('');
}
