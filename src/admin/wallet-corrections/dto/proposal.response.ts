import { messageOf, withMessage } from '../../../common/http/api.decorators';
import type { Outcome } from '../staff-movements.service';
import type { ListedCorrection } from '../wallet-corrections.types';
import { toCorrectionResult, WalletCorrectionData } from './wallet-correction.response';

export class ProposalData {
  proposal: WalletCorrectionData;
}

/** Why a change that otherwise needs another admin was made at once. */
export const NO_SECOND_ADMIN =
  'There is no other admin who could approve this, so it was done at once.';

export const toProposal = (proposal: ListedCorrection): ProposalData => {
  const result = toCorrectionResult(proposal);
  return withMessage({ proposal: result }, messageOf(result));
};

/** The answer of a movement that was made, or of its proposal. */
export const toOutcome = <T, Response>(
  outcome: Outcome<T>,
  toResponse: (done: T) => Response,
): Response | ProposalData =>
  'proposal' in outcome ? toProposal(outcome.proposal) : toResponse(outcome.done);
