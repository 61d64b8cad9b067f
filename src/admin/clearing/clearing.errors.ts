import { DomainError } from '../../common/errors/domain-error';

export const accountNotFound = (): DomainError =>
  new DomainError('not_found', 'ACCOUNT_NOT_FOUND', 'The shop has no such account.');
