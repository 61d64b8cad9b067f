import { DomainError, refusalsOf } from '../common/errors/domain-error';
import { formatNaira, type Money } from '../common/money/money';

export const refuseAccount = refusalsOf({
  not_found: {
    REVIEW_ITEM_NOT_FOUND:
      'This is not in your account any more. Nothing was changed; look at the list again.',
  },
  conflict: {
    BALANCE_NOT_ZERO:
      'Your wallet still has money in it. Spend it, or contact support to get it back, before you delete your account.',
    MONEY_OWED:
      'You owe money after a chargeback. Pay it back with a top-up before you delete your account.',
    WORK_IN_PROGRESS:
      'A top-up or an order of yours is still in progress. Cancel the top-up, or try again when it is finished.',
    REVIEW_CHANGED: 'Decide about every item, once. Nothing was changed; look at the list again.',
  },
});

/** A top-up that the customer can neither pay nor cancel: staff check what arrived. */
export const topupUnderReview = (
  reference: string,
  asked: Money,
  received: Money | null,
): DomainError => {
  const amount = formatNaira(asked);
  const what = received ? `we received ${formatNaira(received)} of ${amount}` : `of ${amount}`;
  return new DomainError(
    'conflict',
    'WORK_IN_PROGRESS',
    `A top-up of yours is under review: ${what}. You can delete your account once that is settled.`,
    { review: [{ reference }] },
  );
};

/** The role has changed while the request was in progress: staff are removed by other staff. */
export const onlyCustomersDelete = (): DomainError =>
  new DomainError('forbidden', 'FORBIDDEN', 'Another admin has to delete a staff account.');
