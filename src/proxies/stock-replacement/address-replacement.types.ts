/** `dead`: it does not connect; `blocked`: a website refuses it. */
export const ADDRESS_REPLACEMENT_REASONS = ['dead', 'blocked', 'slow'] as const;
export type AddressReplacementReason = (typeof ADDRESS_REPLACEMENT_REASONS)[number];

/** Of the text that a customer adds to the reason. */
export const MAX_DETAILS = 200;

/** Replacements by the owner of one proxy within 30 days. */
export const MAX_REPLACEMENTS = 2;

export interface ReplacementRequest {
  readonly reason: AddressReplacementReason;
  readonly details: string | null;
  /** The one to be replaced; null for the one that the proxy has. */
  readonly address: string | null;
}
