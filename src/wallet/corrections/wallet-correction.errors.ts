import { formatNairaExact, type Money } from '../../common/money/money';
import { DomainError } from '../../common/errors/domain-error';

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
    'You proposed this, so another admin has to approve it. If you are the only admin, make somebody else an admin first.',
  );

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
    {
      required_amount: funded.toNairaCeil(),
      current_balance: balance.toNairaFloor(),
      shortfall: funded.minus(balance).toNairaCeil(),
    },
  );

export const correctionNotReversible = (why: string): DomainError =>
  conflict('CORRECTION_NOT_REVERSIBLE', `This correction cannot be reversed: ${why}.`);
