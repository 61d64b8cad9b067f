import { csvLine } from '../../common/csv';
import { invalidFields } from '../../common/errors/domain-error';
import type { OwnedProxy } from '../proxy.types';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import type { Connection, ConnectionListRequest, LineStyle } from './connection-lists.types';

const PLACES = ['country', 'region', 'city', 'isp'] as const;
type Places = Pick<ConnectionListRequest, (typeof PLACES)[number]>;

/**
 * The places that were asked for, where the proxy was bought for any; null where it is as bought.
 * @throws DomainError invalid with the place that the proxy was not bought for.
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
  return narrowing;
}

/**
 * Connections of a residential or mobile proxy. Their sessions are named by number, so that the same list has the same
 * addresses the next time.
 */
export function toPoolConnections(
  proxy: OwnedProxy,
  { country, region, city, isp }: Places,
  request: ConnectionListRequest,
): Connection[] {
  const keeps = (proxy.ttlMinutes ?? 0) >= 0;
  const isSticky = (request.session ?? (keeps ? 'sticky' : 'rotating')) === 'sticky';
  const place = [
    country !== null && `cc-${country}`,
    region !== null && `region-${region}`,
    city !== null && `city-${city}`,
    isp !== null && `isp-${isp}`,
  ];
  // Without minutes of its own, a session keeps its address as long as the proxy says.
  const ttl = isSticky ? (request.ttlMinutes ?? (keeps ? undefined : 0)) : 'rotate';
  return Array.from({ length: request.count }, (_, index) =>
    toConnection(proxy, request, [
      ...place,
      isSticky && `session-s${index + 1}`,
      ttl !== undefined && `ttl-${ttl}`,
    ]),
  );
}

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
