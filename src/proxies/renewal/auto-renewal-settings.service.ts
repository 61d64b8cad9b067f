import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import type { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { OrderQuoteService } from '../orders/order-quote.service';
import { toAutoTraffic, type AutoRenewDto, type ExtensionChoice } from '../orders/orders.dto';
import { cappedKeyAutomation, renewBeforeAutomation } from '../proxies.errors';
import { lockOwnerShared } from '../proxy.sql';
import type { AutoRenewReason } from '../proxy.types';
import { AutoRenewalCharge, AutoRenewalNotice } from './auto-renewal.entity';
import { AutoTrafficService } from './auto-traffic.service';
import { assertExtendable, lockRenewable } from './renewable-proxy';

/** Switches automatic renewal on and off, for the owner or because of what happened to the proxy. */
@Injectable()
export class AutoRenewalSettingsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: OrderQuoteService,
    private readonly audit: AuditService,
    private readonly traffic: AutoTrafficService,
  ) {}

  /** Both kinds of automation, or neither when one is refused. @throws DomainError as `enable` of either. */
  async change(actor: Actor, proxyId: number, body: AutoRenewDto): Promise<void> {
    const rule = toAutoTraffic(body);
    await this.uow.run(async () => {
      await (body.enabled ? this.enable(actor, proxyId, body) : this.disable(actor, proxyId));
      if (rule) await this.traffic.enable(actor, proxyId, rule);
      else if (rule === null) await this.traffic.disable(actor, proxyId);
    });
  }

  /**
   * Has an own proxy renewed with this package before each end. The same package again changes nothing, unless the owner
   * takes it over from a member; after automatic renewal has stopped, or with another package, the attempts start anew. What
   * a member of a team switches on counts towards the member's limits of the day of each charge, and stops with the
   * permission to buy.
   * @throws DomainError not_found, invalid, conflict when the proxy cannot be renewed or has expired, forbidden
   * KEY_HAS_DAILY_LIMIT.
   */
  async enable(actor: Actor, proxyId: number, choice: ExtensionChoice): Promise<void> {
    const { userId, apiKey, member } = actor;
    // The charges of later days would pass the cap of the key.
    if (apiKey?.dailyLimit) throw cappedKeyAutomation();
    const prepared = await this.quotes.prepareExtension(userId, proxyId, 'renewal', choice);
    const { description } = await this.quotes.quoteExtension(prepared);
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, userId);
      const proxy = await lockRenewable(this.uow, userId, proxyId);
      assertExtendable(proxy, prepared.request);
      if (proxy.isExpired) throw renewBeforeAutomation();
      const changed = await this.uow.requireTransaction().query<unknown[]>(
        `INSERT INTO proxy_auto_renewal AS a (proxy_id, enabled, gigabytes, duration_minutes, member_id)
         VALUES ($1, true, $2, $3, $4)
         ON CONFLICT (proxy_id) DO UPDATE SET enabled = true, gigabytes = $2, duration_minutes = $3, member_id = $4,
           cycle = NULL, attempted_hours = NULL, failures = 0, short_of_kobo = NULL, stopped_reason = NULL,
           leased_until = NULL, enabled_at = now(), updated_at = now()
         WHERE NOT a.enabled OR (a.gigabytes, a.duration_minutes) IS DISTINCT FROM ($2, $3)
           OR ($4::int IS NULL AND a.member_id IS NOT NULL)
         RETURNING proxy_id`,
        [proxyId, choice.gigabytes ?? null, choice.duration_minutes ?? null, member?.id ?? null],
      );
      if (changed.length) await this.recordChange(actor, proxyId, `switched on: ${description}`);
    });
  }

  /** Also of a proxy that cannot be renewed. @throws DomainError not_found. */
  async disable(actor: Actor, proxyId: number): Promise<void> {
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, actor.userId);
      await lockRenewable(this.uow, actor.userId, proxyId);
      const [, changed] = await this.uow.requireTransaction().query<[unknown, number]>(
        `UPDATE proxy_auto_renewal SET enabled = false, short_of_kobo = NULL, stopped_reason = NULL, updated_at = now()
         WHERE proxy_id = $1 AND (enabled OR stopped_reason IS NOT NULL)`,
        [proxyId],
      );
      if (changed) await this.recordChange(actor, proxyId, 'switched off');
    });
  }

  /** Of those of the proxies that have it. Lock the proxies first, if at all. Needs an open unit of work, as the others. */
  async stop(proxyIds: readonly number[], reason: AutoRenewReason, price?: Money): Promise<void> {
    if (!proxyIds.length) return;
    const manager = this.uow.requireTransaction();
    const [stopped] = await manager.query<[{ id: number }[], number]>(
      `UPDATE proxy_auto_renewal SET enabled = false, stopped_reason = $2, short_of_kobo = NULL,
         leased_until = NULL, updated_at = now()
       WHERE proxy_id = ANY($1) AND enabled RETURNING proxy_id AS id`,
      [proxyIds, reason],
    );
    for (const { id: proxyId } of stopped) {
      await manager.insert(AutoRenewalNotice, { proxyId, outcome: 'stopped', reason, price });
      const details = `Automatic renewal of proxy ${proxyId} stopped: ${reason}`;
      await this.record('system', 'proxy.auto_renewal_stopped', proxyId, details);
    }
  }

  /** Stops it for the proxy of a renewal that staff refund, if it was an automatic one. */
  async stopRefunded(orderId: number, proxyId: number): Promise<void> {
    if (await this.uow.manager.existsBy(AutoRenewalCharge, { orderId }))
      await this.stop([proxyId], 'order_refunded');
  }

  /** Stops those of an owner that a member of the team has switched on, whose permission to buy ended. */
  async stopOfMember(ownerId: number, memberId: number): Promise<void> {
    const rows = await this.uow.requireTransaction().query<{ id: number }[]>(
      `SELECT a.proxy_id AS id FROM proxy_auto_renewal a JOIN proxy p ON p.id = a.proxy_id
       WHERE a.member_id = $2 AND p.user_id = $1 AND a.enabled ORDER BY a.proxy_id FOR UPDATE OF a`,
      [ownerId, memberId],
    );
    await this.stop(
      rows.map(({ id }) => id),
      'member_left',
    );
  }

  private recordChange(actor: Actor, proxyId: number, change: string): Promise<void> {
    const details = `Automatic renewal of proxy ${proxyId} ${change}`;
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
