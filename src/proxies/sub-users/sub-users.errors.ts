import { DomainError } from '../../common/errors/domain-error';
import { MAX_SUB_USERS } from './sub-users.types';

export const subUserNotFound = (): DomainError =>
  new DomainError(
    'not_found',
    'SUB_USER_NOT_FOUND',
    'We couldn’t find that sub-user of this proxy.',
  );

export const subUserExists = (name: string): DomainError =>
  new DomainError('conflict', 'SUB_USER_EXISTS', `This proxy already has a sub-user “${name}”.`);

export const tooManySubUsers = (): DomainError =>
  new DomainError(
    'conflict',
    'TOO_MANY_SUB_USERS',
    `A proxy has at most ${MAX_SUB_USERS} sub-users. Remove one that is no longer needed.`,
  );
