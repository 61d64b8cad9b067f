import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyNotificationSourceService } from '../../proxies/notifications/proxy-notification-source.service';
import { NotificationTemplates } from '../templates/notification-templates';
import { NotificationSenderService } from '../delivery/notification-sender.service';
import { NotificationRule } from './notification-rule';

/** Notifies of proxies that expire soon. */
@Injectable()
export class ExpiryRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly templates: NotificationTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { proxies, more } = await this.proxies.takeExpiring(limit);
      const notifications = proxies.map((proxy) => ({
        userId: proxy.userId,
        // The expiry is part of the key, so that a changed expiry is notified again.
        subject: `proxy:${proxy.id} until ${proxy.expiresAt.toISOString()}`,
        threshold: proxy.hours,
        proxy,
      }));
      await this.sender.send('expiry', notifications, (user, own) =>
        this.templates.expiringProxies(
          user,
          own.map(({ proxy }) => proxy),
        ),
      );
      return more;
    });
  }
}
