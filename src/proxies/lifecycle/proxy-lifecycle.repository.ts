import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyStatus } from '../proxy.types';

/** What custody knows of a proxy. */
export interface ProxyState {
  readonly id: number;
  readonly userId: number;
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  readonly suspendedByStaff: boolean;
  readonly credentialsDue: boolean;
  readonly passwordEncrypted: string;
  /** Whether the provider is still to be told something. */
  readonly isSyncPending: boolean;
  /** Its money was given back: it never serves again. */
  readonly isRefunded: boolean;
}

/** Which of the proxies that are due. */
export interface SyncScope {
  readonly id?: number;
  readonly userId?: number;
}

/** Of telling a provider; see `DueRepository.claim`. */
interface SyncLease {
  readonly id: number;
  readonly lease: Date;
}

const MAX_ID = 2_147_483_647;
const MARK_SYNC_DUE = `provider_due_at = coalesce(provider_due_at, now()), updated_at = now()`;
const NOT_EXPIRED = `status <> 'expired' AND expires_at > now()`;
const ORDER_REFUNDED = `EXISTS (SELECT FROM proxy_order o WHERE o.id = proxy.order_id AND o.status = 'refunded')`;
const ACCOUNT_SUSPENDED = `EXISTS (SELECT FROM proxy_owner_hold h WHERE h.user_id = proxy.user_id)`;

/**
 * Who may be served. Each change says at once what is wanted, and marks the row as due; telling the
 * provider comes after the commit.
 */
@Injectable()
export class ProxyLifecycleRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(id: number, ownerId: number | null = null): Promise<ProxyState | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query(
      `SELECT id, user_id AS "userId", status,
              (status = 'expired' OR expires_at <= now()) AS "isExpired",
              suspended_by_staff AS "suspendedByStaff", credentials_due AS "credentialsDue",
              password_encrypted AS "passwordEncrypted", provider_due_at IS NOT NULL AS "isSyncPending",
              ${ORDER_REFUNDED} AS "isRefunded"
       FROM proxy WHERE id = $1 AND ($2::int IS NULL OR user_id = $2)`,
      [id, ownerId],
    );
    return row ?? null;
  }

  /**
   * From here to the end of the unit of work nobody else changes whether the owner is held. A
   * delivery waits too: its new rows point at this one.
   */
  async lockOwner(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`SELECT id FROM users WHERE id = $1 FOR UPDATE`, [userId]);
  }

  /** @returns false when it has ended or staff have suspended it before. */
  suspend(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_staff = true, status = 'suspended', ${MARK_SYNC_DUE}
       WHERE id = $1 AND ${NOT_EXPIRED} AND NOT suspended_by_staff`,
      [id],
    );
  }

  /** Needs the owner's lock. @returns false when it has ended, was refunded, or staff have not suspended it. */
  resume(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET suspended_by_staff = false,
         status = CASE WHEN ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, ${MARK_SYNC_DUE}
       WHERE id = $1 AND ${NOT_EXPIRED} AND suspended_by_staff AND NOT ${ORDER_REFUNDED}`,
      [id],
    );
  }

  /** Needs the owner's lock. @returns how many proxies stop serving. */
  async suspendAccount(userId: number): Promise<number> {
    await this.uow
      .requireTransaction()
      .query(`INSERT INTO proxy_owner_hold (user_id) VALUES ($1) ON CONFLICT DO NOTHING`, [userId]);
    return this.updateCount(
      `UPDATE proxy SET status = 'suspended', ${MARK_SYNC_DUE} WHERE user_id = $1 AND status = 'active'`,
      [userId],
    );
  }

  /** Needs the owner's lock. What staff have suspended stays so. @returns how many serve again. */
  async resumeAccount(userId: number): Promise<number> {
    await this.uow
      .requireTransaction()
      .query(`DELETE FROM proxy_owner_hold WHERE user_id = $1`, [userId]);
    return this.updateCount(
      `UPDATE proxy SET status = 'active', ${MARK_SYNC_DUE}
       WHERE user_id = $1 AND status = 'suspended' AND NOT suspended_by_staff AND ${NOT_EXPIRED}`,
      [userId],
    );
  }

  /**
   * Stops what has just been delivered to an owner who is held. Whether they are has to be asked
   * after the rows were written: their writing has waited for whoever was changing the owner.
   * @returns how many.
   */
  suspendDelivered(orderId: number): Promise<number> {
    return this.updateCount(
      `UPDATE proxy SET status = 'suspended', ${MARK_SYNC_DUE}
       WHERE order_id = $1 AND status = 'active' AND ${ACCOUNT_SUSPENDED}`,
      [orderId],
    );
  }

  /** @returns false when it has ended or new credentials are on their way already. */
  requestCredentials(id: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy SET credentials_due = true, ${MARK_SYNC_DUE}
       WHERE id = $1 AND ${NOT_EXPIRED} AND NOT credentials_due`,
      [id],
    );
  }

  /** @returns false when the turn is over: whoever has it now has asked for newer ones. */
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

  /** The old credentials stay. @returns false when the turn is over. */
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
    const [, count] = await this.uow.requireTransaction().query(statement, values);
    return count;
  }
}
