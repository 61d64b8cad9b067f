import { canonicalHost } from '../net/canonical-host';
import { findDelimiter, readHeader, splitCsv, type CsvColumn } from './csv';
import {
  type ListedProxy,
  type MalformedLine,
  type ParsedProxyList,
  type ProxyListFormat,
  STATIC_PROTOCOLS,
  type StaticProtocol,
} from './proxy-list.types';
import { readLine, type LineParts } from './read-line';

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
