import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';

interface Moved {
  readonly name: string;
  /** The address before. */
  readonly from: string;
  readonly to: string;
}

/** Told at both addresses: whoever loses one should not learn it from a sign-in that fails. */
@Injectable()
export class EmailChangeNotifier {
  constructor(
    private readonly mail: MailService,
    private readonly config: AppConfig,
  ) {}

  /** Needs an open unit of work. */
  async send({ name, from, to }: Moved): Promise<void> {
    const closing = `If you did not ask us for this, write to ${this.config.support.email} at once.`;
    await this.mail.enqueueLetter(from, (site) => ({
      subject: `The email address of your ${site} account was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `Hello ${name},`,
        `Our staff gave your ${site} account another email address. You no longer sign in with this one, and our mails no longer come here.`,
      ],
      closing,
    }));
    await this.mail.enqueueLetter(to, (site) => ({
      subject: `Your ${site} account has this email address now`,
      heading: 'This is your email address now',
      paragraphs: [
        `Hello ${name},`,
        `Our staff gave your ${site} account this email address. From now on you sign in with it and our mails come here; your password is as it was.`,
      ],
      closing,
    }));
  }
}
