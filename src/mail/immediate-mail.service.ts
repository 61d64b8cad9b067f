import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { layOut } from './letter';
import { MailService } from './mail.service';
import { MailTransportSettings, type Letter } from './mail.types';
import { Mailer } from './mailer';

/** Sends while somebody waits for the outcome; everything else goes through the outbox. */
@Injectable()
export class ImmediateMailService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly settings: MailTransportSettings,
    private readonly mailer: Mailer,
    private readonly outbox: MailService,
  ) {}

  /**
   * One try, outside any unit of work.
   * @param write gets the site's name.
   * @returns null when the mail server took it, else what went wrong, in its own words.
   */
  async send(to: string, write: (siteName: string) => Letter): Promise<string | null> {
    this.uow.assertNoTransaction();
    const { siteName, smtpHost } = await this.settings.current();
    if (!smtpHost && this.config.sandbox) {
      // Without a mail server the sandbox's inbox is where mail arrives, and it shows the outbox.
      await this.uow.run(() => this.outbox.enqueueLetter(to, write));
      return null;
    }
    const delivery = await this.mailer.deliver({
      to,
      ...layOut(write(siteName), siteName, this.config.http.appUrl),
      messageId: `<test-${randomUUID()}@${new URL(this.config.http.appUrl).hostname}>`,
    });
    return delivery.kind === 'sent' ? null : delivery.reason;
  }
}
