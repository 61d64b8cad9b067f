import type { Moves } from '../../common/state-machine';
import type { CorrectionStatus } from './wallet-correction.types';

/** `approved` and `reversed` are posted. */
export const CORRECTION_TRANSITIONS: Moves<CorrectionStatus> = {
  proposed: ['approved', 'rejected', 'expired'],
  approved: ['reversed'],
  rejected: [],
  expired: [],
  reversed: [],
};
