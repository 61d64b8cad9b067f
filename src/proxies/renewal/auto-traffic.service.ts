import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { crashPoint } from '../../common/crash-point';
import { DomainError } from '../../common/errors/domain-error';
import { toPlatformKey } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { OrderQuoteService } from '../orders/order-quote.service';
import { OrderService } from '../orders/order.service';
import {
  autoTrafficLimitReached,
  cappedKeyAutomation,
  cycleOver,
  limitBelowPrice,
} from '../proxies.errors';
import { lockOwnerShared } from '../proxy.sql';
import { GIGABYTE, type AutoTrafficReason } from '../proxy.types';
import { AutoTraffic, AutoTrafficCharge, AutoTrafficNotice } from './auto-traffic.entity';
import { assertExtendable, lockRenewable } from './renewable-proxy';

export type AutoTrafficRule = Pick<AutoTraffic, 'belowGigabytes' | 'gigabytes' | 'monthlyLimit'>;

/** A proxy that is short of traffic, leased to one worker. */
interface DueTraffic {
  readonly proxyId: number;
  readonly userId: number;
  readonly memberId: number | null;
  readonly gigabytes: number;
  readonly limitBytes: string;
  /** With all digits, as text of the database. */
  readonly enabledAt: string;
}

const LEASE = `interval '2 minutes'`;
/** What was refused is tried again: a top-up, a new month or a higher limit may help. */
const RETRY_AFTER = `interval '5 minutes'`;
const SHORT = `t.stopped_reason IS NULL AND p.status = 'active' AND p.expires_at > now()
  AND p.limit_bytes - p.used_bytes < t.below_gigabytes::bigint * ${GIGABYTE}
  AND NOT EXISTS (SELECT FROM account_suspension h WHERE h.user_id = p.user_id)`;
const CONCURRENCY = 8;

/**
 * Buys traffic for pool proxies that are short of it, paid from the wallet: once for each traffic limit, and within the
 * monthly limit of the owner. A crash at any point leaves the purchase due.
 */
@Injectable()
export class AutoTrafficService {
  private readonly logger = new Logger(AutoTrafficService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: OrderQuoteService,
    private readonly orders: OrderService,
    private readonly audit: AuditService,
  ) {}

  /**
   * What a member of a team switches on counts towards the member's limits of the day of each purchase, and stops with the
   * permission to buy.
   * @throws DomainError not_found, invalid, conflict when the proxy cannot get traffic, forbidden KEY_HAS_DAILY_LIMIT.
   */
  async enable(actor: Actor, proxyId: number, rule: AutoTrafficRule): Promise<void> {
    const { userId, apiKey, member } = actor;
    const { belowGigabytes, gigabytes, monthlyLimit } = rule;
    if (apiKey?.dailyLimit) throw cappedKeyAutomation();
    const prepared = await this.quotes.prepareExtension(userId, proxyId, 'traffic', { gigabytes });
    const { total } = await this.quotes.quoteExtension(prepared);
    if (monthlyLimit.isLessThan(total)) throw limitBelowPrice(gigabytes, total);
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, userId);
      assertExtendable(await lockRenewable(this.uow, userId, proxyId), prepared.request);
      const changed = await this.uow.requireTransaction().query<unknown[]>(
        `INSERT INTO proxy_auto_traffic AS t (proxy_id, below_gigabytes, gigabytes, monthly_limit_kobo, member_id)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (proxy_id) DO UPDATE SET below_gigabytes = $2, gigabytes = $3, monthly_limit_kobo = $4, member_id = $5,
           enabled_at = now(), stopped_reason = NULL, failed_limit_bytes = NULL, failed_reason = NULL, failed_at = NULL,
           leased_until = NULL
         WHERE t.stopped_reason IS NOT NULL OR ($5::int IS NULL AND t.member_id IS NOT NULL)
           OR (t.below_gigabytes, t.gigabytes, t.monthly_limit_kobo) IS DISTINCT FROM ($2::int, $3::int, $4::bigint)
         RETURNING proxy_id`,
        [proxyId, belowGigabytes, gigabytes, monthlyLimit.kobo.toString(), member?.id ?? null],
      );
      if (changed.length)
        await this.recordChange(
          actor,
          proxyId,
          `on: ${gigabytes} GB below ${belowGigabytes} GB, ${formatNaira(monthlyLimit)} a month`,
        );
    });
  }

  /** @throws DomainError not_found. */
  async disable(actor: Actor, proxyId: number): Promise<void> {
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, actor.userId);
      await lockRenewable(this.uow, actor.userId, proxyId);
      const { affected } = await this.uow.requireTransaction().delete(AutoTraffic, { proxyId });
      if (affected) await this.recordChange(actor, proxyId, 'off');
    });
  }

  /** Stops it for the proxy of an order that staff refund, if that was an automatic one. Needs an open unit of work. */
  async stopRefunded(orderId: number, proxyId: number): Promise<void> {
    if (await this.uow.manager.existsBy(AutoTrafficCharge, { orderId }))
      await this.stop(proxyId, 'order_refunded');
  }

  /** Stops those of an owner that a member of the team has switched on. Needs an open unit of work. */
  async stopOfMember(ownerId: number, memberId: number): Promise<void> {
    const rows = await this.uow.requireTransaction().query<{ id: number }[]>(
      `SELECT t.proxy_id AS id FROM proxy_auto_traffic t JOIN proxy p ON p.id = t.proxy_id
       WHERE t.member_id = $2 AND p.user_id = $1 AND t.stopped_reason IS NULL ORDER BY t.proxy_id FOR UPDATE OF t`,
      [ownerId, memberId],
    );
    for (const { id } of rows) await this.stop(id, 'member_left');
  }

  /** Makes every due purchase. @returns the number of attempts. */
  async buyDue(): Promise<number> {
    for (let attempts = 0; ;) {
      const due = await this.claim();
      if (!due.length) return attempts;
      await Promise.all(due.map((purchase) => this.tryToBuy(purchase)));
      attempts += due.length;
    }
  }

  /** Catches errors, so that one proxy does not hold up others; its lease ends and it is due again. */
  private async tryToBuy(due: DueTraffic): Promise<void> {
    try {
      await this.buy(due);
    } catch (error) {
      this.logger.error({ err: error, due }, 'Traffic could not be bought automatically');
    }
  }

  private async buy(due: DueTraffic): Promise<void> {
    const { proxyId, gigabytes } = due;
    const key = toPlatformKey('auto', 'traffic', proxyId, due.limitBytes, due.enabledAt);
    let price: Money | null = null;
    try {
      const guard = {
        verify: async () => {
          if (!(await this.lockShort(due))) throw cycleOver();
        },
        record: async (orderId: number, total: Money) => {
          price = total;
          await this.insertCharge(due, orderId, total);
          crashPoint('auto-traffic.before-commit');
        },
      };
      await this.orders.extendForOwner(due, { gigabytes }, key, guard, 'traffic');
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.handleRefusal(due, error, price);
    }
  }

  private async handleRefusal(
    due: DueTraffic,
    error: DomainError,
    price: Money | null,
  ): Promise<void> {
    const { code, kind, details } = error;
    // The traffic, the rule or the proxy has changed: the next sweep sees what is due then.
    if (SETTLED_BY_OTHERS.includes(code)) return;
    const { proxyId } = due;
    if (code === 'ORDER_REFUNDED') return this.uow.run(() => this.stop(proxyId, 'order_refunded'));
    if (code === 'NOT_A_BUYER') return this.uow.run(() => this.stop(proxyId, 'member_left'));
    const reason =
      code === 'MEMBER_SPENDING_LIMIT'
        ? 'member_limit'
        : code === 'MONTHLY_LIMIT_REACHED'
          ? 'monthly_limit'
          : REASONS[kind];
    if (!reason) throw error;
    const required = Number(details?.required_amount);
    await this.fail(due, reason, required ? Money.naira(required) : price);
  }

  /** Is mailed once for each limit of the traffic. */
  private async fail(
    { proxyId, limitBytes, enabledAt }: DueTraffic,
    reason: AutoTrafficReason,
    price: Money | null,
  ): Promise<void> {
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [before] = await manager.query<{ gigabytes: number; known: boolean }[]>(
        `SELECT gigabytes, failed_limit_bytes IS NOT DISTINCT FROM $2::bigint AS known FROM proxy_auto_traffic
         WHERE proxy_id = $1 AND enabled_at = $3::timestamptz AND stopped_reason IS NULL FOR UPDATE`,
        [proxyId, limitBytes, enabledAt],
      );
      if (!before) return;
      const [, failed] = await manager.query<[unknown, number]>(
        `UPDATE proxy_auto_traffic t SET failed_limit_bytes = p.limit_bytes, failed_reason = $3, failed_at = now(),
           leased_until = NULL
         FROM proxy p WHERE p.id = t.proxy_id AND t.proxy_id = $1 AND p.limit_bytes = $2`,
        [proxyId, limitBytes, reason],
      );
      if (failed && !before.known)
        await manager.insert(AutoTrafficNotice, {
          ...{ proxyId, reason, price, gigabytes: before.gigabytes, isStopped: false },
        });
    });
  }

  private async stop(proxyId: number, reason: AutoTrafficReason): Promise<void> {
    const manager = this.uow.requireTransaction();
    const [stopped] = await manager.query<[{ gigabytes: number }[], number]>(
      `UPDATE proxy_auto_traffic SET stopped_reason = $2, leased_until = NULL
       WHERE proxy_id = $1 AND stopped_reason IS NULL RETURNING gigabytes`,
      [proxyId, reason],
    );
    for (const { gigabytes } of stopped) {
      await manager.insert(AutoTrafficNotice, { proxyId, reason, gigabytes, isStopped: true });
      const details = `Automatic traffic of proxy ${proxyId} stopped: ${reason}`;
      await this.record('system', 'proxy.auto_renewal_stopped', proxyId, details);
    }
  }

  /** Leases proxies that are short of traffic, those with the least left first. */
  private async claim(): Promise<DueTraffic[]> {
    const [rows] = await this.uow.manager.query<[DueTraffic[], number]>(
      `UPDATE proxy_auto_traffic r SET leased_until = now() + ${LEASE} FROM proxy p
       WHERE p.id = r.proxy_id AND r.proxy_id IN (
         SELECT t.proxy_id FROM proxy_auto_traffic t JOIN proxy p ON p.id = t.proxy_id
         WHERE ${SHORT} AND (t.leased_until IS NULL OR t.leased_until <= now())
           AND (t.failed_limit_bytes IS DISTINCT FROM p.limit_bytes OR t.failed_at <= now() - ${RETRY_AFTER})
         ORDER BY p.limit_bytes - p.used_bytes LIMIT $1 FOR UPDATE OF t SKIP LOCKED)
       RETURNING r.proxy_id AS "proxyId", p.user_id AS "userId", r.member_id AS "memberId", r.gigabytes,
         p.limit_bytes AS "limitBytes", r.enabled_at::text AS "enabledAt"`,
      [CONCURRENCY],
    );
    return rows;
  }

  /** Locks the rule until the unit of work ends. @returns false when it does not ask for this purchase any more. */
  private async lockShort({ proxyId, limitBytes, enabledAt }: DueTraffic): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query<unknown[]>(
      `SELECT FROM proxy_auto_traffic t JOIN proxy p ON p.id = t.proxy_id
       WHERE t.proxy_id = $1 AND t.enabled_at = $3::timestamptz
         AND p.limit_bytes = $2 AND ${SHORT}
       FOR UPDATE OF t`,
      [proxyId, limitBytes, enabledAt],
    );
    return rows.length > 0;
  }

  /** @throws DomainError conflict when the purchases of the month would exceed the limit. */
  private async insertCharge(
    { proxyId, gigabytes }: DueTraffic,
    orderId: number,
    price: Money,
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.insert(AutoTrafficCharge, { orderId, proxyId });
    const [[row]] = await manager.query<[{ fits: boolean }[], number]>(
      `UPDATE proxy_auto_traffic t SET failed_limit_bytes = NULL, failed_reason = NULL, failed_at = NULL, leased_until = NULL
       WHERE t.proxy_id = $1 RETURNING t.monthly_limit_kobo >= (
         SELECT sum(o.amount_kobo - o.refunded_kobo) FROM auto_traffic_charge c JOIN proxy_order o ON o.id = c.order_id
         WHERE c.proxy_id = $1 AND o.created_at >= date_trunc('month', now(), '${ZONE}')) AS fits`,
      [proxyId],
    );
    if (!row?.fits) throw autoTrafficLimitReached();
    await this.record(
      'system',
      'proxy.auto_renewed',
      proxyId,
      `${gigabytes} GB were bought automatically for proxy ${proxyId} for ${formatNaira(price)} by order ${orderId}`,
    );
  }

  private recordChange(actor: Actor, proxyId: number, change: string): Promise<void> {
    const details = `Automatic traffic of proxy ${proxyId} switched ${change}`;
    return this.record(actor, 'proxy.auto_renewal_changed', proxyId, details);
  }

  private record(
    actor: Actor | 'system',
    action: AuditAction,
    proxyId: number,
    details: string,
  ): Promise<void> {
    return this.audit.record(actor, { action, target: `proxy:${proxyId}`, details });
  }
}

const SETTLED_BY_OTHERS: readonly string[] = [
  ...['CYCLE_OVER', 'PROXY_SUSPENDED', 'PROXY_EXPIRED', 'PROXY_MOVED', 'IDEMPOTENCY_KEY_REUSED'],
];

const REASONS: Partial<Record<DomainError['kind'], AutoTrafficReason>> = {
  insufficient_balance: 'insufficient_balance',
  invalid: 'package_unavailable',
};
