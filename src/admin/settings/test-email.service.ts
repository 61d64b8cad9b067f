import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { DomainError, invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { DirectMailService } from '../../mail/direct-mail.service';

/** Tries the mail server of the settings with a real mail. */
@Injectable()
export class TestEmailService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly mail: DirectMailService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @returns a sentence that says where the mail went.
   * @throws DomainError invalid when no mail server is set.
   * @throws DomainError upstream_failed MAIL_TEST_FAILED with the reply of the mail server, if one answered.
   */
  async send(actor: Actor, to: string): Promise<string> {
    if (!(await this.mail.isConfigured()))
      throw invalidFields({
        smtpHost: ['No mail server is set. Enter an SMTP host and save it, then test again.'],
      });
    const failure = await this.mail.send(to, (siteName) => ({
      subject: `Test email from ${siteName}`,
      heading: 'Your mail server works',
      paragraphs: [
        `${actor.name} sent this email to test the mail settings of ${siteName}. They work.`,
      ],
      closing: 'You do not need to do anything.',
    }));
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'settings.mail_tested',
        target: 'settings',
        details: failure ? `A test email failed: ${failure}` : `Sent a test email to ${to}`,
      }),
    );
    if (failure)
      throw new DomainError('upstream_failed', 'MAIL_TEST_FAILED', `The test failed: ${failure}`);
    return `Test email sent to ${to}.`;
  }
}
