import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';
import type { NewApiKey } from '../api-keys/api-key.entity';
import type { UserAccount } from '../../users/users.types';
import { VerificationLinksService } from '../email/verification-links.service';

type Recipient = Pick<UserAccount, 'id' | 'name' | 'email'>;

type FactorChange = 'on' | 'off' | 'reset';

const FACTOR_CHANGES: Record<FactorChange, { word: string; means: string }> = {
  on: {
    word: 'turned on',
    means:
      'From now on you sign in with your password and a code from your authenticator app. You were signed out on your other devices.',
  },
  off: { word: 'turned off', means: 'From now on you sign in with only your password.' },
  reset: {
    word: 'reset',
    means:
      'An admin reset it, and you were signed out everywhere. Sign in with your password and set it up again.',
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
      closing: 'If you did not create an account, you can ignore this email.',
    }));
  }

  async sendResetCode(user: Recipient, code: string): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `Your ${site} verification code`,
      heading: 'Reset your password',
      paragraphs: [
        `Hello ${user.name},`,
        'Enter this code to choose a new password. It works once and expires in 10 minutes.',
      ],
      code,
      closing:
        'If you did not ask for it, ignore this email: your password has not changed. Never share the code with anyone, including us.',
    }));
  }

  async sendPasswordChanged(user: Recipient): Promise<void> {
    await this.sendNewPassword(user, [], {
      label: 'Reset your password',
      url: `${this.config.http.appUrl}/forgot-password`,
    });
  }

  /** @param needsReview whether others have access, which is paused now. */
  async sendPasswordReset(user: Recipient, needsReview: boolean): Promise<void> {
    if (!needsReview) return this.sendPasswordChanged(user);
    await this.sendNewPassword(
      user,
      [
        'What others may use is paused until you have said what stays: team members and invitations, addresses without a password, sub-users, webhooks and Google sign-in. Your own proxies go on with their username and password.',
      ],
      { label: 'Check who has access', url: `${this.config.http.appUrl}/dashboard` },
    );
  }

  /** @param to the present or the new address. @param next the new address. */
  async sendEmailChangeCode(
    user: Recipient,
    to: string,
    next: string,
    code: string,
  ): Promise<void> {
    await this.mail.enqueueTemplate(to, (site) => ({
      subject: `Confirm the change of your ${site} email address`,
      heading: 'Change your email address',
      paragraphs: [
        `Hello ${user.name},`,
        `Enter this code to make ${next} the email address of your ${site} account. It works once and expires in 10 minutes. The other address received a code of its own.`,
      ],
      code,
      closing: `If you did not ask for it, change your password and contact ${this.config.support.email}. Never share the code with anyone, including us.`,
    }));
  }

  /** To the old address. */
  async sendEmailChanged(user: Recipient, next: string): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `The email address of your ${site} account was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `Hello ${user.name},`,
        `Your ${site} account now uses ${next}. Sign in with it from now on. You were signed out on your other devices.`,
      ],
      closing: `If this was not you, contact ${this.config.support.email} immediately.`,
    }));
  }

  /** @param change `reset`: another admin removed it. */
  async sendTwoFactorChanged(user: Recipient, change: FactorChange): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `Two-factor authentication of your ${site} account was ${FACTOR_CHANGES[change].word}`,
      heading: `Two-factor authentication was ${FACTOR_CHANGES[change].word}`,
      paragraphs: [`Hello ${user.name},`, FACTOR_CHANGES[change].means],
      closing: `If you did not do this or agree to it, change your password immediately and contact ${this.config.support.email}.`,
    }));
  }

  async sendApiKeyCreated(
    user: Recipient,
    { name, scopes }: Pick<NewApiKey, 'name' | 'scopes'>,
    prefix: string,
  ): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `A new API key for your ${site} account`,
      heading: 'A new API key was created',
      paragraphs: [
        `Hello ${user.name},`,
        `The API key “${name}” (${prefix}…) was created for your account. Programs that have it can use it for: ${scopes.join(', ')}.`,
      ],
      action: {
        label: 'See your API keys',
        url: `${this.config.http.appUrl}/profile?tab=api-keys`,
      },
      closing: `If this was not you, remove the key, change your password and contact ${this.config.support.email}.`,
    }));
  }

  async sendRecoveryCodesReplaced(user: Recipient): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `New recovery codes for your ${site} account`,
      heading: 'New recovery codes were made',
      paragraphs: [
        `Hello ${user.name},`,
        'Ten new recovery codes were made for your account. The earlier ones no longer work.',
      ],
      closing: `If this was not you, change your password immediately and contact ${this.config.support.email}.`,
    }));
  }

  private async sendNewPassword(
    user: Recipient,
    more: readonly string[],
    action: { label: string; url: string },
  ): Promise<void> {
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `Your ${site} password was changed`,
      heading: 'Your password was changed',
      paragraphs: [
        `Hello ${user.name},`,
        `The password of your ${site} account was just changed, and you were signed out on your other devices.`,
        ...more,
      ],
      action,
      closing: `If this was not you, reset your password immediately and contact ${this.config.support.email}.`,
    }));
  }
}
