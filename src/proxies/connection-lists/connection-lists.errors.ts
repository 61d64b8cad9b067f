import { DomainError } from '../../common/errors/domain-error';

/** The address is wrong, was revoked, or ended with the access of its creator. */
export const listNotFound = (): DomainError =>
  new DomainError(
    'not_found',
    'LIST_NOT_FOUND',
    'This list does not exist any more. Its owner can create a new address for it.',
  );

/** To the owner of a proxy, or to whoever asks for one of somebody else. */
export const listNotShared = (): DomainError =>
  new DomainError(
    'not_found',
    'LIST_NOT_SHARED',
    'You have no such proxy, or its connections are not shared.',
  );
