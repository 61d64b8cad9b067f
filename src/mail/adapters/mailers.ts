import { Injectable } from '@nestjs/common';
import { Mailer, type Delivery } from '../ports/mailer.port';
import { createTransport } from 'nodemailer';
import { SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';
import type { PlatformSettings } from '../../settings/settings.types';
import type { OutgoingMail } from '../mail.types';
import { LOGO } from '../templates/render-mail';

/** Sandbox without a mail server: the outbox row is the inbox entry, so delivery is a no-op. */
@Injectable()
export class InboxMailer extends Mailer {
  deliver(): Promise<Delivery> {
    return Promise.resolve({ kind: 'sent' });
  }
}

const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 10 * SECOND;
const SOCKET_TIMEOUT_MS = 30 * SECOND;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Sends by the SMTP server of the settings, which may change from one mail to the next. */
@Injectable()
export class SmtpMailer extends Mailer {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
  ) {
    super();
  }

  async deliver(mail: OutgoingMail): Promise<Delivery> {
    const settings = await this.settings.current();
    if (!settings.smtpHost) return { kind: 'unavailable', reason: 'No mail server is set.' };
    const transport = createTransport(this.transportOptions(settings));
    try {
      await transport.sendMail({
        from: this.sender(settings.siteName),
        to: { name: '', address: mail.to },
        subject: mail.subject,
        replyTo: mail.replyTo === undefined ? undefined : { name: '', address: mail.replyTo },
        text: mail.text,
        html: mail.html,
        // One that was written by an earlier release has none.
        attachments: mail.html.includes(`cid:${LOGO.cid}`) ? [LOGO] : [],
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { kind: 'sent' };
    } catch (error) {
      return classify(error as SmtpError);
    } finally {
      transport.close();
    }
  }

  private transportOptions({ smtpHost, smtpPort, smtpUsername, smtpPassword }: PlatformSettings) {
    return {
      host: smtpHost!,
      port: smtpPort,
      secure: smtpPort === IMPLICIT_TLS_PORT,
      // Without this a network in between could strip STARTTLS and read the password.
      requireTLS: this.config.isProduction && smtpUsername !== null,
      auth: smtpUsername === null ? undefined : { user: smtpUsername, pass: smtpPassword ?? '' },
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  /** MAIL_FROM may be a bare address or carry a name of its own. */
  private sender(siteName: string): string | { name: string; address: string } {
    const { mailFrom } = this.config;
    return mailFrom.includes('<') ? mailFrom : { name: siteName, address: mailFrom };
  }
}

const NOT_SMTP = 'The server at this host and port does not speak SMTP.';

/** Any port can be configured, so what another kind of service sends is not passed on. */
const isSmtpReply = (response = ''): boolean => /^[2-5]\d\d[ -]/.test(response);

/** Only a permanent error about this mail is final; a wrong password can be corrected. */
function classify(error: SmtpError): Delivery {
  const isOtherProtocol = error.code === 'EPROTOCOL' && !isSmtpReply(error.response);
  const reason = [error.code, isOtherProtocol ? NOT_SMTP : error.message]
    .filter(Boolean)
    .join(': ');
  const reply = isSmtpReply(error.response) ? reason : undefined;
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (aboutThisMail && (error.responseCode ?? 0) >= 500) return { kind: 'refused', reason, reply };
  // The connection broke after DATA was sent and before the server acknowledged it.
  if (error.command === 'DATA' && error.responseCode === undefined)
    return { kind: 'unknown', reason };
  return { kind: 'deferred', reason, reply };
}

/** Sends by the mail server of the settings; without one, the sandbox delivers to its inbox. */
@Injectable()
export class ConfiguredMailer extends Mailer {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly smtp: SmtpMailer,
    private readonly sandbox: InboxMailer,
  ) {
    super();
  }

  async deliver(mail: OutgoingMail): Promise<Delivery> {
    const { smtpHost } = await this.settings.current();
    if (smtpHost) return this.smtp.deliver(mail);
    if (this.config.sandbox) return this.sandbox.deliver();
    return {
      kind: 'unavailable',
      reason: 'No mail server is set: enter one in the system settings or as SMTP_HOST.',
    };
  }
}
