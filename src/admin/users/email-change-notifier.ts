import { Injectable } from '@nestjs/common';
import { VerificationLinksService } from '../../auth/email-verification/verification-links.service';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';

interface EmailChange {
  readonly id: number;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Notifies the old and the new address when staff change a user's email address. */
@Injectable()
export class EmailChangeNotifier {
  constructor(
    private readonly mail: MailService,
    private readonly config: AppConfig,
    private readonly links: VerificationLinksService,
  ) {}

  /** Needs an open unit of work. */
  async notify({ id, name, from, to }: EmailChange): Promise<void> {
    const closing = `If you did not ask for this, contact ${this.config.support.email} immediately.`;
    const verify = this.config.emailVerification
      ? { label: 'Verify email', url: this.links.createUrl({ id, email: to }) }
      : undefined;
    await this.mail.enqueueTemplate(from, (site) => ({
      subject: `The email address of your ${site} account was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `Hello ${name},`,
        `Our staff changed the email address of your ${site} account. You can no longer sign in with this address, and we will not send emails to it.`,
      ],
      closing,
    }));
    await this.mail.enqueueTemplate(to, (site) => ({
      subject: `Your ${site} account now uses this email address`,
      heading: 'Your account now uses this email address',
      paragraphs: [
        `Hello ${name},`,
        `Our staff set this as the email address of your ${site} account. Use it to sign in from now on. Your password has not changed.`,
        ...(verify ? ['Please verify first that it is yours. The link works for 24 hours.'] : []),
      ],
      action: verify,
      closing,
    }));
  }
}
