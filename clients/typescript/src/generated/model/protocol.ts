
export type Protocol = typeof Protocol[keyof typeof Protocol];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const Protocol = {
  http: 'http',
  socks5: 'socks5',
} as const;
