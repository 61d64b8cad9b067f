import { Injectable } from '@nestjs/common';
import { isActiveOrSuspendedByOwner } from '../proxy.sql';
import type { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { AutoRenewalCharge, type DueRenewal } from './auto-renewal.entity';
import type { AutoRenewReason } from '../proxy.types';

/** The attempts of a cycle, in hours before the end; the last failure stops automatic renewal. */
const HOURS_OF_ATTEMPT = `CASE WHEN p.expires_at <= now() + interval '2 hours' THEN 2
  WHEN p.expires_at <= now() + interval '12 hours' THEN 12 ELSE 24 END`;
export const MAX_FAILURES = 3;

/** Longer than an attempt. */
const LEASE = `interval '2 minutes'`;
const NOT_ATTEMPTED = `(a.cycle IS DISTINCT FROM p.expires_at OR a.attempted_hours > ${HOURS_OF_ATTEMPT})`;
const SHORT = `(a.short_of_kobo IS NOT NULL AND a.cycle = p.expires_at)`;
const CHARGED = `EXISTS (SELECT FROM auto_renewal_charge c WHERE c.proxy_id = p.id AND c.cycle = p.expires_at)`;
const CHARGEABLE = `a.enabled AND ${isActiveOrSuspendedByOwner('p')} AND p.expires_at > now()
  AND p.expires_at <= now() + interval '24 hours'
  AND NOT EXISTS (SELECT FROM account_suspension h WHERE h.user_id = p.user_id)
  AND NOT ${CHARGED}`;

/** A proxy whose wallet was short at the last attempt. */
export interface ShortRenewal {
  readonly proxyId: number;
  readonly userId: number;
  readonly shortOfKobo: string;
}

/** SQL, because the database compares with its clock, skips locked rows and joins the proxy's end. */
@Injectable()
export class AutoRenewalRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Enables a package, or another one; the same package again changes nothing, unless the owner takes it over from a member.
   * @returns whether it changed.
   */
  async enable(
    proxyId: number,
    gigabytes: number | undefined,
    durationMinutes: number | undefined,
    memberId: number | null,
  ): Promise<boolean> {
    const [row] = await this.uow.requireTransaction().query<{ proxy_id: number }[]>(
      `INSERT INTO proxy_auto_renewal AS a (proxy_id, enabled, gigabytes, duration_minutes, member_id)
       VALUES ($1, true, $2, $3, $4)
       ON CONFLICT (proxy_id) DO UPDATE SET enabled = true, gigabytes = $2, duration_minutes = $3, member_id = $4,
         cycle = NULL, attempted_hours = NULL, failures = 0, short_of_kobo = NULL, stopped_reason = NULL,
         leased_until = NULL, enabled_at = now(), updated_at = now()
       WHERE NOT a.enabled OR (a.gigabytes, a.duration_minutes) IS DISTINCT FROM ($2, $3)
         OR ($4::int IS NULL AND a.member_id IS NOT NULL)
       RETURNING proxy_id`,
      [proxyId, gigabytes ?? null, durationMinutes ?? null, memberId],
    );
    return row !== undefined;
  }

  /** @returns whether it was enabled, or had stopped. */
  async disable(proxyId: number): Promise<boolean> {
    return this.updatesAny(
      `UPDATE proxy_auto_renewal SET enabled = false, short_of_kobo = NULL, stopped_reason = NULL, updated_at = now()
       WHERE proxy_id = $1 AND (enabled OR stopped_reason IS NOT NULL)`,
      [proxyId],
    );
  }

  /** Leases up to `limit` proxies with an attempt due, those that end first before others. */
  claimDue(limit: number): Promise<DueRenewal[]> {
    return this.claim(NOT_ATTEMPTED, [limit]);
  }

  /** Leases those of the given proxies that the wallet was short for. */
  claimShort(proxyIds: readonly number[]): Promise<DueRenewal[]> {
    return this.claim(`${SHORT} AND a.proxy_id = ANY($2)`, [proxyIds.length, proxyIds]);
  }

  /** Proxies with an id above `after` whose wallet was short. */
  findShort(after: number, limit: number): Promise<ShortRenewal[]> {
    return this.uow.manager.query<ShortRenewal[]>(
      `SELECT a.proxy_id AS "proxyId", p.user_id AS "userId", a.short_of_kobo AS "shortOfKobo"
       FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
       WHERE a.enabled AND a.short_of_kobo IS NOT NULL AND a.cycle = p.expires_at AND a.proxy_id > $1
       ORDER BY a.proxy_id LIMIT $2`,
      [after, limit],
    );
  }

  /** Locks the choice until the unit of work ends. @returns false when the cycle must not be charged any more. */
  async lockChargeable({
    proxyId,
    cycle,
    gigabytes,
    durationMinutes,
    memberId,
  }: DueRenewal): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query<unknown[]>(
      `SELECT FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
       WHERE a.proxy_id = $1 AND p.expires_at = $2::timestamptz AND ${CHARGEABLE}
         AND (a.gigabytes, a.duration_minutes, a.member_id) IS NOT DISTINCT FROM ($3::int, $4::int, $5::int) FOR UPDATE OF a`,
      [proxyId, cycle, gigabytes, durationMinutes, memberId],
    );
    return rows.length > 0;
  }

  /** The wallet is not short any more. @returns false when the cycle was charged before. */
  async insertCharge({ proxyId, cycle }: DueRenewal, orderId: number): Promise<boolean> {
    try {
      await this.uow.requireTransaction().query(
        `WITH charge AS (INSERT INTO auto_renewal_charge (proxy_id, cycle, order_id)
                           VALUES ($1, $2::timestamptz, $3) RETURNING proxy_id)
           UPDATE proxy_auto_renewal a SET short_of_kobo = NULL, updated_at = now()
           FROM charge WHERE a.proxy_id = charge.proxy_id`,
        [proxyId, cycle, orderId],
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error, 'auto_renewal_charge_pkey')) return false;
      throw error;
    }
  }

  isChargedOrder(orderId: number): Promise<boolean> {
    return this.uow.manager.existsBy(AutoRenewalCharge, { orderId });
  }

  /** Locks the choice until the unit of work ends. @returns whether the cycle is current and was not charged. */
  async lockUncharged({ proxyId, cycle }: DueRenewal): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy_auto_renewal WHERE proxy_id = $1 FOR UPDATE`, [proxyId]);
    // A second statement sees what was charged until the row was locked.
    const rows = await manager.query<unknown[]>(
      `SELECT FROM proxy p WHERE p.id = $1 AND p.expires_at = $2::timestamptz AND NOT ${CHARGED}`,
      [proxyId, cycle],
    );
    return rows.length > 0;
  }

  /**
   * Counts a failed attempt once, also when two workers report it.
   * @param shortOf the price, when the wallet was short of it.
   * @returns the failures of the cycle; null when it was counted before or the end has moved.
   */
  async fail({ proxyId, cycle, hours }: DueRenewal, shortOf: Money | null): Promise<number | null> {
    const [[row]] = await this.uow.requireTransaction().query<[{ failures: number }[], number]>(
      `UPDATE proxy_auto_renewal a SET cycle = p.expires_at, attempted_hours = $3, short_of_kobo = $4,
         failures = CASE WHEN a.cycle = p.expires_at THEN a.failures ELSE 0 END + 1,
         leased_until = NULL, updated_at = now()
       FROM proxy p WHERE p.id = a.proxy_id AND a.proxy_id = $1 AND a.enabled AND p.expires_at = $2::timestamptz
         AND (a.cycle IS DISTINCT FROM p.expires_at OR a.attempted_hours > $3) RETURNING a.failures`,
      [proxyId, cycle, hours, shortOf?.kobo.toString() ?? null],
    );
    return row?.failures ?? null;
  }

  /** After a retry that counts as no attempt: the price may differ by now. */
  async setShortOf({ proxyId, cycle }: DueRenewal, shortOf: Money | null): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE proxy_auto_renewal SET short_of_kobo = $3, leased_until = NULL, updated_at = now()
       WHERE proxy_id = $1 AND cycle = $2::timestamptz AND enabled`,
      [proxyId, cycle, shortOf?.kobo.toString() ?? null],
    );
  }

  /** Disables those of the proxies that are enabled. @returns their ids. */
  async stop(proxyIds: readonly number[], reason: AutoRenewReason): Promise<number[]> {
    const [rows] = await this.uow.requireTransaction().query<[{ id: number }[], number]>(
      `UPDATE proxy_auto_renewal SET enabled = false, stopped_reason = $2, short_of_kobo = NULL,
         leased_until = NULL, updated_at = now()
       WHERE proxy_id = ANY($1) AND enabled RETURNING proxy_id AS id`,
      [proxyIds, reason],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks those that a member has switched on until the unit of work ends. @returns the ids of their proxies. */
  async lockOfMember(ownerId: number, memberId: number): Promise<number[]> {
    const rows = await this.uow.requireTransaction().query<{ id: number }[]>(
      `SELECT a.proxy_id AS id FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
       WHERE a.member_id = $2 AND p.user_id = $1 AND a.enabled ORDER BY a.proxy_id FOR UPDATE OF a`,
      [ownerId, memberId],
    );
    return rows.map(({ id }) => id);
  }

  private async claim(condition: string, values: unknown[]): Promise<DueRenewal[]> {
    const [rows] = await this.uow.manager.query<[DueRenewal[], number]>(
      `UPDATE proxy_auto_renewal r SET leased_until = now() + ${LEASE} FROM proxy p
       WHERE p.id = r.proxy_id AND r.proxy_id IN (
         SELECT a.proxy_id FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
         WHERE ${CHARGEABLE} AND ${condition} AND (a.leased_until IS NULL OR a.leased_until <= now())
         ORDER BY p.expires_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED)
       RETURNING r.proxy_id AS "proxyId", p.user_id AS "userId", r.member_id AS "memberId", r.gigabytes,
         r.duration_minutes AS "durationMinutes", p.expires_at AS "endsAt", p.expires_at::text AS cycle, ${HOURS_OF_ATTEMPT} AS hours`,
      values,
    );
    return rows;
  }

  private async updatesAny(statement: string, values: unknown[]): Promise<boolean> {
    const [, count] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(statement, values);
    return count > 0;
  }
}
