
/**
 * `dead`: it does not connect. `blocked`: a website refuses it. `slow`.
 */
export type AddressReplacementReason = typeof AddressReplacementReason[keyof typeof AddressReplacementReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AddressReplacementReason = {
  dead: 'dead',
  blocked: 'blocked',
  slow: 'slow',
} as const;
