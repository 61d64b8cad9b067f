import type { ActingMember, SessionActor } from '../common/security/actor';
import type { TeamAccess } from '../common/security/access.decorators';
import { ownerOnly, teamPaused, viewerReadOnly } from './auth.errors';

/**
 * The actor with whom a route runs for a member of a team.
 * @param access undefined for a route without a rule of its own, where viewers only read.
 * @throws DomainError forbidden TEAM_PAUSED, OWNER_ONLY or VIEWER_READ_ONLY.
 */
export function toActorOfRoute(
  actor: SessionActor & { readonly member: ActingMember },
  access: TeamAccess | undefined,
  isRead: boolean,
): SessionActor {
  const { member, ...person } = actor;
  if (access === 'person') return { ...person, userId: member.id };
  if (member.isPaused) throw teamPaused();
  if (access === 'owner') throw ownerOnly();
  if (member.role === 'viewer' && (!isRead || access === 'buyer')) throw viewerReadOnly();
  return actor;
}
