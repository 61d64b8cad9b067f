import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyNotificationSourceService } from '../../proxies/notifications/proxy-notification-source.service';
import { NoticeLetters } from '../letters/notice-letters';
import { NoticeSender } from '../notice-sender';
import { Watch } from './watch';

/** Proxies that end soon. */
@Injectable()
export class ExpiryWatch extends Watch {
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
      const { proxies, more } = await this.proxies.takeExpiring(limit);
      const notices = proxies.map((proxy) => ({
        userId: proxy.userId,
        // A proxy that was given another end has another end to be told of.
        subject: `proxy:${proxy.id} until ${proxy.expiresAt.toISOString()}`,
        threshold: proxy.hours,
        proxy,
      }));
      await this.sender.send('expiry', notices, (user, own) =>
        this.letters.ending(
          user,
          own.map(({ proxy }) => proxy),
        ),
      );
      return more;
    });
  }
}
