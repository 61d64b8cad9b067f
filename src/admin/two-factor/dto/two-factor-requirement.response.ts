import { ok } from '../../../common/http/envelope.response';

export class TwoFactorRequirementData {
  /** Whether staff without two-factor authentication can only set it up. */
  required: boolean;
}

export class TwoFactorRequirementResponse {
  success: boolean;
  data: TwoFactorRequirementData;
}

export const toTwoFactorRequirement = (required: boolean): TwoFactorRequirementResponse =>
  ok({ required });
