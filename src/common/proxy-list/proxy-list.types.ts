export const PROXY_LIST_FORMATS = [
  'auto',
  'host_port_user_pass',
  'user_pass_host_port',
  'user_pass_at_host_port',
  'url',
  'csv',
] as const;
/** `auto` tells the format of every line by itself; `csv` has a line with the names of the columns first. */
export type ProxyListFormat = (typeof PROXY_LIST_FORMATS)[number];

export const STATIC_PROTOCOLS = ['http', 'socks5'] as const;
export type StaticProtocol = (typeof STATIC_PROTOCOLS)[number];

/** One line of a list: a proxy with its account. Never log it. */
export interface ListedProxy {
  /** From 1. */
  readonly line: number;
  /** An IP address in its one spelling, or a host name in lower case. */
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Null when the line does not say. */
  readonly protocol: StaticProtocol | null;
  /** Code or name as written; null when the line does not say. */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
  readonly expiresAt: Date | null;
}

/** Why a line is no proxy, without a word of the line, which has a password in it. */
export interface MalformedLine {
  readonly line: number;
  readonly reason: string;
}

export interface ParsedProxyList {
  readonly proxies: readonly ListedProxy[];
  readonly malformed: readonly MalformedLine[];
}
