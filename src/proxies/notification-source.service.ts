import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { UnitOfWork } from '../database/unit-of-work';
import { isActiveOrSuspendedByOwner } from './proxy.sql';
import type {
  AutoRenewalEvent,
  AutoTrafficEvent,
  ExpiringProxy,
  ReachedTrafficThreshold,
  ReceiptOrder,
  UpcomingExpiry,
} from './proxy.types';

const SUMMARY_COLUMNS = `p.id, p.user_id AS "userId", p.type, p.country, p.expires_at AS "expiresAt"`;
const IS_AUTO_RENEWED = `EXISTS (SELECT FROM proxy_auto_renewal a WHERE a.proxy_id = p.id AND a.enabled)`;

/** Time of the next expiry notice; must equal the expression of proxy_expiry_notice_idx. */
const NEXT_NOTICE_AT = `((expires_at AT TIME ZONE 'UTC') - CASE expiry_warned WHEN 0
  THEN interval '72 hours' ELSE interval '24 hours' END)`;

/** An order becomes visible after its `created_at`, and waits for those that follow it: this interval is read again. */
const OVERLAP = `interval '5 minutes'`;
/** One receipt is about all orders of a customer until this long passes without another, but for no longer than that. */
const IS_SETTLED = `(n.last_at < now() - interval '15 seconds' OR n.first_at < now() - interval '3 minutes')`;

/**
 * Source of notifications about proxies. What is taken is returned once, and requires an open unit of work: SKIP LOCKED gives
 * each event to one worker.
 */
@Injectable()
export class ProxyNotificationSourceService {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Claims up to `limit` proxies that expire within 72 or 24 hours and have no notice yet. Reads
   * the left edge of proxy_expiry_notice_idx, so the cost grows with the due rows only. `more`: call again.
   */
  async takeExpiring(limit: number): Promise<{ proxies: ExpiringProxy[]; more: boolean }> {
    const [proxies] = await this.uow.requireTransaction().query<[ExpiringProxy[], number]>(
      // An array makes the planner look up the few rows by id instead of joining the whole table.
      `UPDATE proxy p SET expiry_warned =
         CASE WHEN expires_at <= now() + interval '24 hours' THEN 24 ELSE 72 END
       WHERE id = ANY(ARRAY(
         SELECT id FROM proxy WHERE ${isActiveOrSuspendedByOwner('proxy')} AND expiry_warned <> 24 AND expires_at > now()
          AND ${NEXT_NOTICE_AT} <= now() AT TIME ZONE 'UTC'
         ORDER BY ${NEXT_NOTICE_AT} LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING ${SUMMARY_COLUMNS}, p.expiry_warned AS hours, ${IS_AUTO_RENEWED} AS "isAutoRenewed"`,
      [limit],
    );
    return { proxies, more: proxies.length === limit };
  }

  /** Which of the users had a proxy in service in a period. @param until exclusive. */
  async findOwnersWithin(
    userIds: readonly number[],
    from: Date,
    until: Date,
  ): Promise<ReadonlySet<number>> {
    const rows = await this.uow.manager.query<{ user_id: number }[]>(
      `SELECT DISTINCT user_id FROM proxy
       WHERE user_id = ANY($1) AND created_at < $3 AND expires_at > $2`,
      [userIds, from, until],
    );
    return new Set(rows.map((row) => row.user_id));
  }

  /** By user, the earliest first. @param count how many of each user are listed. */
  async findExpiringWithin(
    userIds: readonly number[],
    from: Date,
    until: Date,
    count: number,
  ): Promise<Map<number, UpcomingExpiry[]>> {
    const rows = await this.uow.manager.query<UpcomingExpiry[]>(
      `SELECT * FROM (
         SELECT ${SUMMARY_COLUMNS}, ${IS_AUTO_RENEWED} AS "isAutoRenewed",
           (count(*) OVER owner)::int AS "totalOfOwner",
           row_number() OVER (owner ORDER BY p.expires_at, p.id)::int AS place
         FROM proxy p
         WHERE p.user_id = ANY($1) AND ${isActiveOrSuspendedByOwner('p')} AND p.expires_at > $2 AND p.expires_at <= $3
         WINDOW owner AS (PARTITION BY p.user_id)) e
       WHERE e.place <= $4 ORDER BY e."userId", e.place`,
      [userIds, from, until, count],
    );
    const byUser = new Map<number, UpcomingExpiry[]>();
    for (const row of rows) byUser.set(row.userId, [...(byUser.get(row.userId) ?? []), row]);
    return byUser;
  }

  /** Outcomes of automatic renewals, oldest first. `more`: call again. */
  async takeAutoRenewals(limit: number): Promise<{ events: AutoRenewalEvent[]; more: boolean }> {
    const rows = await this.uow
      .requireTransaction()
      .query<(Omit<AutoRenewalEvent, 'price'> & { priceKobo: string | null })[]>(
        `WITH taken AS (
           DELETE FROM auto_renewal_notice WHERE id IN (
             SELECT id FROM auto_renewal_notice ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING id, proxy_id, outcome, reason, price_kobo)
         SELECT ${SUMMARY_COLUMNS}, taken.id AS "noticeId", taken.outcome, taken.reason,
           taken.price_kobo AS "priceKobo"
         FROM taken JOIN proxy p ON p.id = taken.proxy_id ORDER BY taken.id`,
        [limit],
      );
    return { events: rows.map(withPrice), more: rows.length === limit };
  }

  /** Refusals of automatic traffic, oldest first. `more`: call again. */
  async takeAutoTraffic(limit: number): Promise<{ events: AutoTrafficEvent[]; more: boolean }> {
    const rows = await this.uow
      .requireTransaction()
      .query<(Omit<AutoTrafficEvent, 'price'> & { priceKobo: string | null })[]>(
        `WITH taken AS (
           DELETE FROM auto_traffic_notice WHERE id IN (
             SELECT id FROM auto_traffic_notice ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING *)
         SELECT ${SUMMARY_COLUMNS}, taken.id AS "noticeId", taken.is_stopped AS "isStopped", taken.reason,
           taken.gigabytes, taken.price_kobo AS "priceKobo"
         FROM taken JOIN proxy p ON p.id = taken.proxy_id ORDER BY taken.id`,
        [limit],
      );
    return { events: rows.map(withPrice), more: rows.length === limit };
  }

  /**
   * Orders that were delivered and not refunded since the cursor, without automatic renewals; all of a customer at once, and
   * none while the customer goes on ordering. At least once each, and not after their receipt is recorded.
   * @param cursor null starts an hour ago.
   */
  async findReceiptOrders(
    cursor: string | null,
    limit: number,
  ): Promise<{ orders: ReceiptOrder[]; cursor: string; hasMore: boolean }> {
    const { manager } = this.uow;
    const [start] = await manager.query<{ at: string; id: number; caughtUp: string }[]>(
      `SELECT coalesce($1::timestamptz, now() - interval '1 hour')::text AS at, coalesce($2::int, 0) AS id,
         (now() - ${OVERLAP})::text AS "caughtUp"`,
      cursor === null ? [null, null] : (JSON.parse(cursor) as [string, number]),
    );
    const { at, id, caughtUp } = start!;
    const found = await manager.query<{ id: number; userId: number; at: string }[]>(
      `SELECT id, user_id AS "userId", created_at::text AS at FROM proxy_order
       WHERE (created_at, id) > ($1::timestamptz, $2::int) ORDER BY created_at, id LIMIT $3`,
      [at, id, limit],
    );
    const last = found.at(-1);
    const hasMore = found.length === limit;
    const next = hasMore && last ? [last.at, last.id] : [caughtUp, 0];
    const rows = await manager.query<(Omit<ReceiptOrder, 'amount'> & { kobo: string })[]>(
      `SELECT n.id, n.user_id AS "userId", n.kind, n.quantity, n.kobo, t.reference,
         t.description || CASE WHEN EXISTS (SELECT FROM auto_traffic_charge c WHERE c.order_id = n.id)
           THEN ', automatically' ELSE '' END AS description,
         coalesce(n.proxy_id, CASE WHEN n.quantity = 1 THEN
           (SELECT p.id FROM proxy p WHERE p.order_id = n.id) END) AS "proxyId"
       FROM (SELECT o.id, o.user_id, o.kind, o.quantity, o.proxy_id, o.amount_kobo - o.refunded_kobo AS kobo,
               o.transaction_id, min(o.created_at) OVER own AS first_at, max(o.created_at) OVER own AS last_at
             FROM proxy_order o WHERE o.user_id = ANY($1) AND o.created_at >= $2 AND o.status = 'delivered'
               AND NOT EXISTS (SELECT FROM auto_renewal_charge c WHERE c.order_id = o.id)
               AND NOT EXISTS (SELECT FROM notification_sent s
                 WHERE s.user_id = o.user_id AND s.kind = 'purchase' AND s.subject = 'order:' || o.id)
             WINDOW own AS (PARTITION BY o.user_id)) n
       JOIN wallet_transaction t ON t.id = n.transaction_id WHERE ${IS_SETTLED} ORDER BY n.id`,
      [[...new Set(found.map(({ userId }) => userId))], at],
    );
    const orders = rows.map(({ kobo, ...row }) => ({ ...row, amount: Money.kobo(BigInt(kobo)) }));
    return { orders, cursor: JSON.stringify(next), hasMore };
  }

  /**
   * Proxies that have used 80, 95 or 100 percent of their traffic; those that are inactive, or got more traffic since, are
   * dropped. `more`: call again.
   */
  async takeTrafficThresholds(
    limit: number,
  ): Promise<{ marks: ReachedTrafficThreshold[]; more: boolean }> {
    const rows: (Omit<ReachedTrafficThreshold, 'usedBytes' | 'limitBytes'> & {
      running: boolean;
      usedBytes: string;
      limitBytes: string;
    })[] = await this.uow.requireTransaction().query(
      `WITH taken AS (
         DELETE FROM traffic_threshold WHERE (proxy_id, percent) IN (
           SELECT proxy_id, percent FROM traffic_threshold LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING proxy_id, percent)
       SELECT ${SUMMARY_COLUMNS}, taken.percent, p.used_bytes AS "usedBytes", p.limit_bytes AS "limitBytes",
              (p.status = 'active' AND p.expires_at > now()
               AND p.used_bytes * 100 >= p.limit_bytes * taken.percent) AS running
       FROM taken JOIN proxy p ON p.id = taken.proxy_id ORDER BY p.id, taken.percent`,
      [limit],
    );
    const marks = rows
      .filter(({ running }) => running)
      .map(({ running: _, usedBytes, limitBytes, ...row }) => ({
        ...row,
        usedBytes: BigInt(usedBytes),
        limitBytes: BigInt(limitBytes),
      }));
    return { marks, more: rows.length === limit };
  }
}

const withPrice = <T extends { priceKobo: string | null }>({ priceKobo, ...row }: T) => ({
  ...row,
  price: priceKobo === null ? null : Money.kobo(BigInt(priceKobo)),
});
