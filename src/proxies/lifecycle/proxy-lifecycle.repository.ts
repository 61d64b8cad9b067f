import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyStatus } from '../proxy.types';
import { AccountSuspension } from './account-suspension.entity';

/** Lifecycle columns of a proxy. */
export interface ProxyState {
  readonly id: number;
  readonly userId: number;
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  readonly suspendedByStaff: boolean;
  readonly suspendedByOwner: boolean;
  /** Whether somebody else suspended it, whom its owner has to ask. */
  readonly isSuspendedByOthers: boolean;
  readonly credentialsDue: boolean;
  readonly passwordEncrypted: string;
  /** Whether a change has not reached the provider yet. */
  readonly isSyncPending: boolean;
  /** The order was refunded, so the proxy never becomes active again. */
  readonly isRefunded: boolean;
}

/** Restricts a sync to one proxy or to one owner. */
export interface SyncScope {
  readonly id?: number;
  readonly userId?: number;
}

/** Lease on the sync of one proxy; see `ProviderSyncRepository.claim`. */
interface SyncLease {
  readonly id: number;
  readonly lease: Date;
}

const MAX_ID = 2_147_483_647;
const MARK_SYNC_DUE = `provider_due_at = coalesce(provider_due_at, now()), updated_at = now()`;
const NOT_EXPIRED = `status <> 'expired' AND expires_at > now()`;
const ORDER_REFUNDED = `(proxy.refunded_at IS NOT NULL)`;
const ACCOUNT_SUSPENDED = `EXISTS (SELECT FROM account_suspension h WHERE h.user_id = proxy.user_id)`;

/**
 * Status changes of proxies. Each change stores the desired status and marks the row as due for a
 * sync with the provider, which runs after the commit. SQL, because the conditions read orders and account
 * suspensions in the same statement.
 */
@Injectable()
export class ProxyLifecycleRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(id: number, ownerId: number | null = null): Promise<ProxyState | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query<ProxyState[]>(
      `SELECT id, user_id AS "userId", status,
              (status = 'expired' OR expires_at <= now()) AS "isExpired",
              suspended_by_staff AS "suspendedByStaff",
              suspended_by_owner AS "suspendedByOwner",
              (suspended_by_staff OR ${ACCOUNT_SUSPENDED}
                OR (status = 'suspended' AND NOT suspended_by_owner)) AS "isSuspendedByOthers", credentials_due AS "credentialsDue",
              password_encrypted AS "passwordEncrypted", provider_due_at IS NOT NULL AS "isSyncPending",
              ${ORDER_REFUNDED} AS "isRefunded"
       FROM proxy WHERE id = $1 AND ($2::int IS NULL OR user_id = $2)`,
      [id, ownerId],
    );
    return row ?? null;
  }

  /**
   * Serializes account suspensions of one user until the unit of work ends. The inserts of a delivery
   * wait too, through their foreign key on this row.
   */
  async lockOwner(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`SELECT id FROM users WHERE id = $1 FOR UPDATE`, [userId]);
  }

  /** @returns false when it has expired or staff have already suspended it. */
  suspend(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_staff = true, status = 'suspended', ${MARK_SYNC_DUE}
       WHERE id = $1 AND ${NOT_EXPIRED} AND NOT suspended_by_staff`,
      [id],
    );
  }

  /** Requires `lockOwner`. @returns false when it has expired, was refunded, or staff have not suspended it. */
  resume(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_staff = false,
         status = CASE WHEN suspended_by_owner OR ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, ${MARK_SYNC_DUE}
       WHERE id = $1 AND ${NOT_EXPIRED} AND suspended_by_staff AND NOT ${ORDER_REFUNDED}`,
      [id],
    );
  }

  /** Requires `lockOwner`. @returns false when it has expired or its owner has already suspended it. */
  suspendOwn(userId: number, id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_owner = true, status = 'suspended', ${MARK_SYNC_DUE}
       WHERE id = $2 AND user_id = $1 AND ${NOT_EXPIRED} AND NOT suspended_by_owner`,
      [userId, id],
    );
  }

  /**
   * Requires `lockOwner`. A suspension by staff or of the account stays.
   * @returns false when it has expired or its owner has not suspended it.
   */
  resumeOwn(userId: number, id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_owner = false,
         status = CASE WHEN suspended_by_staff OR ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, ${MARK_SYNC_DUE}
       WHERE id = $2 AND user_id = $1 AND ${NOT_EXPIRED} AND suspended_by_owner`,
      [userId, id],
    );
  }

  /** Requires `lockOwner`. @returns the number of proxies suspended. */
  async suspendAccount(userId: number): Promise<number> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(AccountSuspension)
      .values({ userId })
      .orIgnore()
      .execute();
    return this.updateCount(
      `UPDATE proxy SET status = 'suspended', ${MARK_SYNC_DUE} WHERE user_id = $1 AND status = 'active'`,
      [userId],
    );
  }

  /** Requires `lockOwner`. Suspensions by staff and by the owner stay. @returns the number of proxies activated. */
  async resumeAccount(userId: number): Promise<number> {
    await this.uow.requireTransaction().delete(AccountSuspension, { userId });
    return this.updateCount(
      `UPDATE proxy SET status = 'active', ${MARK_SYNC_DUE}
       WHERE user_id = $1 AND status = 'suspended' AND NOT suspended_by_staff
         AND NOT suspended_by_owner AND ${NOT_EXPIRED}`,
      [userId],
    );
  }

  /**
   * Suspends newly delivered proxies of a suspended account. Runs after the insert, because the insert
   * waits for a concurrent `lockOwner` and only then is the suspension visible.
   * @returns the number of proxies suspended.
   */
  suspendDelivered(orderId: number): Promise<number> {
    return this.updateCount(
      `UPDATE proxy SET status = 'suspended', ${MARK_SYNC_DUE}
       WHERE order_id = $1 AND status = 'active' AND ${ACCOUNT_SUSPENDED}`,
      [orderId],
    );
  }

  /** @returns false when it has expired or a request is already pending. */
  requestCredentials(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET credentials_due = true, ${MARK_SYNC_DUE}
       WHERE id = $1 AND ${NOT_EXPIRED} AND NOT credentials_due`,
      [id],
    );
  }

  /** @returns false when the lease has expired and another caller has requested newer credentials. */
  storeCredentials(
    { id, lease }: SyncLease,
    username: string,
    passwordEncrypted: string,
  ): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET username = $3, password_encrypted = $4, credentials_due = false,
         updated_at = now() WHERE id = $1 AND provider_due_at = $2`,
      [id, lease, username, passwordEncrypted],
    );
  }

  /** Keeps the old credentials. @returns false when the lease has expired. */
  cancelCredentialsRequest({ id, lease }: SyncLease): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET credentials_due = false WHERE id = $1 AND provider_due_at = $2`,
      [id, lease],
    );
  }

  private async updatesAny(statement: string, values: unknown[]): Promise<boolean> {
    return (await this.updateCount(statement, values)) > 0;
  }

  private async updateCount(statement: string, values: unknown[]): Promise<number> {
    const [, count] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(statement, values);
    return count;
  }
}
