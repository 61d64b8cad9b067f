import type { Pool } from 'pg';
import {
  type PlaceLevel,
  PlaceTable,
  type ProviderPlace,
  UpstreamNetwork,
} from '../../common/dialects/upstream-network';
import type { Logger } from 'pino';
import { decrypt } from '../../common/crypto/secrets';
import {
  isInexpressible,
  type UpstreamProtocol,
  type RefusalRule,
} from '../../common/dialects/dialect';
import { findDialect } from '../../common/dialects/dialects';
import type { Place, ProxyKind } from '../auth/credential';
import type { Exit, UpstreamProxy } from './exit';

interface ListRow {
  networkId: number;
  levels: PlaceLevel[];
  version: string;
}

type PlaceRow = ProviderPlace & { networkId: number };

/** The names that providers have for places, by network. A table is read again only when it has changed. */
export class PlaceTables {
  #known = new Map<number, { version: string; table: PlaceTable }>();

  constructor(private readonly pool: Pool) {}

  async load(): Promise<ReadonlyMap<number, { table: PlaceTable }>> {
    const { rows: lists } = await this.pool.query<ListRow>(
      `SELECT network_id AS "networkId", array_agg(level) AS levels, string_agg(level || imported_at, ' ' ORDER BY level) AS version
       FROM gateway_place_list GROUP BY network_id`,
    );
    const changed = lists.filter(
      ({ networkId, version }) => this.#known.get(networkId)?.version !== version,
    );
    const places = changed.length > 0 ? await this.#read(changed) : [];
    const known = new Map<number, { version: string; table: PlaceTable }>();
    for (const { networkId, version, levels } of lists) {
      const old = this.#known.get(networkId);
      const table =
        old?.version === version
          ? old.table
          : new PlaceTable(
              levels,
              places.filter((place) => place.networkId === networkId),
            );
      known.set(networkId, { version, table });
    }
    return (this.#known = known);
  }

  async #read(lists: readonly ListRow[]): Promise<PlaceRow[]> {
    const { rows } = await this.pool.query<PlaceRow>(
      `SELECT network_id AS "networkId", level, country, key, provider_name AS "providerName"
       FROM gateway_place WHERE network_id = ANY ($1::int[])`,
      [lists.map(({ networkId }) => networkId)],
    );
    return rows;
  }
}

/** A provider's gateway: one exit that stands for all addresses of the account. */
export interface NetworkExit {
  readonly protocol: UpstreamProtocol;
  readonly host: string;
  readonly port: number;
  readonly account: UpstreamNetwork;
  readonly refusals: readonly RefusalRule[];
  /** Countries that the probes have put out of sale. */
  readonly downCountries?: ReadonlySet<string>;
  /** Connections at once through this gateway: its share of the network's limit. */
  readonly concurrencyLimit?: number;
  /** A budget is used up: nobody new gets it, and nobody keeps it. */
  readonly isSpent?: boolean;
}

/** What a connection asks of a network. */
export interface NetworkRequest {
  readonly place: Place;
  readonly proxyId: number;
  readonly ttlMinutes: number;
  /** See `ChosenExit`. */
  readonly stickyToken: string;
}

export interface NetworkRow {
  id: number;
  dialect: string;
  kind: ProxyKind;
  protocol: UpstreamProtocol;
  host: string;
  port: number;
  username: string;
  password_encrypted: string;
  username_template: string | null;
  password_template: string | null;
  countries: string[] | null;
  targets_region: boolean;
  targets_city: boolean;
  targets_isp: boolean;
  targets_asn: boolean;
  weight: number;
  /** ISO codes, `zz` and, for all of them, `*`. */
  down_countries?: string[];
  concurrency_limit?: number | null;
  is_spent?: boolean;
  /** Live gateways, which share the limit. */
  gateways?: number;
}

/** Of the views `gateway_network` and `gateway_probe`. */
export const NETWORK_COLUMNS = `id, dialect, kind, protocol, host, port, username, password_encrypted, username_template,
  password_template, countries, targets_region, targets_city, targets_isp, targets_asn, weight`;

/** As the registry tells live gateways from others. */
const COUNT_GATEWAYS = `SELECT count(*)::int FROM gateway
  WHERE NOT draining AND heartbeat_at > now() - interval '20 seconds'`;

export function toNetworkUpstream(
  { protocol, host, port, account, refusals }: NetworkExit,
  { place, proxyId, ttlMinutes, stickyToken }: NetworkRequest,
): UpstreamProxy {
  const { country, region, city, isp } = place;
  const credentials = account.render({
    ...{ region, city, isp, ttlMinutes },
    country: country === 'zz' ? null : country,
    session: ttlMinutes < 0 ? null : { proxyId, token: stickyToken },
  });
  return { protocol, host, port, refusals, ...credentials };
}

/** Whether its provider has words for every part of the place, and probes of the country do not all fail. */
export function servesPlace(network: NetworkExit, place: Place): boolean {
  if (network.downCountries?.has(place.country)) return false;
  const probe = { proxyId: 1, ttlMinutes: 0, stickyToken: '0'.repeat(16) };
  try {
    toNetworkUpstream(network, { ...probe, place });
    return true;
  } catch (error) {
    if (!isInexpressible(error)) throw error;
    return false;
  }
}

/** Every enabled network of the view `gateway_network`, with the negative of its id, which no exit has. */
export async function findNetworkExits(
  pool: Pool,
  secretsKey: Buffer,
  log: Logger,
  tables: PlaceTables,
): Promise<Exit[]> {
  const places = await tables.load();
  const { rows } = await pool.query<NetworkRow>(
    `SELECT ${NETWORK_COLUMNS},
            ARRAY(SELECT d.country FROM supply_down d WHERE d.network_id = n.id) AS down_countries,
            EXISTS (SELECT FROM supply_budget b WHERE b.network_id = n.id AND b.is_reached) AS is_spent,
            concurrency_limit, (${COUNT_GATEWAYS}) AS gateways
     FROM gateway_network n ORDER BY id`,
  );
  return rows.flatMap((row) => {
    try {
      return [toNetworkExit(row, secretsKey, places.get(row.id)?.table)];
    } catch (error) {
      // One unreadable network must not take the exits out of service.
      log.error({ networkId: row.id, err: error }, 'Network left out: its account is unreadable');
      return [];
    }
  });
}

export function toNetworkExit(row: NetworkRow, secretsKey: Buffer, places?: PlaceTable): Exit {
  const dialect = findDialect(row.dialect);
  if (!dialect) throw new Error(`There is no dialect ${row.dialect}`);
  const account = new UpstreamNetwork(dialect, {
    username: row.username,
    password: decrypt(secretsKey, `supply_network:${row.id}`, row.password_encrypted),
    usernameTemplate: row.username_template,
    passwordTemplate: row.password_template,
    countries: row.countries,
    targeting: {
      ...{ region: row.targets_region, city: row.targets_city },
      ...{ isp: row.targets_isp, asn: row.targets_asn },
    },
    places,
  });
  const { protocol, host, port } = row;
  return {
    id: -row.id,
    kind: row.kind,
    ...{ country: 'zz', region: null, city: null, isp: null },
    ...{ localAddress: null, upstream: null, simulated: false },
    weight: row.down_countries?.includes('*') ? 0 : row.weight,
    network: {
      ...{ protocol, host, port, account },
      refusals: dialect.refusals,
      downCountries: new Set(row.down_countries),
      concurrencyLimit: toShare(row),
      isSpent: row.is_spent,
    },
  };
}

/** Rounded up, so that each can use a network that allows fewer connections than there are gateways. */
const toShare = ({ concurrency_limit: limit, gateways = 1 }: NetworkRow): number | undefined =>
  limit == null ? undefined : Math.ceil(limit / Math.max(1, gateways));
