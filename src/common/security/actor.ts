export const ROLES = ['user', 'sub-admin', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in user of a request; the first parameter of every service method that acts for a user. */
export interface Actor {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** What the guards also know of the signed-in user. */
export interface SessionActor extends Actor {
  /** Whether the password is one that staff gave. */
  readonly mustChangePassword: boolean;
  /** When the session was started with a password, a code or Google. */
  readonly authenticatedAt: Date;
}

/** Client of a request, with or without a session. */
export interface ClientInfo {
  readonly ip: string;
  readonly userAgent: string;
}

export const isStaff = (role: Role): boolean => role !== 'user';
