import { hasCountry } from '../networks/network-places';
import { isAlive, isOnSale, servesAddress } from './exit-in-service';

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
