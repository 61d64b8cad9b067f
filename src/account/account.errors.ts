import { DomainError } from '../common/errors/domain-error';
import type { ClosureObstacle } from './account-closure.service';

const conflict = (code: string, message: string) => () =>
  new DomainError('conflict', code, message);

export const closureRefusals: Record<ClosureObstacle, () => DomainError> = {
  balance: conflict(
    'BALANCE_NOT_ZERO',
    'Your wallet still has money in it. Spend it, or contact support to get it back, before you delete your account.',
  ),
  debt: conflict(
    'MONEY_OWED',
    'You owe money after a chargeback. Pay it back with a top-up before you delete your account.',
  ),
  work: conflict(
    'WORK_IN_PROGRESS',
    'A top-up or an order of yours is still in progress. Cancel the top-up, or try again when it is finished.',
  ),
};

/** The role has changed while the request was in progress: staff are removed by other staff. */
export const onlyCustomersDelete = (): DomainError =>
  new DomainError('forbidden', 'FORBIDDEN', 'Another admin has to delete a staff account.');

export const reviewItemNotFound = (): DomainError =>
  new DomainError(
    'not_found',
    'REVIEW_ITEM_NOT_FOUND',
    'This is not in your account any more. Nothing was changed; look at the list again.',
  );

export const reviewChanged = conflict(
  'REVIEW_CHANGED',
  'Decide about every item, once. Nothing was changed; look at the list again.',
);
