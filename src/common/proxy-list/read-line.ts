import { isIP } from 'node:net';
import type { ProxyListFormat } from './proxy-list.types';

/** The parts of a line as written. */
export interface LineParts {
  host: string;
  port: string;
  username: string;
  password: string;
  protocol?: string;
}

const HOST_PORT = /^(\[[0-9a-f:.]+\]|[^:\s]+):(\d{1,5})$/i;
const isPort = (text: string | undefined): boolean => /^\d{1,5}$/.test(text ?? '');
const isHost = (text: string | undefined): boolean =>
  isIP((text ?? '').replace(/^\[|\]$/g, '')) > 0 || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text ?? '');

/** @returns null for what is no proxy in the format. */
export function readLine(line: string, format: Exclude<ProxyListFormat, 'csv'>): LineParts | null {
  if (format === 'url') return readUrl(line);
  if (format === 'user_pass_at_host_port') return readAt(line);
  if (format === 'host_port_user_pass') return readColons(line, true);
  if (format === 'user_pass_host_port') return readColons(line, false);
  if (line.includes('://')) return readUrl(line);
  return readAt(line) ?? readColons(line) ?? readColons(line.replace(/[\s,;|]+/g, ':'));
}

function readUrl(line: string): LineParts | null {
  let url: URL;
  try {
    url = new URL(line);
    const [username, password] = [url.username, url.password].map(decodeURIComponent);
    // The port of a special scheme is left out when it is the default one.
    const port = url.port || (url.protocol === 'http:' ? '80' : '');
    return {
      host: url.hostname,
      port,
      username: username!,
      password: password!,
      protocol: url.protocol.slice(0, -1),
    };
  } catch {
    return null;
  }
}

/** `user:pass@host:port`, and `host:port@user:pass` of Proxy-Seller. A password may hold `@`. */
function readAt(line: string): LineParts | null {
  const last = line.lastIndexOf('@');
  if (last < 0) return null;
  return (
    joinAt(line.slice(last + 1), line.slice(0, last)) ??
    joinAt(line.slice(0, line.indexOf('@')), line.slice(line.indexOf('@') + 1))
  );
}

function joinAt(place: string, account: string): LineParts | null {
  const [, host, port] = HOST_PORT.exec(place) ?? [];
  const colon = account.indexOf(':');
  if (!host || !port || !isHost(host) || colon < 1) return null;
  return { host, port, username: account.slice(0, colon), password: account.slice(colon + 1) };
}

/** `host:port:user:pass` or `user:pass:host:port`; the password of the first may hold colons. */
function readColons(line: string, hostFirst?: boolean): LineParts | null {
  const bracketed = /^\[[^\]]+\]/.exec(line)?.[0];
  const parts = bracketed
    ? [bracketed, ...line.slice(bracketed.length + 1).split(':')]
    : line.split(':');
  const [first, second, third, ...rest] = parts;
  if (hostFirst !== false && isHost(first) && isPort(second) && third && rest.length)
    return { host: first!, port: second!, username: third, password: rest.join(':') };
  const [host, port] = [third, rest[0]];
  if (hostFirst !== true && first && second && isHost(host) && isPort(port) && rest.length === 1)
    return { host: host!, port: port!, username: first, password: second };
  return null;
}
