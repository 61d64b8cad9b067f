import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { renderMail } from './templates/render-mail';
import { SettingsService } from '../settings/settings.service';
import type { MailTemplate } from './mail.types';
import { Mailer } from './ports/mailer.port';

/** One text for a refused connection, a timeout and another protocol: their difference is a port scan. */
const NO_ANSWER =
  'No mail server answered at the saved host and port. Check them, or the firewall in between; the server’s log has the details.';

/** Sends synchronously, for callers that need the outcome; other mail goes through the outbox. */
@Injectable()
export class DirectMailService {
  private readonly logger = new Logger(DirectMailService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly settings: SettingsService,
    private readonly mailer: Mailer,
  ) {}

  async isConfigured(): Promise<boolean> {
    return (await this.settings.current()).smtpHost !== null;
  }

  /**
   * One attempt, outside any unit of work.
   * @returns null when the mail server accepted it, else its reply or that none answered.
   */
  async send(to: string, template: MailTemplate): Promise<string | null> {
    this.uow.assertNoTransaction();
    const settings = await this.settings.current();
    const site = { ...settings, url: this.config.http.appUrl };
    const delivery = await this.mailer.deliver({
      to,
      ...renderMail(template(settings.siteName), site),
      messageId: `<test-${randomUUID()}@${new URL(this.config.http.appUrl).hostname}>`,
    });
    if (delivery.kind === 'sent') return null;
    this.logger.warn({ reason: delivery.reason }, 'A mail could not be sent directly');
    return delivery.reply ?? NO_ANSWER;
  }
}
