import { DomainError } from '../../common/errors/domain-error';

export const userNotFound = (): DomainError =>
  new DomainError('not_found', 'USER_NOT_FOUND', 'User not found');

export const ownAccount = (what: string): DomainError =>
  new DomainError('forbidden', 'OWN_ACCOUNT', `You cannot ${what} your own account.`);

export const alreadyInStatus = (status: 'active' | 'suspended'): DomainError =>
  new DomainError(
    'conflict',
    status === 'active' ? 'ALREADY_ACTIVE' : 'ALREADY_SUSPENDED',
    `This account is ${status} already.`,
  );

export const lastAdmin = (): DomainError =>
  new DomainError(
    'conflict',
    'LAST_ADMIN',
    'This is the last active admin. Make somebody else an admin first.',
  );

/** The actor's rights were revoked while the request was in progress. */
export const noLongerAdmin = (): DomainError =>
  new DomainError('forbidden', 'FORBIDDEN', 'You are not an active admin any more.');

export const balanceNotZero = (): DomainError =>
  new DomainError(
    'conflict',
    'BALANCE_NOT_ZERO',
    'This wallet still holds money. Bring its balance to zero before the account is closed.',
  );

export const moneyOwed = (): DomainError =>
  new DomainError(
    'conflict',
    'MONEY_OWED',
    'This customer owes money after a chargeback. Settle that before the account is closed.',
  );

export const workInProgress = (): DomainError =>
  new DomainError(
    'conflict',
    'WORK_IN_PROGRESS',
    'A payment or an order of this user is still being settled. Try again when it has ended.',
  );

export const adminNotFundable = (): DomainError =>
  new DomainError('conflict', 'ADMIN_NOT_FUNDED', 'The wallet of an admin cannot be funded.');
