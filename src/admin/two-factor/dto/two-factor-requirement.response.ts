export class TwoFactorRequirementData {
  /** Whether staff without two-factor authentication can only set it up. */
  required: boolean;
}

export const toTwoFactorRequirement = (required: boolean): TwoFactorRequirementData => ({
  required,
});
