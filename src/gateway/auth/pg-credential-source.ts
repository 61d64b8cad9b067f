import type { Pool } from 'pg';
import type { PlaceReach } from '../../common/gateway/place-reach';
import type { SubUser } from './sub-user';
import { type Credential, CredentialSource, type ProxyKind, type ProxyStatus } from './credential';

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
export class PgCredentialSource extends CredentialSource {
  constructor(private readonly pool: Pool) {
    super();
  }

  async findByUsername(username: string): Promise<Credential | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'gateway-credential-by-username',
      text: `SELECT ${COLUMNS} FROM gateway_credential WHERE username = $1`,
      values: [username],
    });
    return rows[0] ? toCredential(rows[0]) : null;
  }

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
