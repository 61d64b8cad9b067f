import { parseCsv } from './csv';
import { isIP } from 'node:net';
import { canonicalHost } from './net/addresses';

export const PROXY_LIST_FORMATS = [
  'auto',
  'host_port_user_pass',
  'user_pass_host_port',
  'user_pass_at_host_port',
  'url',
  'csv',
] as const;
/** `auto` tells the format of every line by itself; `csv` has a line with the names of the columns first. */
export type ProxyListFormat = (typeof PROXY_LIST_FORMATS)[number];

export const STATIC_PROTOCOLS = ['http', 'socks5'] as const;
export type StaticProtocol = (typeof STATIC_PROTOCOLS)[number];

/** One line of a list: a proxy with its account. Never log it. */
export interface ListedProxy {
  /** From 1. */
  readonly line: number;
  /** An IP address in its one spelling, or a host name in lower case. */
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Null when the line does not say. */
  readonly protocol: StaticProtocol | null;
  /** Code or name as written; null when the line does not say. */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
  readonly expiresAt: Date | null;
}

/** Why a line is no proxy, without a word of the line, which has a password in it. */
export interface MalformedLine {
  readonly line: number;
  readonly reason: string;
}

export interface ParsedProxyList {
  readonly proxies: readonly ListedProxy[];
  readonly malformed: readonly MalformedLine[];
}

const DELIMITERS = [',', ';', '\t'] as const;

const splitCsv = (line: string, delimiter: string): string[] => parseCsv(line, delimiter)[0] ?? [];

/** The delimiter that splits the line into most fields. */
export const findDelimiter = (line: string): string =>
  [...DELIMITERS].sort((a, b) => splitCsv(line, b).length - splitCsv(line, a).length)[0]!;

/** Names of columns in exports of Webshare, Proxy-Seller and others, without spaces and punctuation. */
const COLUMNS = {
  host: ['ip', 'ipaddress', 'host', 'hostname', 'address', 'proxyaddress', 'server', 'iponly'],
  port: ['port', 'porthttp', 'httpport', 'proxyport', 'porthttps'],
  socksPort: ['portsocks', 'portsocks5', 'socksport', 'socks5port'],
  username: ['username', 'user', 'login', 'proxyusername'],
  password: ['password', 'pass', 'proxypassword'],
  protocol: ['protocol', 'scheme', 'proxytype'],
  country: ['country', 'countrycode', 'geo', 'location'],
  region: ['region', 'state'],
  city: ['city', 'cityname'],
  isp: ['isp', 'asnname', 'provider'],
  expiresAt: [
    'upstreamexpiresat',
    'expiresat',
    'expires',
    'expiration',
    'expirationdate',
    'dateend',
    'enddate',
    'validuntil',
    'expirydate',
  ],
} as const;
export type CsvColumn = keyof typeof COLUMNS;

const squash = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Where each column is; null when the line is no header, which names at least a host and a port. */
export function readHeader(fields: readonly string[]): Map<CsvColumn, number> | null {
  const names = fields.map(squash);
  const found = new Map<CsvColumn, number>();
  for (const [column, known] of Object.entries(COLUMNS) as [CsvColumn, readonly string[]][]) {
    const at = names.findIndex((name) => known.includes(name));
    if (at >= 0) found.set(column, at);
  }
  return found.has('host') && (found.has('port') || found.has('socksPort')) ? found : null;
}

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

const NO_PROXY = 'This is not an address, a port, a user name and a password.';
/** What SOCKS5 can carry, RFC 1929. */
const MAX_CREDENTIAL = 255;

/** A line of the text, without a word of it in the message. */
class LineError extends Error {
  override name = 'LineError';
}

interface Row extends LineParts {
  country?: string;
  region?: string;
  city?: string;
  isp?: string;
  expiresAt?: string;
}

/**
 * Reads a list of static proxies as providers export them: a proxy per line, or CSV whose first line names the columns.
 * Empty lines and lines that begin with `#` are skipped.
 * @param prefers which port a CSV with one per protocol gives.
 */
export function parseProxyList(
  text: string,
  format: ProxyListFormat = 'auto',
  prefers: StaticProtocol = 'http',
): ParsedProxyList {
  const proxies: ListedProxy[] = [];
  const malformed: MalformedLine[] = [];
  let header: Map<CsvColumn, number> | null = null;
  let delimiter = ',';
  let isFirst = true;
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, index) => {
      const content = raw.trim();
      if (content === '' || content.startsWith('#')) return;
      const line = index + 1;
      if (isFirst && (format === 'csv' || format === 'auto')) {
        isFirst = false;
        delimiter = findDelimiter(content);
        header = readHeader(splitCsv(content, delimiter));
        if (header) return;
      }
      try {
        const row = header
          ? readRow(splitCsv(content, delimiter), header, prefers)
          : readLine(content, format === 'csv' ? 'auto' : format);
        if (!row) throw new LineError(NO_PROXY);
        proxies.push(toProxy(line, row));
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        malformed.push({ line, reason: error.message });
      }
    });
  return { proxies, malformed };
}

function readRow(
  fields: readonly string[],
  header: Map<CsvColumn, number>,
  prefers: StaticProtocol,
): Row {
  const get = (column: CsvColumn) => fields[header.get(column) ?? -1] ?? '';
  const protocol = get('protocol') || undefined;
  const isSocks = (protocol ?? prefers).toLowerCase().startsWith('socks');
  const [first, second] = isSocks
    ? (['socksPort', 'port'] as const)
    : (['port', 'socksPort'] as const);
  const usesSocks = get(first) ? isSocks : !isSocks && header.has('socksPort');
  // Some exports have address and port in one field as well.
  const [host = '', inHost] = /^([\d.]+):(\d+)$/.exec(get('host'))?.slice(1) ?? [get('host')];
  return {
    host,
    port: get(first) || get(second) || inHost || '',
    username: get('username'),
    password: get('password'),
    protocol: protocol ?? (header.has('socksPort') ? (usesSocks ? 'socks5' : 'http') : undefined),
    country: get('country'),
    region: get('region'),
    city: get('city'),
    isp: get('isp'),
    expiresAt: get('expiresAt'),
  };
}

function toProxy(line: number, row: Row): ListedProxy {
  const host = canonicalHost(row.host);
  if (host === undefined) throw new LineError('The address is not valid.');
  const port = Number(row.port);
  if (!/^\d{1,5}$/.test(row.port) || port < 1 || port > 65_535)
    throw new LineError('The port is not a number from 1 to 65535.');
  if (!row.username || !row.password) throw new LineError('User name or password is missing.');
  if (![row.username, row.password].every(isCredential))
    throw new LineError(
      `User name and password have at most ${MAX_CREDENTIAL} printable characters without spaces.`,
    );
  return {
    ...{ line, host, port, username: row.username, password: row.password },
    protocol: row.protocol ? toProtocol(row.protocol) : null,
    country: row.country || null,
    region: row.region || null,
    city: row.city || null,
    isp: row.isp || null,
    expiresAt: row.expiresAt ? toDate(row.expiresAt) : null,
  };
}

const isCredential = (text: string): boolean =>
  Buffer.byteLength(text) <= MAX_CREDENTIAL && /^[^\s\p{Cc}\p{Cf}]+$/u.test(text);

function toProtocol(text: string): StaticProtocol {
  const name = text.toLowerCase().replace(/^socks(5h?)?$/, 'socks5');
  const known = STATIC_PROTOCOLS.find((protocol) => protocol === name);
  if (known) return known;
  // Providers write HTTPS for a proxy that takes CONNECT, but an https URL is a proxy behind TLS.
  if (name === 'http/https' || name === 'http(s)' || name === 'https/http') return 'http';
  throw new LineError('The protocol is neither http nor socks5.');
}

/** ISO 8601, `2027-01-31 12:00:00`, `31.01.2027` or seconds since 1970; UTC when no zone is given. */
function toDate(text: string): Date {
  const [, day, month, year, time = ''] =
    /^(\d{2})\.(\d{2})\.(\d{4})(?:[ T](.*))?$/.exec(text) ?? [];
  const iso = day ? `${year}-${month}-${day}${time && ` ${time}`}` : text;
  const zoned = /^\d{4}-\d{2}-\d{2}[ T][\d:.]+$/.test(iso) ? `${iso.replace(' ', 'T')}Z` : iso;
  const date = /^\d{10}$/.test(text) ? new Date(Number(text) * 1000) : new Date(zoned);
  if (!/^\d/.test(text) || Number.isNaN(date.getTime()))
    throw new LineError('The end is not a date.');
  return date;
}
