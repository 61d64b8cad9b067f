/** Where mail leaves by and whose name it bears. The application binds it to the settings. */
export abstract class MailTransportSettings {
  abstract current(): Promise<MailSettings>;
}

export interface MailSettings {
  readonly siteName: string;
  /** Null: no mail server is known. */
  readonly smtpHost: string | null;
  readonly smtpPort: number;
  readonly smtpUsername: string | null;
  readonly smtpPassword: string | null;
}

export interface NewMail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where an answer should go instead of to us: one address, without a name. */
  readonly replyTo?: string;
}

export interface OutgoingMail extends NewMail {
  /** The same on every try, so that a mail server can tell a repetition. */
  readonly messageId: string;
}

/** A mail of the sandbox as its inbox shows it. */
export interface InboxMail extends NewMail {
  readonly date: Date;
}

/** What a mail says, before it is laid out as text and HTML. */
export interface Letter {
  readonly subject: string;
  readonly heading: string;
  /** Plain text, one entry each. */
  readonly paragraphs: readonly string[];
  /** A code to type in, set large. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** What to do when the mail was not expected. */
  readonly closing: string;
}
