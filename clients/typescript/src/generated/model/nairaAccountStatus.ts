
/**
 * `requested`: the bank has not answered yet. `refused`: it made none, and another can be asked for.
 */
export type NairaAccountStatus = typeof NairaAccountStatus[keyof typeof NairaAccountStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const NairaAccountStatus = {
  requested: 'requested',
  active: 'active',
  refused: 'refused',
} as const;
