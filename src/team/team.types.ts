import type { Money } from '../common/money/money';
import type { TeamRole } from '../common/security/actor';

export const MAX_MEMBERS = 20;
export const MAX_INVITATIONS = 20;
/** Mails to addresses of the owner's choice. */
export const MAX_INVITATIONS_A_DAY = 50;

/** What a member may do. A viewer has no limits. */
export interface TeamRights {
  readonly role: TeamRole;
  /** From midnight to midnight in Lagos; null without a limit. */
  readonly dailyLimit: Money | null;
  readonly monthlyLimit: Money | null;
}

export interface TeamMemberView extends TeamRights {
  /** User id of the member. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly joinedAt: Date;
  /** Less what was refunded. */
  readonly spentToday: Money;
  readonly spentThisMonth: Money;
}

export interface InvitationView extends TeamRights {
  readonly id: number;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Team {
  /** In the order in which they joined. */
  readonly members: readonly TeamMemberView[];
  /** Those that can be accepted, newest first. */
  readonly invitations: readonly InvitationView[];
}

export interface NewInvitation extends TeamRights {
  /** Lower case. */
  readonly email: string;
}

/** What the holder of an invitation's token sees. */
export interface InvitationOffer {
  readonly ownerName: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly expiresAt: Date;
}
