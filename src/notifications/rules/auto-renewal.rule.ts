import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyNotificationSourceService } from '../../proxies/notifications/proxy-notification-source.service';
import { NotificationSenderService } from '../delivery/notification-sender.service';
import { AutoRenewalTemplates } from '../templates/auto-renewal.templates';
import { NotificationRule } from './notification-rule';

/** Notifies of proxies that were renewed automatically, or could not be. */
@Injectable()
export class AutoRenewalRule extends NotificationRule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly templates: AutoRenewalTemplates,
    private readonly sender: NotificationSenderService,
  ) {
    super();
  }

  processBatch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { events, more } = await this.proxies.takeAutoRenewals(limit);
      const notifications = events.map((event) => ({
        userId: event.userId,
        subject: `automatic renewal ${event.noticeId} of proxy:${event.id}`,
        threshold: 0,
        event,
      }));
      await this.sender.send('auto_renewal', notifications, (user, own) =>
        this.templates.outcomes(
          user,
          own.map(({ event }) => event),
        ),
      );
      return more;
    });
  }
}
