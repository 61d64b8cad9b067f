
export type ApiKeyScope = typeof ApiKeyScope[keyof typeof ApiKeyScope];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ApiKeyScope = {
  read: 'read',
  proxies: 'proxies',
  buy: 'buy',
  wallet: 'wallet',
} as const;
