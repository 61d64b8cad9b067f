import { DomainError, invalidFields } from '../common/errors/domain-error';

export const invalidAmount = (text: string): DomainError => invalidFields({ amount: [text] });

export const invalidCallback = (): DomainError =>
  invalidFields({ callback_url: ['The return address must be a page of this site'] });

export const topupsDisabled = (): DomainError =>
  new DomainError(
    'unavailable',
    'TOPUPS_DISABLED',
    'Top-ups are switched off at the moment. Nothing was charged; please try again later.',
  );

export const paymentNotFound = (): DomainError =>
  new DomainError('not_found', 'PAYMENT_NOT_FOUND', 'There is no such payment of yours.');

export const paymentRefused = (reason: string, fields?: Record<string, string[]>): DomainError =>
  new DomainError(
    'upstream_failed',
    'PAYMENT_REFUSED',
    `The payment could not be started: ${reason.replace(/\.?$/, '.')} Nothing was charged.`,
    fields,
  );

export const upstreamUnknown = (): DomainError =>
  new DomainError(
    'upstream_failed',
    'UPSTREAM_UNKNOWN',
    'The payment provider did not answer. You were not charged; please try again with a new reference.',
  );

export const referenceKnownToProvider = (): DomainError =>
  new DomainError(
    'conflict',
    'REFERENCE_TAKEN',
    'This payment reference was used before. Start again with a new one; nothing was charged.',
  );

export const badSignature = (): DomainError =>
  new DomainError('unauthenticated', 'BAD_SIGNATURE', 'The signature does not match.');

export const webhookTooLarge = (): DomainError =>
  new DomainError('too_large', 'PAYLOAD_TOO_LARGE', 'A notification takes at most 64 KiB.');
