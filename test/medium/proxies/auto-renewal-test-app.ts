import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { MailService } from '../../../src/mail/mail.service';
import { NotificationsJobsModule } from '../../../src/notifications/notifications-jobs.module';
import { NotificationsService } from '../../../src/notifications/notifications.service';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import type { OrderService } from '../../../src/proxies/orders/order.service';
import { type OwnedProxy, ProxiesService } from '../../../src/proxies/proxies.service';
import { AutoRenewalSettingsService } from '../../../src/proxies/renewal/auto-renewal-settings.service';
import { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import { findViolatedInvariants } from '../../support/integrity';
import {
  createProxiesTestApp,
  ONE_GB_PRICE,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

type RenewFor = OrderService['extendForOwner'];

/** A proxy with automatic renewal on. */
export interface Subscription {
  actor: Actor;
  orderId: number;
  id: number;
  end: Date;
}

/** Automatic renewals and their mails on a database of their own. */
export class AutoRenewalTestApp {
  readonly automation: AutoRenewalService;
  readonly settings: AutoRenewalSettingsService;

  private constructor(readonly app: ProxiesTestApp) {
    this.automation = this.get(AutoRenewalService);
    this.settings = this.get(AutoRenewalSettingsService);
  }

  static async open(): Promise<AutoRenewalTestApp> {
    return new AutoRenewalTestApp(await createProxiesTestApp([NotificationsJobsModule]));
  }

  get<T>(service: abstract new (...args: never[]) => T): T {
    return this.app.module.get(service as abstract new () => T, { strict: false });
  }

  find(actor: Actor, id: number): Promise<OwnedProxy> {
    return this.get(ProxiesService).get(actor, id);
  }

  async readState(actor: Actor, id: number): Promise<OwnedProxy['autoRenew']> {
    return (await this.find(actor, id)).autoRenew;
  }

  /** Moves the end of a proxy. */
  async setEnd(id: number, interval: string): Promise<void> {
    await this.app.sql(
      `UPDATE proxy SET expires_at = date_trunc('milliseconds', now() + $2::interval) WHERE id = $1`,
      [id, interval],
    );
  }

  async expire(id: number): Promise<void> {
    await this.setEnd(id, '-1 second');
    await this.get(ProxyExpiryService).expireDue();
  }

  /** Later in the same cycle: the end is nearer. */
  async comeNearer(id: number, interval: string): Promise<void> {
    await this.setEnd(id, interval);
    await this.app.sql(
      `UPDATE proxy_auto_renewal a SET cycle = p.expires_at FROM proxy p
       WHERE p.id = a.proxy_id AND p.id = $1 AND a.cycle IS NOT NULL`,
      [id],
    );
  }

  async endLeases(): Promise<void> {
    await this.app.sql(`UPDATE proxy_auto_renewal SET leased_until = now()`);
  }

  /** A pool proxy of a customer who can pay for `renewals` more, with automatic renewal on. */
  async subscribe(renewals: number, ends = '23 hours'): Promise<Subscription> {
    const actor = await this.app.createCustomer((1 + renewals) * ONE_GB_PRICE);
    const { order_id: orderId, proxies } = await this.app.orders.buyPool(actor, poolRequest());
    const { id } = proxies[0]!;
    await this.settings.enable(actor, id, { gigabytes: 1 });
    await this.setEnd(id, ends);
    return { actor, orderId, id, end: (await this.find(actor, id)).expiresAt };
  }

  async topUp({ userId }: Actor, naira: number): Promise<void> {
    const reference = `AGAIN-${userId}-${Math.random()}`;
    await this.app.uow.run(() =>
      this.app.wallet.credit(
        {
          userId,
          reference,
          type: 'credit',
          purpose: 'topup',
          amount: Money.naira(naira),
          description: 'Wallet top-up',
        },
        { idempotencyKey: reference, kind: 'topup', against: 'korapay_clearing' },
      ),
    );
  }

  /** Replaces what a worker does for each due renewal; `renew` is the real thing. */
  mockRenewal(
    change: (renew: () => Promise<void>, ...args: Parameters<RenewFor>) => Promise<void>,
  ): jest.SpyInstance {
    const service = this.app.orders;
    const real = service.extendForOwner.bind(service);
    return jest
      .spyOn(service, 'extendForOwner')
      .mockImplementation((...args) => change(() => real(...args), ...args));
  }

  /** Leaves nothing due to the next case. */
  async endTest(): Promise<void> {
    await this.app.sql(`UPDATE proxy_auto_renewal SET enabled = false`);
  }

  /** Checks the invariants, and ends. */
  async close(): Promise<void> {
    expect(await findViolatedInvariants(this.app)).toEqual([]);
    await this.app.close();
  }

  /** Two workers sweep at once. */
  async sweepTwice(): Promise<void> {
    await Promise.all([this.automation.renewDue(), this.automation.renewDue()]);
  }

  /** What the customer was mailed about renewals, oldest first, by two workers. */
  async readMails({ userId }: Actor): Promise<{ subject: string; text: string }[]> {
    return (await this.readAllMails({ userId })).filter(({ subject }) => /renew/.test(subject));
  }

  /** Likewise, about anything. */
  async readAllMails({
    userId,
  }: Pick<Actor, 'userId'>): Promise<{ subject: string; text: string }[]> {
    const notices = this.get(NotificationsService);
    await Promise.all([notices.sendDue(), notices.sendDue()]);
    const [user] = await this.app.sql<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [
      userId,
    ]);
    const mails = await this.get(MailService).inbox({ to: user!.email });
    return mails.reverse();
  }

  async readSubjects(actor: Actor): Promise<string[]> {
    return (await this.readMails(actor)).map(({ subject }) => subject.replace(' (NairaProxy)', ''));
  }
}
