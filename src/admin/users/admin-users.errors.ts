import { formatNairaExact, type Money } from '../../common/money/money';
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
  new DomainError('forbidden', 'FORBIDDEN', 'You are no longer an active admin.');

/** Staff spend from no wallet, so a customer with money does not become one of them. */
export const balanceBlocksPromotion = (balance: Money): DomainError =>
  new DomainError(
    'conflict',
    'BALANCE_NOT_ZERO',
    `This wallet holds ${formatNairaExact(balance)}, and staff cannot spend from a wallet. Bring the balance to zero with a wallet correction before you change the role.`,
  );

export const balanceNotZero = (): DomainError =>
  new DomainError(
    'conflict',
    'BALANCE_NOT_ZERO',
    'This wallet still has money in it. Bring the balance to zero before you close the account.',
  );

export const moneyOwed = (): DomainError =>
  new DomainError(
    'conflict',
    'MONEY_OWED',
    'This customer owes money after a chargeback. Settle the debt before you close the account.',
  );

export const workInProgress = (): DomainError =>
  new DomainError(
    'conflict',
    'WORK_IN_PROGRESS',
    'A payment or an order of this user is still in progress. Try again when it is finished.',
  );

/** A member spends the owner's money and sees none of the own wallet. */
export const memberNotFundable = (): DomainError =>
  new DomainError(
    'conflict',
    'MEMBER_NOT_FUNDED',
    'This customer acts for the owner of a team and has no use of a wallet. Fund the wallet of the owner.',
  );

export const staffNotFundable = (): DomainError =>
  new DomainError(
    'conflict',
    'STAFF_NOT_FUNDED',
    'This is a staff account. Staff cannot spend from a wallet, so no money is added to it.',
  );
