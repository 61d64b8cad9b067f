import { ApiProperty } from '@nestjs/swagger';
import { DIALECT_IDS, DIALECTS } from '../../common/dialects/dialects';
import type { Dialect, UpstreamProtocol } from '../../common/dialects/dialect';
import { describeSessions } from '../../common/dialects/session-id';
import type { NetworkTarget } from '../../common/dialects/upstream-network';
import { findValues, parseTemplate } from '../../common/dialects/template';
import { NETWORK_KINDS, UPSTREAM_PROTOCOLS, type NetworkKind } from './network.entity';

export class DialectPortsResponse {
  http: number | null;
  https: number | null;
  socks5: number | null;
}

export class DialectSessionResponse {
  /** `digits`, `lower` (letters and digits in lower case) or `letters` (in both cases). @example lower */
  alphabet: string;
  /** Length of the names that gateways make. @example 16 */
  length: number;
  /** Shortest and longest name that the provider takes. */
  min_length: number;
  max_length: number;
}

export class DialectTtlResponse {
  min_minutes: number;
  max_minutes: number;
}

export class DialectTargetingResponse {
  region: boolean;
  city: boolean;
  isp: boolean;
  /** A provider by the number of its network. */
  asn: boolean;
}

export class DialectResponse {
  @ApiProperty({ enum: DIALECT_IDS, enumName: 'DialectId' })
  id: string;
  /** @example Oxylabs */
  name: string;
  /** Null when there is no usual one. @example pr.oxylabs.io */
  host: string | null;
  /** Usual port by protocol. */
  ports: DialectPortsResponse;
  @ApiProperty({ enum: UPSTREAM_PROTOCOLS, enumName: 'UpstreamProtocol', isArray: true })
  protocols: UpstreamProtocol[];
  /** Empty for `custom`, which needs one of its own. */
  username_template: string;
  password_template: string;
  /** For which places within a country its templates have words. */
  targeting: DialectTargetingResponse;
  session: DialectSessionResponse;
  /** Bounds of how long an address is kept; null when it cannot be said. */
  ttl: DialectTtlResponse | null;
  /** Where the syntax is documented. */
  sources: string[];
}

export class DialectsData {
  dialects: DialectResponse[];
}

function toDialect(dialect: Dialect): DialectResponse {
  const { session, ttl, ports } = dialect;
  const values = findValues(parseTemplate(dialect.usernameTemplate + dialect.passwordTemplate));
  // The templates of a custom network may have any word.
  const has = (name: NetworkTarget) => dialect.usernameTemplate === '' || values.has(name);
  const { length, min, max } = describeSessions(session);
  return {
    id: dialect.id,
    name: dialect.name,
    host: dialect.host,
    ports: {
      http: ports.http ?? null,
      https: ports.https ?? null,
      socks5: ports.socks5 ?? null,
    },
    protocols: [...dialect.protocols],
    username_template: dialect.usernameTemplate,
    password_template: dialect.passwordTemplate,
    targeting: { region: has('region'), city: has('city'), isp: has('isp'), asn: has('asn') },
    session: { alphabet: session.alphabet, length, min_length: min, max_length: max },
    ttl: ttl && { min_minutes: ttl.minMinutes, max_minutes: ttl.maxMinutes },
    sources: [...dialect.sources],
  };
}

export const toDialects = (): DialectsData => ({ dialects: DIALECTS.map(toDialect) });

export class NetworkTargetingResponse {
  region: boolean;
  city: boolean;
  isp: boolean;
  /** A provider by the number of its network. */
  asn: boolean;
}

export class NetworkResponse {
  id: number;
  name: string;
  @ApiProperty({ enum: DIALECT_IDS, enumName: 'DialectId' })
  dialect: string;
  @ApiProperty({ enum: NETWORK_KINDS, enumName: 'NetworkKind' })
  kind: NetworkKind;
  @ApiProperty({ enum: UPSTREAM_PROTOCOLS, enumName: 'UpstreamProtocol' })
  protocol: UpstreamProtocol;
  host: string;
  port: number;
  /** Null for sub-admins. */
  username: string | null;
  /** Bullets; null for sub-admins. */
  password: string | null;
  /** Null: the dialect's. Null for sub-admins too. */
  username_template: string | null;
  /** Null: the dialect's. Null for sub-admins too. */
  password_template: string | null;
  /** `*` is every country. */
  @ApiProperty({
    oneOf: [
      { type: 'string', enum: ['*'] },
      { type: 'array', items: { type: 'string' } },
    ],
  })
  countries: '*' | string[];
  targeting: NetworkTargetingResponse;
  /** US dollars; null for sub-admins. */
  cost_usd_per_gb: number | null;
  /** What the provider counts as a gigabyte. */
  bytes_per_gb: number;
  /** Null: targeting costs nothing extra. Null for sub-admins too. */
  precise_cost_factor: number | null;
  /** Gigabytes; null for sub-admins. */
  daily_budget_gb: number | null;
  /** Gigabytes; null for sub-admins. */
  monthly_budget_gb: number | null;
  /** Connections at once; null for sub-admins. */
  concurrency_limit: number | null;
  /** US dollars; null for sub-admins. */
  minimum_balance_usd: number | null;
  /** The connected account that it belongs to; null: the only one of its provider. Null for sub-admins too. */
  provider_id: number | null;
  weight: number;
  enabled: boolean;
  /** Null for sub-admins. */
  note: string | null;
  created_at: Date;
  updated_at: Date;
}

export class NetworksData {
  networks: NetworkResponse[];
}

export class NetworkData {
  network: NetworkResponse;
}

export class SavedNetworkData extends NetworkData {
  /** Why it failed its test and is disabled, or is enabled although it could not be tested; null when all is well. */
  test_error: string | null;
}

export class NetworkPreviewData {
  /** As a gateway sends it; its session name is that of no customer. */
  username: string;
  /** With bullets instead of the account's password. */
  password_masked: string;
}
