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
    const closing = `If you did not ask us for this, write to ${this.config.support.email} at once.`;
    const verify = this.config.emailVerification
      ? { label: 'Verify email', url: this.links.createUrl({ id, email: to }) }
      : undefined;
    await this.mail.enqueueTemplate(from, (site) => ({
      subject: `The email address of your ${site} account was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `Hello ${name},`,
        `Our staff gave your ${site} account another email address. You no longer sign in with this one, and our mails no longer come here.`,
      ],
      closing,
    }));
    await this.mail.enqueueTemplate(to, (site) => ({
      subject: `Your ${site} account has this email address now`,
      heading: 'This is your email address now',
      paragraphs: [
        `Hello ${name},`,
        `Our staff gave your ${site} account this email address. From now on you sign in with it and our mails come here; your password is as it was.`,
        ...(verify ? ['Please confirm first that it is yours. The link works for 24 hours.'] : []),
      ],
      action: verify,
      closing,
    }));
  }
}
