import { SALE_MARGIN_MINUTES, RANDOM_LOCATION, type TargetingRequest } from './catalog.types';
import { isInexpressible } from '../common/dialects/dialect';
import { findDialect } from '../common/dialects/dialects';
import {
  type PlaceLevel,
  PlaceTable,
  type ProviderPlace,
  TemplateFieldError,
  UpstreamNetwork,
} from '../common/dialects/upstream-network';

/** SQL condition: nobody has the unit, and it may be sold. @param unit alias of `stock_unit`. */
export const isFree = (unit: string): string =>
  `${unit}.order_id IS NULL AND ${unit}.enabled AND ${unit}.dead_at IS NULL`;

/** SQL condition: the unit outlives an instant. @param unit alias of `stock_unit`; @param end SQL of the instant. */
export const outlives = (unit: string, end: string): string =>
  `(${unit}.upstream_expires_at IS NULL OR ${unit}.upstream_expires_at >= ${end} + interval '${SALE_MARGIN_MINUTES} minutes')`;

/** SQL condition: the unit outlives a sale that begins now. @param minutes SQL of the length. */
export const lastsFor = (unit: string, minutes: string): string =>
  outlives(unit, `now() + make_interval(mins => ${minutes})`);

/** SQL condition: staff let it be sold. One that is enabled and not sold goes on serving. @param exit alias of `exit_node`. */
export const isSold = (exit: string): string => `(${exit}.enabled AND ${exit}.selling)`;

/** A gateway that restarts takes nothing off sale: this long after its last heartbeat its exits still count. */
const SALE_GRACE = `interval '2 minutes'`;

/** SQL condition: four heartbeats have not all been missed. @param gateway alias of `gateway`. */
export const hasHeartbeat = (gateway: string): string =>
  `${gateway}.heartbeat_at > now() - interval '20 seconds'`;

/** SQL condition: it has a heartbeat, and staff have not drained it. @param gateway alias of `gateway`. */
export const isAlive = (gateway: string): string =>
  `(${hasHeartbeat(gateway)} AND ${gateway}.drain_requested_at IS NULL)`;

/** SQL condition: its exits count as in service. @param gateway alias of `gateway`. */
export const isOnSale = (gateway: string): string =>
  `(${gateway}.heartbeat_at > now() - ${SALE_GRACE} AND ${gateway}.drain_requested_at IS NULL)`;

/**
 * SQL condition: the gateway can serve an address of an exit. A simulated exit leaves from any machine.
 * @param gateway alias of `gateway`; @param exit alias of `exit_node`; @param address SQL of the address.
 */
export const servesAddress = (gateway: string, exit: string, address: string): string =>
  `(${exit}.gateway_group IS NULL OR ${exit}.gateway_group IN (${gateway}.id, ${gateway}.region))
   AND (${exit}.simulated OR ${exit}.leave = 'upstream' OR ${address} IS NULL
        OR EXISTS (SELECT FROM gateway_address ga
                   WHERE ga.address = ${address} AND ga.gateway_id = ${gateway}.id))`;

/** SQL condition: the probes have not put it out of sale. Those that they have are few, and read once a statement. */
const isExitUp = (exit: string): string =>
  `${exit}.id <> ALL (ARRAY(SELECT exit_node_id FROM supply_down WHERE exit_node_id IS NOT NULL))`;

/**
 * SQL condition of what is on sale: the last probes did not all fail, and a gateway that was alive in the last two minutes
 * can serve the address. A shop in which no gateway has ever registered sells every enabled exit: it is being installed,
 * or tested without one.
 */
export const isInService = (exit: string, address = `${exit}.local_address`): string =>
  `(${isExitUp(exit)} AND (NOT EXISTS (SELECT FROM gateway)
    OR EXISTS (SELECT FROM gateway gw WHERE ${isOnSale('gw')}
               AND ${servesAddress('gw', exit, address)})))`;

/** SQL condition: some gateway can dial through a network. A shop without gateways sells everything, see `isInService`. */
const HAS_GATEWAY = `(NOT EXISTS (SELECT FROM gateway)
    OR EXISTS (SELECT FROM gateway gw WHERE ${isOnSale('gw')}))`;

/** SQL condition: the probes have put neither the whole network nor this country of it out of sale. */
const isNetworkUp = (network: string, country: string): string =>
  `NOT EXISTS (SELECT FROM supply_down nd WHERE nd.network_id = ${network}.id AND nd.country IN ('*', ${country}))`;

/**
 * SQL condition: the network, an alias of `catalog_network`, has exits in the country, as far as the probes know.
 * @param country SQL of an ISO code, or of `zz` for any.
 */
export const hasCountry = (network: string, country: string): string =>
  `((${country} = '${RANDOM_LOCATION}' OR ${country} = ANY (${network}.countries)
     OR (${network}.countries IS NULL AND EXISTS (SELECT FROM catalog_country nc WHERE nc.code = ${country})))
    AND ${isNetworkUp(network, country)})`;

/** Networks on sale of the kind $1. */
export const POOL_NETWORKS = `n.kind = $1 AND ${HAS_GATEWAY}`;

/** Rows of `country` and `targets_asn`: every country of every network of the kind $1. */
export const NETWORK_COUNTRIES = `SELECT sold.country, n.targets_asn FROM catalog_network n CROSS JOIN LATERAL
  unnest(coalesce(n.countries, ARRAY(SELECT code::text FROM catalog_country))) AS sold (country)
  WHERE ${POOL_NETWORKS} AND ${isNetworkUp('n', 'sold.country')}`;

/** A network that sells in the country of a request. */
export interface NetworkRow {
  readonly dialect: string;
  readonly username: string;
  readonly usernameTemplate: string | null;
  readonly passwordTemplate: string | null;
  readonly countries: string[] | null;
  readonly region: boolean;
  readonly city: boolean;
  readonly isp: boolean;
  readonly asn: boolean;
  /** The levels of which the provider's names are listed. */
  readonly placeLevels: PlaceLevel[];
  /** Of them those that the request may mean. */
  readonly places: ProviderPlace[];
}

/** Whether one of the networks can be asked for the place: its provider knows whether there is such a place. */
export const canTarget = (networks: readonly NetworkRow[], place: TargetingRequest): boolean =>
  networks.some((row) => {
    const { region, city, isp, asn, placeLevels, places, ...account } = row;
    const dialect = findDialect(row.dialect);
    if (!dialect) return false;
    try {
      new UpstreamNetwork(dialect, {
        ...account,
        password: 'none',
        targeting: { region, city, isp, asn },
        places: new PlaceTable(placeLevels, places),
      }).render({
        ...place,
        country: place.country === RANDOM_LOCATION ? null : place.country,
        session: { proxyId: 1, token: '0'.repeat(16) },
        ttlMinutes: 0,
      });
      return true;
    } catch (error) {
      // A template that its dialect no longer takes sells nothing; the form of the network says why.
      if (isInexpressible(error) || error instanceof TemplateFieldError) return false;
      throw error;
    }
  });

/** SQL condition: gateway `g` has any exit of the place of `r`, or a network, which every gateway serves. */
export const SERVES_POOL = `(EXISTS (SELECT FROM exit_node e WHERE e.enabled AND e.kind = r.kind AND r.country IN (e.country, 'zz')
               AND ${servesAddress('g', 'e', 'e.local_address')})
    OR EXISTS (SELECT FROM catalog_network n WHERE n.kind = r.kind AND ${hasCountry('n', 'r.country')}))`;

/** SQL condition: gateway `g` has the dedicated address of `r`. */
export const SERVES_ADDRESS = `EXISTS (SELECT FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
               WHERE s.address = r.address AND e.enabled AND ${servesAddress('g', 'e', 's.address')})`;

/**
 * SQL of one row { host, port, portSocks5 } or none for a request `r` with its present host, port and "portSocks5":
 * those while a gateway behind them serves it, else those of the first other gateway by region and id.
 * @param serves condition on gateway `g` and request `r`.
 */
export const bestEndpoint = (serves: string): string => `
  SELECT g.public_host AS host, g.http_port AS port, g.socks_port AS "portSocks5" FROM gateway g
  WHERE ${isOnSale('g')} AND ${serves}
  ORDER BY (${isAlive('g')} AND NOT g.draining) DESC,
    (g.public_host, g.http_port, g.socks_port) = (r.host, r.port, r."portSocks5") DESC, g.region, g.id
  LIMIT 1`;
