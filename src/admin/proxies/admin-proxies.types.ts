import { EXIT_KINDS, type ExitKind } from '../../catalog/catalog.types';
import type { Money } from '../../common/money/money';
import type { Role } from '../../common/security/actor';
import type { Protocol, ProxyStatus } from '../../proxies/proxy.types';

/** Product name. */
export const PROXY_KINDS = EXIT_KINDS;
export type ProxyKind = ExitKind;

export interface ProxyFilter {
  readonly search?: string;
  readonly status?: ProxyStatus;
  readonly type?: ProxyKind;
}

/** Credentials and price; for admins only. */
export interface ProxyCredentials {
  readonly username: string;
  /** Null where what is stored cannot be opened. */
  readonly password: string | null;
  readonly price: Money;
}

export interface ManagedProxy {
  readonly id: number;
  readonly uuid: string;
  readonly type: ProxyKind;
  /** As stored; see also `isExpired`. */
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  readonly location: string;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly portSocks5: number;
  readonly ip: string | null;
  readonly secrets: ProxyCredentials | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedBytes: bigint;
  readonly limitBytes: bigint | null;
  readonly sessionId: string | null;
  readonly ttlMinutes: number | null;
  readonly user: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
  };
}

export interface ProxyStatistics {
  readonly total: number;
  readonly active: number;
  readonly owners: number;
  readonly revenue: Money;
  readonly countries: readonly { readonly country: string; readonly count: number }[];
  readonly users: readonly {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly count: number;
  }[];
}
