
/**
 * http: a forwarded request; connect: a tunnel.
 */
export type ConnectionProtocol = typeof ConnectionProtocol[keyof typeof ConnectionProtocol];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ConnectionProtocol = {
  http: 'http',
  connect: 'connect',
  socks5: 'socks5',
} as const;
