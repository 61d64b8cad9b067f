import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyNotificationSourceService } from '../../proxies/notifications/proxy-notification-source.service';
import { NoticeLetters } from '../letters/notice-letters';
import { NoticeSender } from '../notice-sender';
import { Watch } from './watch';

/** Proxies that have used up most of their traffic. */
@Injectable()
export class TrafficWatch extends Watch {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyNotificationSourceService,
    private readonly letters: NoticeLetters,
    private readonly sender: NoticeSender,
  ) {
    super();
  }

  batch(limit: number): Promise<boolean> {
    return this.uow.run(async () => {
      const { marks, more } = await this.proxies.takeTrafficThresholds(limit);
      const notices = marks.map((mark) => ({
        userId: mark.userId,
        subject: `proxy:${mark.id}`,
        threshold: mark.percent,
        mark,
      }));
      await this.sender.send('traffic', notices, (user, own) =>
        this.letters.traffic(
          user,
          // Several marks passed at once are one piece of news: the highest.
          [...new Map(own.map(({ mark }) => [mark.id, mark])).values()],
        ),
      );
      return more;
    });
  }
}
