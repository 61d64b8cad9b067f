import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { lockOwnerShared } from '../proxy.sql';
import { proxyNotFound, cappedKeyAutomation, renewBeforeAutomation } from '../proxies.errors';
import { assertExtendable, RenewalQuoteService } from './renewal-quote.service';
import { RenewalRepository } from './renewal.repository';
import type { ExtensionChoice } from './renewal.types';
import { AutoRenewalRepository } from './auto-renewal.repository';

/** The owner's choice of automatic renewal. */
@Injectable()
export class AutoRenewalSettingsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: RenewalQuoteService,
    private readonly proxies: RenewalRepository,
    private readonly repository: AutoRenewalRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Has an own proxy renewed with this package before each end. The same package again changes nothing; after
   * automatic renewal has stopped, or with another package, the attempts start anew. What a member of a team switches on
   * counts towards the member's limits of the day of each charge, and stops with the permission to buy.
   * @throws DomainError not_found, invalid, conflict when the proxy cannot be renewed or has expired, forbidden
   * KEY_HAS_DAILY_LIMIT.
   */
  async enable(actor: Actor, proxyId: number, choice: ExtensionChoice): Promise<void> {
    // The charges of later days would pass the cap of the key.
    if (actor.apiKey?.dailyLimit) throw cappedKeyAutomation();
    const prepared = await this.quotes.prepare(actor, proxyId, 'renewal', choice);
    const { description } = await this.quotes.quote(prepared);
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, actor.userId);
      const proxy = await this.proxies.lockOwned(actor.userId, proxyId);
      if (!proxy) throw proxyNotFound();
      assertExtendable(proxy, prepared.request);
      if (proxy.isExpired) throw renewBeforeAutomation();
      const { gigabytes, duration_minutes: durationMinutes } = choice;
      const memberId = actor.member?.id ?? null;
      if (await this.repository.enable(proxyId, gigabytes, durationMinutes, memberId))
        await this.record(actor, proxyId, `switched on: ${description}`);
    });
  }

  /** Also of a proxy that cannot be renewed. @throws DomainError not_found. */
  async disable(actor: Actor, proxyId: number): Promise<void> {
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, actor.userId);
      if (!(await this.proxies.lockOwned(actor.userId, proxyId))) throw proxyNotFound();
      if (await this.repository.disable(proxyId)) await this.record(actor, proxyId, 'switched off');
    });
  }

  private record(actor: Actor, proxyId: number, change: string): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.auto_renewal_changed',
      target: `proxy:${proxyId}`,
      details: `Automatic renewal of proxy ${proxyId} ${change}`,
    });
  }
}
