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

interface Row {
  proxy_id: number;
  username: string;
  password_digest: Buffer;
  kind: ProxyKind;
  country: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  reach: PlaceReach | null;
  ttl_minutes: number;
  session_id: string | null;
  exit_node_id: number | null;
  exit_address: string | null;
  limit_bytes: string | null;
  used_bytes: string | null;
  status: ProxyStatus;
  expires_at: Date;
  rotations: Record<string, number> | null;
  sub_users: SubUserRow[] | null;
}

interface SubUserRow {
  id: number;
  name: string;
  /** Hexadecimal. */
  digest: string;
  is_suspended: boolean;
  room: number | null;
}

const COLUMNS = `proxy_id, username, password_digest, kind, country, region, city, isp, reach, ttl_minutes,
  session_id, exit_node_id, exit_address, limit_bytes, used_bytes, status, expires_at,
  (SELECT jsonb_object_agg(session, rotations) FROM gateway_rotation r WHERE r.proxy_id = gateway_credential.proxy_id) AS rotations,
  (SELECT jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'digest', encode(s.password_digest, 'hex'),
    'is_suspended', s.suspended, 'room', s.room)) FROM gateway_sub_user_state s WHERE s.proxy_id = gateway_credential.proxy_id) AS sub_users`;

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

// Bytes fit a double exactly up to 9 PB, far above any quota, and doubles keep the relay fast.
const toCredential = (row: Row): Credential => ({
  proxyId: row.proxy_id,
  username: row.username,
  digest: row.password_digest,
  kind: row.kind,
  country: row.country.trim().toLowerCase(),
  region: row.region,
  city: row.city,
  isp: row.isp,
  reach: row.reach,
  ttlMinutes: row.ttl_minutes,
  sessionId: row.session_id ?? '',
  rotations: row.rotations ? new Map(Object.entries(row.rotations)) : NO_ROTATIONS,
  subUsers: row.sub_users
    ? new Map(row.sub_users.map((r) => [r.name, toSubUser(r)]))
    : NO_SUB_USERS,
  exitNodeId: row.exit_node_id,
  exitAddress: row.exit_address,
  limitBytes: row.limit_bytes === null ? null : Number(row.limit_bytes),
  usedBytes: Number(row.used_bytes ?? 0),
  status: row.status,
  expiresAt: row.expires_at.getTime(),
});

const toSubUser = ({ id, name, digest, is_suspended, room }: SubUserRow): SubUser => ({
  ...{ id, name, room, isSuspended: is_suspended },
  digest: Buffer.from(digest, 'hex'),
});
