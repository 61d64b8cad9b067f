import { Injectable } from '@nestjs/common';
import { MAX_ID } from '../../common/http/request.pipes';
import { UnitOfWork } from '../../database/unit-of-work';
import type { IssuedCredentials } from '../proxy-credentials.service';
import { lockedInOrder } from '../locked-in-order';
import type { ProxyStatus } from '../proxy.types';
import { AccountSuspension } from './account-suspension.entity';

/** Lifecycle columns of a proxy. */
export interface ProxyState {
  readonly id: number;
  readonly uuid: string;
  readonly userId: number;
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  readonly suspendedByStaff: boolean;
  readonly suspendedByOwner: boolean;
  /** Whether somebody else suspended it, whom its owner has to ask. */
  readonly isSuspendedByOthers: boolean;
  /** The order was refunded, so the proxy never becomes active again. */
  readonly isRefunded: boolean;
}

const NOT_EXPIRED = `status <> 'expired' AND expires_at > now()`;
const ORDER_REFUNDED = `(proxy.refunded_at IS NOT NULL)`;
const ACCOUNT_SUSPENDED = `EXISTS (SELECT FROM account_suspension h WHERE h.user_id = proxy.user_id)`;

/** Status changes of proxies. SQL, because the conditions read account suspensions in the same statement. */
@Injectable()
export class ProxyLifecycleRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(id: number, ownerId: number | null = null): Promise<ProxyState | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query<ProxyState[]>(
      `SELECT id, uuid, user_id AS "userId", status,
              (status = 'expired' OR expires_at <= now()) AS "isExpired",
              suspended_by_staff AS "suspendedByStaff",
              suspended_by_owner AS "suspendedByOwner",
              (suspended_by_staff OR ${ACCOUNT_SUSPENDED}
                OR (status = 'suspended' AND NOT suspended_by_owner)) AS "isSuspendedByOthers",
              ${ORDER_REFUNDED} AS "isRefunded"
       FROM proxy WHERE id = $1 AND ($2::int IS NULL OR user_id = $2)`,
      [id, ownerId],
    );
    return row ?? null;
  }

  /**
   * Serializes account suspensions of one user until the unit of work ends. Purchases wait too, through the foreign key of
   * their charge on this row.
   */
  async lockOwner(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`SELECT id FROM users WHERE id = $1 FOR UPDATE`, [userId]);
  }

  /** @returns false when it has expired or staff have already suspended it. */
  suspend(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_staff = true, status = 'suspended', updated_at = now()
       WHERE id = $1 AND ${NOT_EXPIRED} AND NOT suspended_by_staff`,
      [id],
    );
  }

  /** Requires `lockOwner`. @returns false when it has expired, was refunded, or staff have not suspended it. */
  resume(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_staff = false,
         status = CASE WHEN suspended_by_owner OR ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, updated_at = now()
       WHERE id = $1 AND ${NOT_EXPIRED} AND suspended_by_staff AND NOT ${ORDER_REFUNDED}`,
      [id],
    );
  }

  /** Requires `lockOwner`. @returns false when it has expired or its owner has already suspended it. */
  suspendOwn(userId: number, id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_owner = true, status = 'suspended', updated_at = now()
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
         status = CASE WHEN suspended_by_staff OR ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, updated_at = now()
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
      `UPDATE proxy SET status = 'suspended', updated_at = now()
       WHERE ${lockedInOrder(`user_id = $1 AND status = 'active'`)}`,
      [userId],
    );
  }

  /** Requires `lockOwner`. Suspensions by staff and by the owner stay. @returns the number of proxies activated. */
  async resumeAccount(userId: number): Promise<number> {
    await this.uow.requireTransaction().delete(AccountSuspension, { userId });
    return this.updateCount(
      `UPDATE proxy SET status = 'active', updated_at = now()
       WHERE ${lockedInOrder(`user_id = $1 AND status = 'suspended' AND NOT suspended_by_staff
         AND NOT suspended_by_owner AND ${NOT_EXPIRED}`)}`,
      [userId],
    );
  }

  /** @returns false when it has expired. */
  setCredentials(
    id: number,
    { username, passwordEncrypted, passwordDigest }: IssuedCredentials,
  ): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET username = $2, password_encrypted = $3, password_digest = $4, updated_at = now()
       WHERE id = $1 AND ${NOT_EXPIRED}`,
      [id, username, passwordEncrypted, passwordDigest],
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
