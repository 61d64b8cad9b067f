import { isIP } from 'node:net';
import { withMessage } from '../common/http/api.decorators';
import { invalidFields } from '../common/errors/domain-error';
import {
  parseProxyList,
  type ListedProxy,
  type ProxyListFormat,
  type StaticProtocol,
} from '../common/proxy-list';
import type { CatalogCountry } from './catalog.entity';
import type { ImportData, ImportedLineResponse } from './import.dto';

const MAX_LINES = 5_000;

/** What a line of a list would add. With the account at the provider: never log it. */
export interface PlannedLine {
  readonly line: number;
  /** Two lines with the same key would add the same. */
  readonly key: string;
  readonly country: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: StaticProtocol;
  readonly upstreamUrl: string;
}

export interface ImportPlan<T> {
  /** One per key. */
  readonly planned: readonly T[];
  /** The lines that add nothing whatever there is already. */
  readonly rejected: readonly ImportedLineResponse[];
}

/** A list, and what holds for lines that do not say it. */
interface ProxyList {
  readonly text: string;
  readonly format?: ProxyListFormat;
  readonly country?: string;
  readonly protocol?: StaticProtocol;
}

/** What the lines of a list are called. */
const NOUNS = { unit: 'address', exit: 'exit' } as const;
type ImportKind = keyof typeof NOUNS;

/**
 * Decides about each line of a list without what there is already.
 * @param toPlanned returns why a line cannot be added, without a word of it.
 */
export function planImport<T extends PlannedLine>(
  what: ImportKind,
  { text, format = 'auto', ...defaults }: ProxyList,
  countries: readonly CatalogCountry[],
  toPlanned: (line: PlannedLine, proxy: ListedProxy) => T | string,
): ImportPlan<T> {
  const { proxies, malformed } = parseProxyList(text, format, defaults.protocol);
  const codes = toCountryCodes(countries);
  const planned = new Map<string, T>();
  const rejected = malformed.map(({ line, reason }) => toMalformed(line, reason));
  for (const proxy of proxies) {
    const line = toLine(what, proxy, defaults, codes);
    const one = typeof line === 'string' ? line : toPlanned(line, proxy);
    const first = typeof one === 'string' ? undefined : planned.get(one.key);
    if (typeof one === 'string') rejected.push(toMalformed(proxy.line, one));
    else if (first)
      rejected.push(toImported(one, `The same ${NOUNS[what]} is on line ${first.line}.`));
    else planned.set(one.key, one);
  }
  const count = planned.size + rejected.length;
  if (count === 0) throw invalidFields({ text: ['The list is empty.'] });
  if (count > MAX_LINES)
    throw invalidFields({ text: [`A list has at most ${MAX_LINES} lines. Split it.`] });
  return { planned: [...planned.values()], rejected };
}

/** What became of each line, and how many were, or would be, added by country. @param added keys. */
export function toImportData<T extends PlannedLine>(
  what: ImportKind,
  { planned, rejected }: ImportPlan<T>,
  added: ReadonlySet<string>,
  countries: readonly CatalogCountry[],
  isDryRun: boolean,
): ImportData {
  const known =
    what === 'unit' ? 'The address is in stock already.' : 'There is such an exit already.';
  const lines = planned
    .map((one) => toImported(one, added.has(one.key) ? null : known))
    .concat(rejected)
    .sort((a, b) => a.line - b.line);
  const count = (outcome: ImportedLineResponse['outcome'], country?: string) =>
    lines.filter((one) => one.outcome === outcome && one.country === (country ?? one.country))
      .length;
  const counts = { added: count('added'), duplicate: count('duplicate') };
  const noun = `${counts.added} ${what}${counts.added === 1 ? '' : 's'}`;
  return withMessage(
    {
      dry_run: isDryRun,
      counts: { ...counts, malformed: count('malformed') },
      countries: countries
        .map(({ code, name }) => ({
          ...{ country: code, country_name: name, added: count('added', code) },
        }))
        .filter((country) => country.added > 0),
      lines,
    },
    isDryRun ? `${noun} would be added.` : `${noun} added.`,
  );
}

export function toUpstreamUrl(
  protocol: StaticProtocol,
  host: string,
  port: number,
  ...account: [string, string]
): string {
  const [username, password] = account.map(encodeURIComponent);
  return `${protocol}://${username}:${password}@${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function toLine(
  what: ImportKind,
  { line, host, port, username, password, ...said }: ListedProxy,
  defaults: Omit<ProxyList, 'text'>,
  codes: ReadonlyMap<string, string>,
): PlannedLine | string {
  // The address is what a customer buys and sees; a host name is the gateway of a network.
  if (what === 'unit' && !isIP(host))
    return 'The host is a name. A unit of stock has an IP address.';
  const country = codes.get((said.country ?? defaults.country ?? '').toLowerCase());
  if (!country)
    return said.country
      ? 'The country is not known.'
      : 'The country is missing: choose one for the list.';
  const protocol = said.protocol ?? defaults.protocol ?? 'http';
  const upstreamUrl = toUpstreamUrl(protocol, host, port, username, password);
  return { line, key: host, country, host, port, protocol, upstreamUrl };
}

/** Providers write codes or names, and some of them UK. */
function toCountryCodes(countries: readonly CatalogCountry[]): ReadonlyMap<string, string> {
  const codes = new Map(countries.map(({ code, name }) => [name.toLowerCase(), code]));
  for (const { code } of countries) codes.set(code, code);
  return codes.set('uk', 'gb').set('usa', 'us');
}

/** @param reason why it is there already; null when it is added. */
const toImported = (
  { line, host: address, port, protocol, country }: PlannedLine,
  reason: string | null,
): ImportedLineResponse => ({
  ...{ line, outcome: reason === null ? 'added' : 'duplicate', address },
  ...{ port, protocol, country, reason },
});

const toMalformed = (line: number, reason: string): ImportedLineResponse => ({
  ...{ line, reason, outcome: 'malformed' },
  ...{ address: null, port: null, protocol: null, country: null },
});
