import type { PlaceReach } from '../../common/gateway/place-reach';
import type { Pool } from 'pg';

/** Credentials that the owner of a proxy has given to somebody, with limits of their own. */
export interface SubUser {
  id: number;
  /** After the dot in the username. */
  name: string;
  /** HMAC-SHA256 of the password under the key `proxy-credential`. */
  digest: Buffer;
  isSuspended: boolean;
  /** Bytes left today and this month when it was read; null without a limit. */
  room: number | null;
}

export type ProxyKind = 'datacenter' | 'residential' | 'mobile';
export type ProxyStatus = 'active' | 'suspended' | 'expired';

/** Exit location. `zz` is any country; null is any region, city or ISP. */
export interface Place {
  country: string;
  region: string | null;
  city: string | null;
  isp: string | null;
}

/** One row of the view `gateway_credential`. */
export interface Credential extends Place {
  proxyId: number;
  username: string;
  /** HMAC-SHA256 of the password under the key `proxy-credential`. */
  digest: Buffer;
  kind: ProxyKind;
  /** Where its traffic may leave; null is everywhere. */
  reach: PlaceReach | null;
  /** 0 as long as possible, -1 every request, n minutes. */
  ttlMinutes: number;
  sessionId: string;
  /** How often a session was rotated by request; 0 when it is not in here. */
  rotations: ReadonlyMap<string, number>;
  /** Others who may use it, by name. */
  subUsers: ReadonlyMap<string, SubUser>;
  /** The one exit of a dedicated proxy, and its address there. */
  exitNodeId: number | null;
  exitAddress: string | null;
  /** Null: unmetered. */
  limitBytes: number | null;
  /** Value in the database when the row was read. */
  usedBytes: number;
  status: ProxyStatus;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** With rotations and sub-users as JSON has them. */
interface Row extends Omit<Credential, 'rotations' | 'subUsers'> {
  rotations: Record<string, number> | null;
  /** With the digest in hexadecimal. */
  subUsers: (Omit<SubUser, 'digest'> & { digest: string })[] | null;
}

// Bytes fit a double exactly up to 9 PB, far above any quota, and doubles keep the relay fast.
const COLUMNS = `proxy_id AS "proxyId", username, password_digest AS digest, kind, lower(trim(country)) AS country,
  region, city, isp, reach, ttl_minutes AS "ttlMinutes", coalesce(session_id, '') AS "sessionId",
  exit_node_id AS "exitNodeId", exit_address AS "exitAddress", limit_bytes::float8 AS "limitBytes",
  coalesce(used_bytes, 0)::float8 AS "usedBytes", status,
  floor(extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt",
  (SELECT jsonb_object_agg(session, rotations) FROM gateway_rotation r WHERE r.proxy_id = gateway_credential.proxy_id) AS rotations,
  (SELECT jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'digest', encode(s.password_digest, 'hex'),
    'isSuspended', s.suspended, 'room', s.room)) FROM gateway_sub_user_state s WHERE s.proxy_id = gateway_credential.proxy_id) AS "subUsers"`;

/** Reads the views `gateway_credential` and `gateway_sub_user_state`, and the table `gateway_rotation`. */
export class CredentialSource {
  constructor(private readonly pool: Pool) {}

  async findByUsername(username: string): Promise<Credential | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'gateway-credential-by-username',
      text: `SELECT ${COLUMNS} FROM gateway_credential WHERE username = $1`,
      values: [username],
    });
    return rows[0] ? toCredential(rows[0]) : null;
  }

  /** In any order; ids without a row are left out. */
  async findByProxyIds(proxyIds: number[]): Promise<Credential[]> {
    const { rows } = await this.pool.query<Row>({
      name: 'gateway-credential-by-id',
      text: `SELECT ${COLUMNS} FROM gateway_credential WHERE proxy_id = ANY($1::int[])`,
      values: [proxyIds],
    });
    return rows.map(toCredential);
  }
}

const NO_ROTATIONS: ReadonlyMap<string, number> = new Map();
const NO_SUB_USERS: ReadonlyMap<string, SubUser> = new Map();

const toCredential = ({ rotations, subUsers, ...row }: Row): Credential => ({
  ...row,
  rotations: rotations ? new Map(Object.entries(rotations)) : NO_ROTATIONS,
  subUsers: subUsers
    ? new Map(
        subUsers.map((each) => [each.name, { ...each, digest: Buffer.from(each.digest, 'hex') }]),
      )
    : NO_SUB_USERS,
});
