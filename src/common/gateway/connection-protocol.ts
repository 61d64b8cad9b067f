/** How a client speaks to the gateway: requests in plain HTTP, tunnels by CONNECT, or SOCKS5 with its UDP. */
export const CONNECTION_PROTOCOLS = ['http', 'connect', 'socks5'] as const;
export type ConnectionProtocol = (typeof CONNECTION_PROTOCOLS)[number];
