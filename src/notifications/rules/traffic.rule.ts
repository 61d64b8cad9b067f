import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyNotificationSourceService } from '../../proxies/notifications/proxy-notification-source.service';
import { NotificationTemplates } from '../templates/notification-templates';
import { NotificationSenderService } from '../delivery/notification-sender.service';
import { NotificationRule } from './notification-rule';

/** Notifies of proxies that have used most of their traffic. */
@Injectable()
export class TrafficRule extends NotificationRule {
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
      const { marks, more } = await this.proxies.takeTrafficThresholds(limit);
      const notifications = marks.map((mark) => ({
        userId: mark.userId,
        // Each limit is announced by itself, since a renewal raises it.
        subject: `proxy:${mark.id} of ${mark.limitBytes}`,
        threshold: mark.percent,
        mark,
      }));
      await this.sender.send('traffic', notifications, (user, own) =>
        this.templates.trafficThresholds(
          user,
          // Of several thresholds reached at once only the highest is mailed.
          [...new Map(own.map(({ mark }) => [mark.id, mark])).values()],
        ),
      );
      return more;
    });
  }
}
