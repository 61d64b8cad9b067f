import type { OutgoingMail } from '../mail.types';

/**
 * Outcome of an attempt. `refused` will never succeed; `deferred` may; `unavailable` means that no
 * transport is configured; after `unknown` the mail may or may not have arrived.
 */
export type Delivery =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'deferred' | 'refused' | 'unavailable' | 'unknown';
      readonly reason: string;
      /** What a mail server replied; undefined when none did. */
      readonly reply?: string;
    };

/** Transport of a single mail. Never throws for a response of the mail server. */
export abstract class Mailer {
  abstract deliver(mail: OutgoingMail): Promise<Delivery>;
}
