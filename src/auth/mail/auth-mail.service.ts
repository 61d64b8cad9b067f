import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';
import type { UserAccount } from '../../users/users.types';
import { VerificationLinksService } from '../email-verification/verification-links.service';

type Recipient = Pick<UserAccount, 'id' | 'name' | 'email'>;

type FactorChange = 'on' | 'off' | 'reset';

const FACTOR_CHANGES: Record<FactorChange, { word: string; means: string }> = {
  on: {
    word: 'switched on',
    means:
      'From now on you sign in with your password and a code from your authenticator app. Your other sign-ins were ended.',
  },
  off: { word: 'switched off', means: 'From now on you sign in with your password alone.' },
  reset: {
    word: 'reset',
    means:
      'A colleague took it away and your sign-ins were ended. Sign in with your password and set it up anew.',
  },
};

/** Enqueues the mails of the auth module. Each method needs an open unit of work. */
@Injectable()
export class AuthMailService {
  constructor(
    private readonly mail: MailService,
    private readonly links: VerificationLinksService,
    private readonly config: AppConfig,
  ) {}

  async sendVerification(user: Recipient): Promise<void> {
    const url = this.links.createUrl(user);
    await this.mail.enqueueTemplate(user.email, (site) => ({
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
    await this.mail.enqueueTemplate(user.email, (site) => ({
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
    await this.mail.enqueueTemplate(user.email, (site) => ({
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

  /** @param change `reset`: another admin removed it. */
  async sendTwoFactorChanged(user: Recipient, change: FactorChange): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `The second factor of your ${site} account was ${FACTOR_CHANGES[change].word}`,
      heading: `Your second factor was ${FACTOR_CHANGES[change].word}`,
      paragraphs: [`Hello ${user.name},`, FACTOR_CHANGES[change].means],
      closing: `If this was not you or agreed with you, change your password at once and write to ${this.config.support.email}.`,
    }));
  }
}
