const DELIMITERS = [',', ';', '\t'] as const;

/** Splits one line of CSV; quoted fields may hold the delimiter and doubled quotes, but no line break. */
export function splitCsv(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  let [field, quoted] = ['', false];
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    if (quoted && char === '"' && line[i + 1] === '"') {
      field += char;
      i++;
    } else if (char === '"' && (quoted || field.trim() === '')) {
      quoted = !quoted;
      if (quoted) field = '';
    } else if (char === delimiter && !quoted) {
      fields.push(field.trim());
      field = '';
    } else field += char;
  }
  return [...fields, field.trim()];
}

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
