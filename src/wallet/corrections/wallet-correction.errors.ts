import { DomainError } from '../../common/errors/domain-error';

const conflict = (code: string, text: string): DomainError =>
  new DomainError('conflict', code, text);

export const correctionNotFound = (): DomainError =>
  new DomainError('not_found', 'CORRECTION_NOT_FOUND', 'We couldn’t find that wallet correction.');

export const correctionDecided = (status: string): DomainError =>
  conflict('CORRECTION_DECIDED', `This correction was decided before: it is ${status}.`);

export const correctionExpired = (): DomainError =>
  conflict(
    'CORRECTION_EXPIRED',
    'This proposal has expired and no money has moved. Propose it again.',
  );

export const ownProposal = (): DomainError =>
  new DomainError(
    'forbidden',
    'OWN_PROPOSAL',
    'You proposed this correction, so another admin has to approve it.',
  );

export const correctionNotReversible = (why: string): DomainError =>
  conflict('CORRECTION_NOT_REVERSIBLE', `This correction cannot be reversed: ${why}.`);
