import { isInexpressible } from '../../common/dialects/dialect-error';
import { findDialect } from '../../common/dialects/dialects';
import { type PlaceLevel, PlaceTable, type ProviderPlace } from '../../common/dialects/place-table';
import { TemplateFieldError } from '../../common/dialects/upstream-account';
import { UpstreamNetwork } from '../../common/dialects/upstream-network';
import { RANDOM_LOCATION, type TargetingRequest } from '../catalog.types';
import { isOnSale } from '../exits/exit-in-service';

/** SQL condition: some gateway can dial through a network. A shop without gateways sells everything, see `isInService`. */
const HAS_GATEWAY = `(NOT EXISTS (SELECT FROM gateway)
    OR EXISTS (SELECT FROM gateway gw WHERE ${isOnSale('gw')}))`;

/** SQL condition: the probes have put neither the whole network nor this country of it out of sale. */
const isUp = (network: string, country: string): string =>
  `NOT EXISTS (SELECT FROM supply_down nd WHERE nd.network_id = ${network}.id AND nd.country IN ('*', ${country}))`;

/**
 * SQL condition: the network, an alias of `catalog_network`, has exits in the country, as far as the probes know.
 * @param country SQL of an ISO code, or of `zz` for any.
 */
export const hasCountry = (network: string, country: string): string =>
  `((${country} = '${RANDOM_LOCATION}' OR ${country} = ANY (${network}.countries)
     OR (${network}.countries IS NULL AND EXISTS (SELECT FROM catalog_country nc WHERE nc.code = ${country})))
    AND ${isUp(network, country)})`;

/** Networks on sale of the kind $1. */
export const POOL_NETWORKS = `n.kind = $1 AND ${HAS_GATEWAY}`;

/** Rows of `country`: every country of every network of the kind $1. */
export const NETWORK_COUNTRIES = `SELECT sold.country FROM catalog_network n CROSS JOIN LATERAL
  unnest(coalesce(n.countries, ARRAY(SELECT code::text FROM catalog_country))) AS sold (country)
  WHERE ${POOL_NETWORKS} AND ${isUp('n', 'sold.country')}`;

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
  /** The levels of which the provider's names are listed. */
  readonly placeLevels: PlaceLevel[];
  /** Of them those that the request may mean. */
  readonly places: ProviderPlace[];
}

/** Whether one of the networks can be asked for the place: its provider knows whether there is such a place. */
export const canTarget = (networks: readonly NetworkRow[], place: TargetingRequest): boolean =>
  networks.some((row) => {
    const { region, city, isp, placeLevels, places, ...account } = row;
    const dialect = findDialect(row.dialect);
    if (!dialect) return false;
    try {
      new UpstreamNetwork(dialect, {
        ...account,
        password: 'none',
        targeting: { region, city, isp },
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
