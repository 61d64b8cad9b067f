
/**
 * `http`: forwarded requests; `connect`: tunnels, as for HTTPS; `socks5`: with its UDP; `unknown`: not counted by protocol then.
 */
export type UsageProtocol = typeof UsageProtocol[keyof typeof UsageProtocol];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const UsageProtocol = {
  http: 'http',
  connect: 'connect',
  socks5: 'socks5',
  unknown: 'unknown',
} as const;
