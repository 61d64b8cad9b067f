import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';
import type { MailTemplate } from '../../mail/mail.types';
import type { UserAccount } from '../../users/users.types';
import type { NewApiKey } from '../api-keys/api-key.entity';
import { VerificationLinksService } from '../email/verification-links.service';

type Recipient = Pick<UserAccount, 'id' | 'name' | 'email'>;

const FACTOR_CHANGES = {
  on: [
    'turned on',
    'From now on you sign in with your password and a code from your authenticator app. You were signed out on your other devices.',
  ],
  off: ['turned off', 'From now on you sign in with only your password.'],
  reset: [
    'reset',
    'An admin reset it, and you were signed out everywhere. Sign in with your password and set it up again.',
  ],
} as const;

/** Enqueues the mails of the auth module. Each method needs an open unit of work. */
@Injectable()
export class AuthMailService {
  private readonly appUrl: string;
  private readonly support: string;

  constructor(
    private readonly mail: MailService,
    private readonly links: VerificationLinksService,
    config: AppConfig,
  ) {
    this.appUrl = config.http.appUrl;
    this.support = config.support.email;
  }

  async sendVerification(user: Recipient): Promise<void> {
    const url = this.links.createUrl(user);
    await this.send(user, (site) => ({
      subject: `Verify your email for ${site}`,
      heading: 'Verify your email',
      paragraphs: [
        `Verify your email address to open your ${site} account. The link works for 24 hours.`,
      ],
      action: { label: 'Verify email', url },
      closing: 'If you did not create an account, you can ignore this email.',
    }));
  }

  sendResetCode(user: Recipient, code: string): Promise<void> {
    return this.send(user, (site) => ({
      subject: `Your ${site} verification code`,
      heading: 'Reset your password',
      paragraphs: [
        'Enter this code to choose a new password. It works once and expires in 10 minutes.',
      ],
      code,
      closing:
        'If you did not ask for it, ignore this email: your password has not changed. Never share the code with anyone, including us.',
    }));
  }

  sendPasswordChanged(user: Recipient): Promise<void> {
    return this.sendNewPassword(user, 'Reset your password', '/forgot-password');
  }

  /** @param needsReview whether others have access, which is paused now. */
  sendPasswordReset(user: Recipient, needsReview: boolean): Promise<void> {
    if (!needsReview) return this.sendPasswordChanged(user);
    return this.sendNewPassword(
      user,
      'Check who has access',
      '/dashboard',
      'What others may use is paused until you have said what stays: team members and invitations, addresses without a password, sub-users, webhooks and Google sign-in. Your own proxies go on with their username and password.',
    );
  }

  /** @param to the present or the new address. @param next the new address. */
  sendEmailChangeCode(user: Recipient, to: string, next: string, code: string): Promise<void> {
    return this.send({ ...user, email: to }, (site) => ({
      subject: `Confirm the change of your ${site} email address`,
      heading: 'Change your email address',
      paragraphs: [
        `Enter this code to make ${next} the email address of your ${site} account. It works once and expires in 10 minutes. The other address received a code of its own.`,
      ],
      code,
      closing: `If you did not ask for it, change your password and contact ${this.support}. Never share the code with anyone, including us.`,
    }));
  }

  /** To the old address. */
  sendEmailChanged(user: Recipient, next: string): Promise<void> {
    return this.send(user, (site) => ({
      subject: `The email address of your ${site} account was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `Your ${site} account now uses ${next}. Sign in with it from now on. You were signed out on your other devices.`,
      ],
      closing: `If this was not you, contact ${this.support} immediately.`,
    }));
  }

  /** @param change `reset`: another admin removed it. */
  sendTwoFactorChanged(user: Recipient, change: keyof typeof FACTOR_CHANGES): Promise<void> {
    const [word, means] = FACTOR_CHANGES[change];
    return this.send(user, (site) => ({
      subject: `Two-factor authentication of your ${site} account was ${word}`,
      heading: `Two-factor authentication was ${word}`,
      paragraphs: [means],
      closing: `If you did not do this or agree to it, change your password immediately and contact ${this.support}.`,
    }));
  }

  sendApiKeyCreated(
    user: Recipient,
    { name, scopes }: Pick<NewApiKey, 'name' | 'scopes'>,
    prefix: string,
  ): Promise<void> {
    return this.send(user, (site) => ({
      subject: `A new API key for your ${site} account`,
      heading: 'A new API key was created',
      paragraphs: [
        `The API key “${name}” (${prefix}…) was created for your account. Programs that have it can use it for: ${scopes.join(', ')}.`,
      ],
      action: { label: 'See your API keys', url: `${this.appUrl}/developers` },
      closing: `If this was not you, remove the key, change your password and contact ${this.support}.`,
    }));
  }

  sendRecoveryCodesReplaced(user: Recipient): Promise<void> {
    return this.send(user, (site) => ({
      subject: `New recovery codes for your ${site} account`,
      heading: 'New recovery codes were made',
      paragraphs: [
        'Ten new recovery codes were made for your account. The earlier ones no longer work.',
      ],
      closing: `If this was not you, change your password immediately and contact ${this.support}.`,
    }));
  }

  private sendNewPassword(
    user: Recipient,
    label: string,
    path: string,
    ...more: string[]
  ): Promise<void> {
    return this.send(user, (site) => ({
      subject: `Your ${site} password was changed`,
      heading: 'Your password was changed',
      paragraphs: [
        `The password of your ${site} account was just changed, and you were signed out on your other devices.`,
        ...more,
      ],
      action: { label, url: `${this.appUrl}${path}` },
      closing: `If this was not you, reset your password immediately and contact ${this.support}.`,
    }));
  }

  private send({ name, email }: Recipient, template: MailTemplate): Promise<void> {
    return this.mail.enqueueTemplate(email, (site) => {
      const content = template(site);
      return { ...content, paragraphs: [`Hello ${name},`, ...content.paragraphs] };
    });
  }
}
