import type { Protocol } from '../proxy.types';

/** How the address of a list behaves: the same for a session, or a new one for every request. */
export const LIST_SESSIONS = ['sticky', 'rotating'] as const;
export type ListSession = (typeof LIST_SESSIONS)[number];

export const LIST_FORMATS = ['txt', 'csv', 'json'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** What a line of a text file looks like. */
export const LINE_STYLES = ['host_port_user_pass', 'user_pass_host_port', 'url'] as const;
export type LineStyle = (typeof LINE_STYLES)[number];

export const MAX_LINES = 1_000;
/** A day. */
export const MAX_TTL_MINUTES = 1_440;

/** Which connections to list; what is left out is as the proxy was bought. */
export interface ConnectionListRequest {
  readonly count: number;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
  readonly session?: ListSession;
  /** 0 keeps the address as long as possible. */
  readonly ttlMinutes?: number;
  readonly protocol?: Protocol;
}

/** What a program enters as its proxy. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly protocol: Protocol;
  /** With session and place in it. */
  readonly username: string;
  readonly password: string;
}

/** With whose access a list is shared. */
export interface ListTokenCreator {
  /** User id of the person, who may be a member of the owner's team. */
  readonly personId: number;
  readonly apiKeyId: number | null;
}

export interface SharedList {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}
