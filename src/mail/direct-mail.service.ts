import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { renderMail } from './templates/render-mail';
import { MailService } from './mail.service';
import { MailTransportSettings, type MailTemplate } from './mail.types';
import { Mailer } from './ports/mailer.port';

/** Sends synchronously, for callers that need the outcome; other mail goes through the outbox. */
@Injectable()
export class DirectMailService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly settings: MailTransportSettings,
    private readonly mailer: Mailer,
    private readonly outbox: MailService,
  ) {}

  /**
   * One attempt, outside any unit of work.
   * @returns null when the mail server accepted it, else its error message.
   */
  async send(to: string, template: MailTemplate): Promise<string | null> {
    this.uow.assertNoTransaction();
    const { siteName, smtpHost } = await this.settings.current();
    if (!smtpHost && this.config.sandbox) {
      // Without a mail server the sandbox delivers to its inbox, which shows the outbox.
      await this.uow.run(() => this.outbox.enqueueTemplate(to, template));
      return null;
    }
    const delivery = await this.mailer.deliver({
      to,
      ...renderMail(template(siteName), siteName, this.config.http.appUrl),
      messageId: `<test-${randomUUID()}@${new URL(this.config.http.appUrl).hostname}>`,
    });
    return delivery.kind === 'sent' ? null : delivery.reason;
  }
}
