import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { MailService } from '../mail/mail.service';
import type { UserAccount } from '../users/users.types';
import { VerificationLinks } from './verification/verification-links';

type Recipient = Pick<UserAccount, 'id' | 'name' | 'email'>;

/** The letters of this room. Each call needs an open unit of work. */
@Injectable()
export class AuthMails {
  constructor(
    private readonly mail: MailService,
    private readonly links: VerificationLinks,
    private readonly config: AppConfig,
  ) {}

  async sendVerification(user: Recipient): Promise<void> {
    const url = this.links.to(user);
    await this.mail.enqueueLetter(user.email, (site) => ({
      subject: `Verify your email for ${site}`,
      heading: 'Verify your email',
      paragraphs: [
        `Hello ${user.name},`,
        `Please confirm that this is your email address to finish opening your ${site} account. The link works for 24 hours.`,
      ],
      action: { label: 'Verify email', url },
      closing:
        'If you did not open an account, ignore this mail: without the link nothing happens.',
    }));
  }

  async sendResetCode(user: Recipient, code: string): Promise<void> {
    await this.mail.enqueueLetter(user.email, (site) => ({
      subject: `Your ${site} verification code`,
      heading: 'Reset your password',
      paragraphs: [
        `Hello ${user.name},`,
        'Enter this code to choose a new password. It works once, for 10 minutes.',
      ],
      code,
      closing:
        'If you did not ask for it, ignore this mail: your password stays as it is. Never give the code to anybody, not even to us.',
    }));
  }

  async sendPasswordChanged(user: Recipient): Promise<void> {
    await this.mail.enqueueLetter(user.email, (site) => ({
      subject: `Your ${site} password was changed`,
      heading: 'Your password was changed',
      paragraphs: [
        `Hello ${user.name},`,
        `The password of your ${site} account was changed just now, and your other sign-ins were ended.`,
      ],
      action: { label: 'Reset your password', url: `${this.config.http.appUrl}/forgot-password` },
      closing: `If this was not you, reset your password at once and write to ${this.config.support.email}.`,
    }));
  }
}
