import { DomainError, invalidFields, type ErrorDetails } from '../common/errors/domain-error';
import { formatNaira, type Money } from '../common/money/money';
import type { OpenTopup } from './payments.types';

const conflict = (code: string, text: string, details?: ErrorDetails): DomainError =>
  new DomainError('conflict', code, text, details);
const notFound = (code: string, text: string): DomainError =>
  new DomainError('not_found', code, text);
const upstreamFailed = (code: string, text: string, fields?: Record<string, string[]>) =>
  new DomainError('upstream_failed', code, text, fields);

export const invalidAmount = (text: string): DomainError => invalidFields({ amount: [text] });

/** @param reason for the customer. */
export const couponRefused = (reason: string): DomainError => invalidFields({ coupon: [reason] });

export const couponCodeTaken = (): DomainError =>
  invalidFields({ code: ['There is a coupon with this code already.'] });

export const couponNeedsOneBonus = (): DomainError =>
  invalidFields({ percent: ['Enter a percentage or an amount, not both.'] });

export const couponEndsTooEarly = (): DomainError =>
  invalidFields({ ends_at: ['The end must be after the start, and not over yet.'] });

export const couponUsesTooFew = (): DomainError =>
  invalidFields({ max_uses: ['All uses together cannot be fewer than those of one customer.'] });

export const couponUnknown = (): DomainError =>
  notFound('COUPON_NOT_FOUND', 'No coupon has this id.');

export const couponEnded = (): DomainError =>
  conflict('COUPON_ENDED', 'This coupon already ended.');

export const channelNotOffered = (): DomainError =>
  invalidFields({ channel: ['This way to pay is not offered. Choose another.'] });

export const invalidCallbackUrl = (): DomainError =>
  invalidFields({ callback_url: ['The return address must be a page of this site'] });

/** Money in the own wallet of a member would be out of the member's sight. */
export const memberWithoutWallet = (): DomainError =>
  conflict(
    'ACTS_FOR_TEAM',
    'You joined a team in the meantime and act for its owner’s account. Nothing was charged; reload the page to see that account.',
  );

/** Staff decide about a late payment of somebody who joined a team. */
export const memberNotCredited = (): DomainError =>
  conflict(
    'MEMBER_NOT_FUNDED',
    'This customer acts for the owner of a team and has no use of a wallet. Reject the payment with a refund, or wait until the customer has left the team.',
  );

export const topupsDisabled = (): DomainError =>
  new DomainError(
    'unavailable',
    'TOPUPS_DISABLED',
    'Top-ups are switched off at the moment. Nothing was charged; please try again later.',
  );

export const nairaAccountsDisabled = (): DomainError =>
  new DomainError(
    'unavailable',
    'NAIRA_ACCOUNTS_DISABLED',
    'Naira accounts are not offered at the moment. Please top up by card or bank transfer in the checkout.',
  );

export const nairaAccountExists = (): DomainError =>
  conflict(
    'NAIRA_ACCOUNT_EXISTS',
    'You already have a naira account, or the bank is about to open it.',
  );

/** @param reason a sentence of the bank's. */
export const nairaAccountRefused = (reason: string): DomainError =>
  upstreamFailed(
    'NAIRA_ACCOUNT_REFUSED',
    `The bank did not open the account. ${reason.replace(/\.?$/, '.')} Check that your name here is the one of your BVN or NIN.`,
  );

export const nairaAccountUnknown = (): DomainError =>
  upstreamFailed(
    'NAIRA_ACCOUNT_UNKNOWN',
    'The bank has not answered yet. Your account number appears here as soon as it does.',
  );

export const noNairaAccount = (): DomainError =>
  notFound('NO_NAIRA_ACCOUNT', 'You have no naira account yet.');

export const transfersUnknown = (): DomainError =>
  upstreamFailed(
    'TRANSFERS_UNKNOWN',
    'The bank did not answer. Your money is safe: transfers are credited as soon as the bank tells us.',
  );

export const paymentNotFound = (): DomainError =>
  notFound('PAYMENT_NOT_FOUND', 'We couldn’t find that payment.');

export const paymentRefused = (reason: string, fields?: Record<string, string[]>): DomainError =>
  upstreamFailed(
    'PAYMENT_REFUSED',
    `The payment could not be started: ${reason.replace(/\.?$/, '.')} Nothing was charged.`,
    fields,
  );

export const upstreamUnknown = (): DomainError =>
  upstreamFailed(
    'UPSTREAM_UNKNOWN',
    'The payment provider did not answer. You were not charged; please try again with a new reference.',
  );

export const tooManyOpenTopups = (open: readonly OpenTopup[]): DomainError =>
  conflict(
    'TOO_MANY_OPEN_TOP_UPS',
    `You have ${open.length} top-ups that are not paid yet. Pay or cancel one of them, then start a new one. Nothing was charged.`,
    {
      open_top_ups: open.map(({ reference, amount, createdAt }) => ({
        reference,
        amount: amount.toNaira(),
        created_at: createdAt.toISOString(),
      })),
    },
  );

export const referenceTakenAtProvider = (): DomainError =>
  conflict(
    'REFERENCE_TAKEN',
    'This payment reference was already used. Start again with a new one. You were not charged.',
  );

export const cardPaymentNotFound = (): DomainError =>
  notFound('PAYMENT_NOT_FOUND', 'We couldn’t find that card payment.');

export const paymentNotPending = (status: string): DomainError =>
  conflict(
    'PAYMENT_NOT_PENDING',
    status === 'pending'
      ? 'This payment can’t be cancelled: we are checking money that was paid for it.'
      : `This payment can’t be cancelled any more: it is ${status}.`,
  );

export const paymentNotInReview = (status: string): DomainError =>
  conflict('PAYMENT_NOT_IN_REVIEW', `This payment needs no decision: it is ${status}.`);

export const paidAmountUnknown = (): DomainError =>
  conflict(
    'PAID_AMOUNT_UNKNOWN',
    'It is not known how much naira the customer paid. Check it with the card provider, then credit the requested amount or reject the payment; nothing was credited.',
  );

export const paymentNotRejected = (status: string): DomainError =>
  conflict(
    'PAYMENT_NOT_REJECTED',
    `A rejected payment or the excess of an accepted one is refunded to the card; this one is ${status}.`,
  );

export const paymentNotSettled = (): DomainError =>
  conflict(
    'PAYMENT_NOT_SETTLED',
    'The payment could not be checked or settled because of an error on our side. Nothing was credited. The audit trail has the error; try again after it is solved.',
  );

export const noParkedNotices = (): DomainError =>
  conflict(
    'NO_PARKED_NOTICES',
    'No notification waits for staff: somebody has handled them in the meantime.',
  );

export const nothingToAcknowledge = (): DomainError =>
  conflict(
    'NOTHING_TO_ACKNOWLEDGE',
    'There is nothing to acknowledge: it is resolved, or somebody has acknowledged it.',
  );

export const nothingToRefund = (): DomainError =>
  conflict(
    'NOTHING_TO_REFUND',
    'The card provider has not reported that any money was paid, so there is nothing to refund.',
  );

export const refundExists = (): DomainError =>
  conflict(
    'REFUND_EXISTS',
    'A card refund of this payment is already in progress or has succeeded.',
  );

export const paymentNotCredited = (status: string): DomainError =>
  conflict(
    'PAYMENT_NOT_CREDITED',
    `Only a credited payment can be charged back; this one is ${status}.`,
  );

export const alreadyChargedBack = (): DomainError =>
  conflict('ALREADY_CHARGED_BACK', 'All of this payment was already charged back.');

export const chargedBackChanged = (): DomainError =>
  conflict(
    'CHARGED_BACK_CHANGED',
    'Another chargeback of this payment was recorded in the meantime. Nothing was taken back; look at the payment again.',
  );

export const chargebackNotFound = (): DomainError =>
  notFound('CHARGEBACK_NOT_FOUND', 'We couldn’t find that chargeback of this payment.');

export const chargebackNotWinnable = (why: string): DomainError =>
  conflict(
    'CHARGEBACK_NOT_WINNABLE',
    `The money cannot be put back: ${why}. Nothing was credited.`,
  );

export const chargebackTooLarge = (left: Money): DomainError =>
  invalidFields({ amount: [`At most ${formatNaira(left)} of this payment can be taken back`] });

export const invalidSignature = (): DomainError =>
  new DomainError('unauthenticated', 'BAD_SIGNATURE', 'The signature does not match.');

export const webhookTooLarge = (): DomainError =>
  new DomainError('too_large', 'PAYLOAD_TOO_LARGE', 'A notification takes at most 64 KiB.');
