import type { PlaceReach } from '../../common/gateway/place-reach';
import type { SubUser } from './sub-user';

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

/** Source of credentials: PostgreSQL, or memory in a test. Both methods reject when it is unavailable. */
export abstract class CredentialSource {
  abstract findByUsername(username: string): Promise<Credential | null>;
  /** In any order; ids without a row are left out. */
  abstract findByProxyIds(proxyIds: number[]): Promise<Credential[]>;
}
