import { parseProxyList } from '../../common/proxy-list/parse-proxy-list';
import type {
  ListedProxy,
  ProxyListFormat,
  StaticProtocol,
} from '../../common/proxy-list/proxy-list.types';
import type { PoolKind } from '../catalog.types';
import { type CountryCodes, toMalformed, toUpstreamUrl } from '../stock/plan-import';
import type { ImportedLine } from '../stock/stock-units.types';
import type { NewExit } from './exit-list';

/** Lines say the place themselves, or take what the request says. */
export interface ExitImport {
  readonly text: string;
  readonly format: ProxyListFormat;
  readonly kind: PoolKind;
  /** ISO code in lower case. */
  readonly country?: string;
  /** Names; their codes follow from them. */
  readonly region?: string;
  readonly city?: string;
  readonly isp?: string;
  readonly weight?: number;
  readonly protocol?: StaticProtocol;
  readonly dryRun: boolean;
}

/** With the account of the upstream: never log it. */
export interface PlannedExit {
  readonly line: number;
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: StaticProtocol;
  readonly exit: NewExit;
}

/** Decides about each line of a list without the exits that are there. */
export function planExitImport(
  request: ExitImport,
  countries: CountryCodes,
): { exits: PlannedExit[]; rejected: ImportedLine[] } {
  const { proxies, malformed } = parseProxyList(request.text, request.format, request.protocol);
  const rejected = malformed.map(({ line, reason }) => toMalformed(line, reason));
  const exits = new Map<string, PlannedExit>();
  for (const proxy of proxies) {
    const planned = toPlanned(proxy, request, countries);
    const first = typeof planned === 'string' ? undefined : exits.get(planned.key);
    if (typeof planned === 'string') rejected.push(toMalformed(proxy.line, planned));
    else if (first)
      rejected.push(toExitLine(planned, 'duplicate', `The same exit is on line ${first.line}.`));
    else exits.set(planned.key, planned);
  }
  return { exits: [...exits.values()], rejected };
}

/** @returns why it cannot be an exit, without a word of the line. */
function toPlanned(
  { line, host, port, username, password, ...said }: ListedProxy,
  request: ExitImport,
  countries: CountryCodes,
): PlannedExit | string {
  const { kind, weight } = request;
  const country = countries.get((said.country ?? request.country ?? '').toLowerCase());
  if (!country)
    return said.country
      ? 'The country is not known.'
      : 'The country is missing: choose one for the list.';
  const places = (['region', 'city', 'isp'] as const).map((part) =>
    toPlace(said[part] ?? request[part]),
  );
  if (places.includes(null)) return 'The name of a region, city or ISP has no Latin letters.';
  const [region, city, isp] = places.map((place) => place ?? undefined);
  const protocol = said.protocol ?? request.protocol ?? 'http';
  const url = toUpstreamUrl(protocol, host, port, username, password);
  const exit: NewExit = { kind, country, region, city, isp, upstream_url: url, weight };
  return { line, host, port, protocol, exit, key: toExitKey(kind, country, url) };
}

export const toExitLine = (
  { line, host, port, protocol, exit }: PlannedExit,
  outcome: 'added' | 'duplicate',
  reason: string | null = null,
): ImportedLine => ({
  line,
  outcome,
  address: host,
  port,
  protocol,
  country: exit.country,
  reason,
});

/** Code and name as in lists of exits; null for a name that gives no code. */
function toPlace(name: string | undefined) {
  if (!name) return undefined;
  const code = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  return code ? { code, name: name.slice(0, 100) } : null;
}

/** What makes two exits the same: a user name may name another place or session at the same host. */
export function toExitKey(kind: string, country: string, upstreamUrl: string): string {
  const { hostname, port, username } = new URL(upstreamUrl);
  return [kind, country, hostname, port || '80', username].join('|');
}
