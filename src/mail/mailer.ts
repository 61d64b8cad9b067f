import type { OutgoingMail } from './mail.types';

/**
 * How a try ended. `refused` will never succeed; `deferred` may; `unavailable` means that there is
 * no way to send mail at all; after `unknown` it may or may not have arrived.
 */
export type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'deferred' | 'refused' | 'unavailable' | 'unknown'; readonly reason: string };

/** Hands one mail to whatever carries it. Never throws for what a mail server may answer. */
export abstract class Mailer {
  abstract deliver(mail: OutgoingMail): Promise<Delivery>;
}
