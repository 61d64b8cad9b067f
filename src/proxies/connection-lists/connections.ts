import type { OwnedProxy } from '../proxies.service';
import type { toPlaceChoice } from '../proxies.dto';
import type { ConnectionListQuery, EndpointResponse } from './connection-lists.dto';
import { readAsNumber } from '../../common/gateway/as-number';
import { csvLine } from '../../common/csv';
import { invalidFields } from '../../common/errors/domain-error';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';

/** How the address of a list behaves: the same for a session, or a new one for every request. */
export const LIST_SESSIONS = ['sticky', 'rotating'] as const;
export type ListSession = (typeof LIST_SESSIONS)[number];

export const LIST_FORMATS = ['txt', 'csv', 'json'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** What a line of a text file looks like. */
export const LINE_STYLES = ['host_port_user_pass', 'user_pass_host_port', 'url'] as const;
export type LineStyle = (typeof LINE_STYLES)[number];

export const MAX_LINES = 1_000;

/** Which connections to list; what is null or left out is as the proxy was bought. */
export type ConnectionListRequest = ReturnType<typeof toPlaceChoice> &
  Pick<ConnectionListQuery, 'session' | 'ttl_minutes' | 'protocol'> & { readonly count: number };

/** What a program enters as its proxy. */
export type Connection = Omit<EndpointResponse, 'url'>;

const PLACES = ['country', 'region', 'city', 'isp'] as const;
type Places = Pick<ConnectionListRequest, (typeof PLACES)[number]>;

/** One request for each country that was asked for. */
export const splitCountries = <T extends Places>(request: T): T[] =>
  request.country === null
    ? [request]
    : [...new Set(request.country.split(','))].map((code) => ({
        ...request,
        country: code === RANDOM_LOCATION ? null : code,
      }));

/**
 * The places that were asked for, where the proxy was bought for any; null where it is as bought.
 * @throws DomainError invalid with the place that the proxy was not bought for, and for an AS number in any country: a
 * network that chooses its country by itself serves no part of a place that only a username names.
 */
export function toNarrowing(proxy: OwnedProxy, request: Places): Places {
  const narrowing: Record<keyof Places, string | null> = {
    ...{ country: null, region: null, city: null, isp: null },
  };
  for (const field of PLACES) {
    const wanted = request[field];
    const bought = proxy[field] === RANDOM_LOCATION ? null : proxy[field];
    if (wanted === null || wanted === bought) continue;
    if (bought !== null)
      throw invalidFields({ [field]: [`This proxy was bought for the ${field} ${bought}.`] });
    narrowing[field] = wanted;
  }
  if (
    readAsNumber(narrowing.isp) !== null &&
    !narrowing.country &&
    proxy.country === RANDOM_LOCATION
  )
    throw invalidFields({ asn: ['Choose a country with an AS number.'] });
  return narrowing;
}

/**
 * Connections of a residential or mobile proxy, which take the places in turn. Their sessions are named by number, so that
 * the same list has the same addresses the next time.
 */
export function toPoolConnections(
  proxy: OwnedProxy,
  places: readonly Places[],
  request: ConnectionListRequest,
): Connection[] {
  const keeps = (proxy.ttlMinutes ?? 0) >= 0;
  const isSticky = (request.session ?? (keeps ? 'sticky' : 'rotating')) === 'sticky';
  // Without minutes of its own, a session keeps its address as long as the proxy says.
  const ttl = isSticky ? (request.ttl_minutes ?? (keeps ? undefined : 0)) : 'rotate';
  return Array.from({ length: request.count }, (_, index) =>
    toConnection(proxy, request, [
      ...toPlaceParameters(places[index % places.length]!),
      isSticky && `session-s${index + 1}`,
      ttl !== undefined && `ttl-${ttl}`,
    ]),
  );
}

/** Of a username. */
export const toPlaceParameters = ({ country, region, city, isp }: Places): (string | false)[] => {
  const asn = readAsNumber(isp);
  return [
    country !== null && `cc-${country}`,
    region !== null && `region-${region}`,
    city !== null && `city-${city}`,
    isp !== null && (asn === null ? `isp-${isp}` : `asn-${asn}`),
  ];
};

export const toConnection = (
  proxy: OwnedProxy,
  request: Pick<ConnectionListRequest, 'protocol'>,
  parameters: readonly (string | false)[] = [],
): Connection => {
  const protocol = request.protocol ?? proxy.protocol;
  return {
    host: proxy.host,
    port: protocol === 'socks5' ? proxy.portSocks5 : proxy.port,
    protocol,
    username: [proxy.username, ...parameters.filter((part) => part !== false)].join('-'),
    password: proxy.password,
  };
};

/** @example http://user-session-s1:secret@proxy.example.com:3128 */
export const toConnectionUrl = ({ protocol, host, port, username, password }: Connection): string =>
  `${protocol}://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}`;

const LINES: Readonly<Record<LineStyle, (connection: Connection) => string>> = {
  host_port_user_pass: ({ host, port, username, password }) =>
    `${host}:${port}:${username}:${password}`,
  user_pass_host_port: ({ host, port, username, password }) =>
    `${username}:${password}@${host}:${port}`,
  url: toConnectionUrl,
};

/** A line for each connection. */
export const toText = (connections: readonly Connection[], style: LineStyle): string =>
  connections.map((connection) => `${LINES[style](connection)}\n`).join('');

export const toCsv = (connections: readonly Connection[]): string =>
  [
    ['host', 'port', 'username', 'password', 'protocol'],
    ...connections.map((each) => [
      each.host,
      String(each.port),
      each.username,
      each.password,
      each.protocol,
    ]),
  ]
    .map(csvLine)
    .join('');

/** A datacenter proxy is one address: sessions and places have no meaning there. */
export function listDedicated(proxy: OwnedProxy, request: ConnectionListRequest): Connection[] {
  const { country, region, city, isp } = request;
  const wrong = Object.entries({
    count: request.count > 1,
    session: request.session === 'rotating',
    ttl_minutes: request.ttl_minutes !== undefined,
    country: country !== null && country !== proxy.country,
    region: region !== null,
    city: city !== null,
    isp: isp !== null,
  }).filter(([, isWrong]) => isWrong);
  refuseForDedicated(wrong.map(([field]) => field));
  return [toConnection(proxy, request)];
}

export function refuseForDedicated(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const problem = 'A datacenter proxy has one address, which stays the same.';
  throw invalidFields(Object.fromEntries(fields.map((field) => [field, [problem]])));
}
