
export type SessionTtl = typeof SessionTtl[keyof typeof SessionTtl];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const SessionTtl = {
  NUMBER_0: 0,
  NUMBER_MINUS_1: -1,
  NUMBER_1: 1,
  NUMBER_2: 2,
  NUMBER_5: 5,
  NUMBER_10: 10,
} as const;
