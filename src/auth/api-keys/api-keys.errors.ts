import { DomainError } from '../../common/errors/domain-error';
import type { ApiKeyScope } from '../../common/security/actor';
import { unauthenticated } from '../auth.errors';
import { MAX_API_KEYS } from './api-keys.types';

export const apiKeyNotFound = (): DomainError =>
  new DomainError('not_found', 'API_KEY_NOT_FOUND', 'You have no such API key.');

/** Unknown, removed or expired, or of an account that takes none. */
export const keyRejected = (): DomainError => unauthenticated().asSecurityEvent('key_rejected');

export const tooManyApiKeys = (): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_API_KEYS',
    `You can have ${MAX_API_KEYS} API keys. Remove one that you no longer use.`,
  );

export const keyAddressRefused = (): DomainError =>
  new DomainError(
    'forbidden',
    'KEY_ADDRESS',
    'This API key cannot be used from this network address.',
  );

/** @param needed undefined for a route that takes no key. */
export const keyScopeMissing = (needed: ApiKeyScope | undefined): DomainError =>
  new DomainError(
    'forbidden',
    'KEY_SCOPE',
    needed
      ? `This API key does not have the scope “${needed}”.`
      : 'This cannot be done with an API key. Please sign in.',
  );
