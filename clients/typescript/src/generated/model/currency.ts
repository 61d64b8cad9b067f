
/**
 * Always NGN; optional.
 */
export type Currency = typeof Currency[keyof typeof Currency];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const Currency = {
  NGN: 'NGN',
} as const;
