import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { SessionsService } from '../auth/sessions/sessions.service';
import { formatNaira } from '../common/money/money';
import type { Actor, SessionActor } from '../common/security/actor';
import { UnitOfWork } from '../database/unit-of-work';
import { UsersService } from '../users/users.service';
import type { UserAccount } from '../users/users.types';
import { TeamInvitationsRepository } from './invitations/team-invitations.repository';
import { TeamMailService } from './team-mail.service';
import { TeamRepository } from './team.repository';
import { memberNotFound, notInTeam } from './team.errors';
import { MemberAccessRevocationService } from '../proxies/member-access-revocation.service';
import type { Team, TeamRights } from './team.types';

/** Members of a customer's team: people who act on the customer's wallet and proxies with a sign-in of their own. */
@Injectable()
export class TeamService {
  constructor(
    private readonly repository: TeamRepository,
    private readonly invitations: TeamInvitationsRepository,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly access: MemberAccessRevocationService,
    private readonly mail: TeamMailService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /** The actor's team. */
  async get({ userId }: Actor): Promise<Team> {
    const [members, invitations] = await this.uow.all(
      () => this.repository.list(userId),
      () => this.invitations.listOpen(userId),
    );
    return { members, invitations };
  }

  /**
   * Replaces what a member may do, from the next request on.
   * @throws DomainError not_found; forbidden REAUTHENTICATION_REQUIRED.
   */
  async change(actor: SessionActor, memberId: number, rights: TeamRights): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.uow.run(async () => {
      const before = await this.repository.lock(actor.userId, memberId);
      if (!before) throw memberNotFound();
      await this.repository.change(actor.userId, memberId, rights);
      if (rights.role !== 'buyer') await this.access.buyerAccessEnded(actor.userId, memberId);
      await this.audit.record(actor, {
        action: 'user.team_member_changed',
        target: `user:${memberId}`,
        details: `Changed a member of the team from ${describeRights(before)} to ${describeRights(rights)}`,
      });
    });
  }

  /** Ends the membership: the next request of the member concerns the member's own account. @throws DomainError not_found. */
  async remove(actor: Actor, memberId: number): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.repository.remove(actor.userId, memberId))) throw memberNotFound();
      await this.access.buyerAccessEnded(actor.userId, memberId);
      await this.audit.record(actor, {
        action: 'user.team_member_removed',
        target: `user:${memberId}`,
        details: 'Removed a member from the team',
      });
      const [member] = await this.users.findActiveByIds([memberId]);
      if (member) await this.mail.sendRemoved(member, actor.name);
    });
  }

  /** Ends the actor's own membership. @throws DomainError not_found NOT_IN_TEAM. */
  async leave(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      const team = await this.users.findTeam({ id: actor.userId, role: actor.role });
      if (!team || !(await this.repository.remove(team.ownerId, actor.userId))) throw notInTeam();
      await this.access.buyerAccessEnded(team.ownerId, actor.userId);
      await this.audit.record(actor, {
        action: 'user.team_left',
        target: `user:${team.ownerId}`,
        details: `Left the team of user ${team.ownerId}`,
      });
    });
  }

  /** Removes team, membership and invitations of an account that is closed; needs an open unit of work. */
  async removeAll({ id, email }: Pick<UserAccount, 'id' | 'email'>): Promise<void> {
    const ownerId = await this.repository.removeAll(id);
    if (ownerId !== null) await this.access.buyerAccessEnded(ownerId, id);
    await this.invitations.removeAll(id, email);
  }
}

/** @example a buyer with ₦20,000 a day */
export function describeRights({ role, dailyLimit, monthlyLimit }: TeamRights): string {
  const limits = [
    dailyLimit && `${formatNaira(dailyLimit)} a day`,
    monthlyLimit && `${formatNaira(monthlyLimit)} a month`,
  ].filter((limit) => limit !== null);
  return limits.length ? `a ${role} with ${limits.join(' and ')}` : `a ${role}`;
}
