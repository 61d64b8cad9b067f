
/**
 * `buyer`: looks, buys and configures. `viewer`: only looks.
 */
export type TeamRole = typeof TeamRole[keyof typeof TeamRole];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const TeamRole = {
  buyer: 'buyer',
  viewer: 'viewer',
} as const;
