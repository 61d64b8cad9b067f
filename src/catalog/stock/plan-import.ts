import { isIP } from 'node:net';
import { parseProxyList, type ListedProxy, type StaticProtocol } from '../../common/proxy-list';
import type { CatalogLocation } from '../catalog.types';
import type { NewUnit } from './stock-units.service';
import type { ImportedLine, ImportResult, UnitImport } from './stock-unit.entity';

/** Codes by code and by name, all in lower case. */
export type CountryCodes = ReadonlyMap<string, string>;

interface PlannedUnit extends NewUnit {
  readonly line: number;
}

export interface ImportPlan {
  /** One per address. */
  readonly units: readonly PlannedUnit[];
  /** The lines that add nothing whatever the stock has. */
  readonly rejected: readonly ImportedLine[];
}

/** Decides about each line of a list without the stock. */
export function planImport(request: UnitImport, countries: CountryCodes, now: Date): ImportPlan {
  const { proxies, malformed } = parseProxyList(request.text, request.format, request.protocol);
  const units = new Map<string, PlannedUnit>();
  const rejected = malformed.map(({ line, reason }) => toMalformed(line, reason));
  for (const proxy of proxies) {
    const unit = toUnit(proxy, request, countries, now);
    const first = typeof unit === 'string' ? undefined : units.get(unit.address);
    if (typeof unit === 'string') rejected.push(toMalformed(proxy.line, unit));
    else if (first)
      rejected.push(toLine(unit, 'duplicate', `The same address is on line ${first.line}.`));
    else units.set(unit.address, unit);
  }
  return { units: [...units.values()], rejected };
}

/** @returns why it cannot be a unit, without a word of the line. */
function toUnit(
  { line, host, port, username, password, ...said }: ListedProxy,
  request: UnitImport,
  countries: CountryCodes,
  now: Date,
): PlannedUnit | string {
  // The address is what a customer buys and sees; a host name is the gateway of a network.
  if (!isIP(host)) return 'The host is a name. A unit of stock has an IP address.';
  const country = countries.get((said.country ?? request.country ?? '').toLowerCase());
  if (!country)
    return said.country
      ? 'The country is not known.'
      : 'The country is missing: choose one for the list.';
  const upstreamExpiresAt = said.expiresAt ?? request.upstreamExpiresAt ?? null;
  if (upstreamExpiresAt && upstreamExpiresAt <= now) return 'The end is in the past.';
  const protocol = said.protocol ?? request.protocol ?? 'http';
  const upstreamUrl = toUpstreamUrl(protocol, host, port, username, password);
  return { line, country, address: host, protocol, port, upstreamUrl, upstreamExpiresAt };
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

/** What became of each line, and how many were added by country, once the stock has answered. */
export function toImportResult(
  { units, rejected }: ImportPlan,
  added: ReadonlySet<string>,
  countries: readonly CatalogLocation[],
): Pick<ImportResult, 'lines' | 'countries'> {
  const lines = units.map((unit) =>
    added.has(unit.address)
      ? toLine(unit, 'added')
      : toLine(unit, 'duplicate', 'The address is in stock already.'),
  );
  const counts = new Map<string, number>();
  for (const { country, address } of units)
    if (added.has(address)) counts.set(country, (counts.get(country) ?? 0) + 1);
  return {
    lines: [...lines, ...rejected].sort((a, b) => a.line - b.line),
    countries: countries.flatMap(({ code, name }) => {
      const count = counts.get(code);
      return count ? { country: code, countryName: name, added: count } : [];
    }),
  };
}

/** Providers write codes or names, and some of them UK. */
export function toCountryCodes(countries: readonly CatalogLocation[]): CountryCodes {
  const codes = new Map(countries.map(({ code, name }) => [name.toLowerCase(), code]));
  for (const { code } of countries) codes.set(code, code);
  return codes.set('uk', 'gb').set('usa', 'us');
}

const toLine = (
  { line, address, port, protocol, country }: PlannedUnit,
  outcome: 'added' | 'duplicate',
  reason: string | null = null,
): ImportedLine => ({ line, outcome, address, port, protocol, country, reason });

export const toMalformed = (line: number, reason: string): ImportedLine => ({
  ...{ line, reason, outcome: 'malformed' },
  ...{ address: null, port: null, protocol: null, country: null },
});
