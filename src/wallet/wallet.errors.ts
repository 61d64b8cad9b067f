import { DomainError, invalidFields } from '../common/errors/domain-error';
import { formatNaira, Money, formatNairaExact } from '../common/money/money';
import { readableDay } from '../common/time/calendar';
import type { MemberSpendingState } from './wallet.types';

/** Whole naira that a limit leaves; none after it was lowered below what is spent. */
export const spendingLeft = (limit: Money, spent: Money): number =>
  Math.max(0, limit.minus(spent).toNairaFloor());

/** The whole-naira figures of every 402. A top-up of the shortfall is enough. */
const toFigures = (required: Money, balance: Money) => ({
  required_amount: required.toNairaCeil(),
  current_balance: balance.toNairaFloor(),
  shortfall: balance.isLessThan(required) ? required.minus(balance).toNairaCeil() : 0,
});

/** 402 with the three figures that the buy screen shows. */
export const insufficientBalance = (required: Money, balance: Money): DomainError =>
  new DomainError(
    'insufficient_balance',
    'INSUFFICIENT_BALANCE',
    'Insufficient wallet balance',
    toFigures(required, balance),
  );

/** 402: the cap of the API key, not the balance, refuses it. @param balance before the charge. */
export const keySpendingCap = (
  amount: Money,
  balance: Money,
  dailyLimit: Money | null,
): DomainError =>
  new DomainError(
    'insufficient_balance',
    'KEY_SPENDING_CAP',
    'This would exceed what the API key may spend in a day. Nothing was charged.',
    { ...toFigures(amount, balance), daily_limit: dailyLimit?.toNairaFloor() ?? 0 },
  );

/**
 * 402: a limit that the owner has set for a member of the team refuses it, not the balance.
 * @param balance before the charge.
 */
export function memberSpendingLimit(
  amount: Money,
  balance: Money,
  { dailyLimit, monthlyLimit, spentToday, spentThisMonth }: MemberSpendingState,
): DomainError {
  const today = dailyLimit && spendingLeft(dailyLimit, spentToday);
  const month = monthlyLimit && spendingLeft(monthlyLimit, spentThisMonth);
  const left = [
    today !== null && `${formatNaira(Money.naira(today))} is left today`,
    month !== null && `${formatNaira(Money.naira(month))} is left this month`,
  ].filter((text) => text !== false);
  return new DomainError(
    'insufficient_balance',
    'MEMBER_SPENDING_LIMIT',
    `This would exceed what the owner lets you spend: ${left.join(' and ')}. Nothing was charged.`,
    {
      ...toFigures(amount, balance),
      ...(today !== null && { left_today: today }),
      ...(month !== null && { left_this_month: month }),
    },
  );
}

/** The owner removed the member or took the role away while the request was in progress. */
export const memberMayNotBuy = (): DomainError =>
  new DomainError(
    'forbidden',
    'NOT_A_BUYER',
    'You can no longer buy for this account. Nothing was charged.',
  );

export const referenceTaken = (): DomainError =>
  new DomainError(
    'conflict',
    'REFERENCE_TAKEN',
    'This payment reference was already used. Start again with a new one. You were not charged.',
  );

export const receiptNotFound = (): DomainError =>
  new DomainError(
    'not_found',
    'RECEIPT_NOT_FOUND',
    'There is no receipt for this transaction. Completed top-ups, purchases and refunds have one.',
  );

export const transactionNotFound = (): DomainError =>
  new DomainError('not_found', 'TRANSACTION_NOT_FOUND', 'We couldn’t find that transaction.');

export const invoiceNotFound = (): DomainError =>
  new DomainError('not_found', 'INVOICE_NOT_FOUND', 'We couldn’t find that invoice.');

export const notInvoiceable = (): DomainError =>
  new DomainError(
    'conflict',
    'NOT_INVOICEABLE',
    'Only completed purchases, renewals and added traffic have invoices.',
  );

export const chargeRefunded = (): DomainError =>
  new DomainError(
    'conflict',
    'NOT_INVOICEABLE',
    'This purchase was refunded in full, so there is nothing to invoice.',
  );

export const billingDetailsRequired = (): DomainError =>
  new DomainError(
    'conflict',
    'BILLING_DETAILS_REQUIRED',
    'Save the name and address for your invoices first.',
  );

/** The account was closed after the call was let in. */
export const accountClosed = (): DomainError =>
  new DomainError('unauthenticated', 'UNAUTHENTICATED', 'Please sign in to continue.');

/** @param until when the entries of the database begin. */
export const periodArchived = (until: Date): DomainError =>
  invalidFields({
    from: [
      `Transactions before ${readableDay(until)} are archived. Choose a later start date, or ask support for an older statement.`,
    ],
  });

export const invalidDateRange = (): DomainError =>
  invalidFields({ to: ['The end date must not be before the start date.'] });

const conflict = (code: string, text: string): DomainError =>
  new DomainError('conflict', code, text);

export const correctionNotFound = (): DomainError =>
  new DomainError('not_found', 'CORRECTION_NOT_FOUND', 'We couldn’t find that wallet correction.');

export const correctionDecided = (status: string): DomainError =>
  conflict('CORRECTION_DECIDED', `This proposal was decided before: it is ${status}.`);

export const correctionExpired = (): DomainError =>
  conflict(
    'CORRECTION_EXPIRED',
    'This proposal has expired: nothing has changed and no money has moved. Propose it again.',
  );

export const ownProposal = (): DomainError =>
  new DomainError(
    'forbidden',
    'OWN_PROPOSAL',
    'You proposed this, so another admin has to approve it.',
  );

export const notOwnProposal = (): DomainError =>
  new DomainError('forbidden', 'FORBIDDEN', 'You can withdraw only what you proposed yourself.');

export const proposalOpen = (): DomainError =>
  conflict(
    'PROPOSAL_OPEN',
    'A proposal about this waits for approval. Nothing has changed and no money has moved; decide about it first.',
  );

export const proposalOutdated = (): DomainError =>
  conflict(
    'PROPOSAL_OUTDATED',
    'What this proposal is about has changed since, so it was not approved and no money has moved. Reject it and propose it again.',
  );

export const fundingNotFound = (): DomainError =>
  new DomainError('not_found', 'FUNDING_NOT_FOUND', 'We couldn’t find that funding by staff.');

export const fundingNotReversible = (why: string): DomainError =>
  conflict('FUNDING_NOT_REVERSIBLE', `This funding cannot be reversed: ${why}.`);

/** 402 with the figures of INSUFFICIENT_BALANCE. */
export const fundingSpent = (funded: Money, balance: Money): DomainError =>
  new DomainError(
    'insufficient_balance',
    'FUNDING_SPENT',
    `Nothing was taken back: the wallet holds ${formatNairaExact(balance)} of the ${formatNairaExact(funded)} of this funding. The rest is spent or has paid a debt. A correction can take what is left.`,
    toFigures(funded, balance),
  );

export const correctionNotReversible = (why: string): DomainError =>
  conflict('CORRECTION_NOT_REVERSIBLE', `This correction cannot be reversed: ${why}.`);
