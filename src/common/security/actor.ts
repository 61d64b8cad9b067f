export const ROLES = ['user', 'sub-admin', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks. Every service method that acts for somebody takes it first. */
export interface Actor {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** Where a request came from when nobody is signed in yet. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}

export const isStaff = (role: Role): boolean => role !== 'user';
