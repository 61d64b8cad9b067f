import { DomainError, refusalsOf } from '../../common/errors/domain-error';
import { formatNairaExact, type Money } from '../../common/money/money';

export const refuse = refusalsOf({
  not_found: { USER_NOT_FOUND: 'User not found' },
  // The actor's rights were revoked while the request was in progress.
  forbidden: { FORBIDDEN: 'You can no longer do this: your account or role was changed.' },
  conflict: {
    NOBODY_COMPENSATED: 'No customer had such a proxy at that time.',
    COMPENSATION_CHANGED:
      'The customers or the total have changed since the preview. Nothing was proposed; look at the preview again.',
    // Accepting the invitation activates the account, with the role that was approved.
    INVITATION_OPEN:
      'This person has been invited to the staff and has not accepted yet. Send the invitation again, or remove it, under Staff & roles.',
    ALREADY_ACTIVE: 'This account is already active.',
    ALREADY_SUSPENDED: 'This account is already suspended.',
    LAST_ADMIN: 'This is the last active admin. Make somebody else an admin first.',
    BALANCE_NOT_ZERO:
      'This wallet still has money in it. Bring the balance to zero before you close the account.',
    MONEY_OWED:
      'This customer owes money after a chargeback. Settle the debt before you close the account.',
    WORK_IN_PROGRESS:
      'A payment or an order of this user is still in progress. Try again when it is finished.',
    // A member spends the owner's money and sees none of the own wallet.
    MEMBER_NOT_FUNDED:
      'This customer acts for the owner of a team and has no use of a wallet. Fund the wallet of the owner.',
    STAFF_NOT_FUNDED:
      'This is a staff account. Staff cannot spend from a wallet, so no money is added to it.',
  },
});

export const ownAccount = (what: string): DomainError =>
  new DomainError('forbidden', 'OWN_ACCOUNT', `You cannot ${what} your own account.`);

/** Staff spend from no wallet, so a customer with money does not become one of them. */
export const balanceBlocksPromotion = (balance: Money): DomainError =>
  new DomainError(
    'conflict',
    'BALANCE_NOT_ZERO',
    `This wallet holds ${formatNairaExact(balance)}, and staff cannot spend from a wallet. Bring the balance to zero with a wallet correction before you change the role.`,
  );
