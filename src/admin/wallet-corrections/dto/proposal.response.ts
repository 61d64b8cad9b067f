import { ok } from '../../../common/http/envelope.response';
import type { Outcome } from '../staff-movements.service';
import type { ListedCorrection } from '../wallet-corrections.types';
import { toCorrectionResult, WalletCorrectionData } from './wallet-correction.response';

export class ProposalData {
  proposal: WalletCorrectionData;
}

/** Answer with status 202: nothing has moved yet. */
export class ProposalResponse {
  success: boolean;
  /** @example Proposed: another admin has to approve it before money moves. */
  message: string;
  data: ProposalData;
}

/** Why a change that otherwise needs another admin was made at once. */
export const NO_SECOND_ADMIN =
  'There is no other admin who could approve this, so it was done at once.';

export const toProposal = (proposal: ListedCorrection): ProposalResponse => {
  const { data, message } = toCorrectionResult(proposal);
  return { ...ok({ proposal: data }), message };
};

/** The answer of a movement that was made, or of its proposal. */
export const toOutcome = <T, Response>(
  outcome: Outcome<T>,
  toResponse: (done: T) => Response,
): Response | ProposalResponse =>
  'proposal' in outcome ? toProposal(outcome.proposal) : toResponse(outcome.done);
