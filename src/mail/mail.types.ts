export interface NewMail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Reply address instead of the sender: one address, without a name. */
  readonly replyTo?: string;
}

export interface OutgoingMail extends NewMail {
  /** The same on every attempt, so that a mail server recognises a repetition. */
  readonly messageId: string;
}

export interface InboxMail extends NewMail {
  readonly date: Date;
}

/** Content of a mail before it is rendered as text and HTML. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  /** Plain text, one entry each. */
  readonly paragraphs: readonly string[];
  /** A table under the text: label and value. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** A code to type in, rendered large. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** A second link, under the action. */
  readonly link?: { readonly label: string; readonly url: string };
  /** What to do when the mail was not expected. */
  readonly closing: string;
}

export type MailTemplate = (siteName: string) => MailContent;
