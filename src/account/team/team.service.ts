import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { Actor, SessionActor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { MemberAccessRevocationService } from '../../proxies/member-access-revocation.service';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { TeamMailService } from './team-mail.service';
import {
  toInvitation,
  toTeamRights,
  type TeamData,
  type TeamMemberResponse,
  type TeamRightsDto,
} from './team.dto';
import { describeRights, TeamInvitation, TeamMember, type TeamRights } from './team.entity';
import { refuseTeam } from './team.errors';

const TODAY = `(now() AT TIME ZONE '${ZONE}')::date`;

/** Conditions of an invitation that can be accepted. */
export const isOpen = (now: Date) => ({
  acceptedAt: IsNull(),
  revokedAt: IsNull(),
  expiresAt: MoreThan(now),
});

/** Members of a customer's team: people who act on the customer's wallet and proxies with a sign-in of their own. */
@Injectable()
export class TeamService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly access: MemberAccessRevocationService,
    private readonly mail: TeamMailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  async get({ userId }: Actor): Promise<TeamData> {
    const [members, invitations] = await this.uow.all(
      () => this.listMembers(userId),
      () =>
        this.uow.manager.find(TeamInvitation, {
          where: { ownerId: userId, ...isOpen(this.clock.now()) },
          order: { id: 'DESC' },
        }),
    );
    return { members, invitations: invitations.map(toInvitation) };
  }

  /** Replaces what a member may do, from the next request on. */
  async change(actor: SessionActor, memberId: number, body: TeamRightsDto): Promise<void> {
    this.sessions.assertRecent(actor);
    const rights = toTeamRights(body);
    const key = { ownerId: actor.userId, memberId };
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const before = await manager.findOne(TeamMember, {
        where: key,
        lock: { mode: 'pessimistic_write' },
      });
      if (!before) throw refuseTeam('TEAM_MEMBER_NOT_FOUND');
      await manager.update(TeamMember, key, rights);
      if (rights.role !== 'buyer') await this.access.buyerAccessEnded(actor.userId, memberId);
      await this.audit.record(actor, {
        action: 'user.team_member_changed',
        target: `user:${memberId}`,
        details: `Changed a member of the team from ${describeRights(before)} to ${describeRights(rights)}`,
      });
    });
  }

  /** Ends the membership: the next request of the member concerns the member's own account. */
  async remove(actor: Actor, memberId: number): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.deleteMember(actor.userId, memberId)))
        throw refuseTeam('TEAM_MEMBER_NOT_FOUND');
      await this.audit.record(actor, {
        action: 'user.team_member_removed',
        target: `user:${memberId}`,
        details: 'Removed a member from the team',
      });
      const [member] = await this.users.findActiveByIds([memberId]);
      if (member) await this.mail.sendRemoved(member, actor.name);
    });
  }

  /** Ends the actor's own membership. */
  async leave(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      const team = await this.users.findTeam({ id: actor.userId, role: actor.role });
      if (!team || !(await this.deleteMember(team.ownerId, actor.userId)))
        throw refuseTeam('NOT_IN_TEAM');
      await this.audit.record(actor, {
        action: 'user.team_left',
        target: `user:${team.ownerId}`,
        details: `Left the team of user ${team.ownerId}`,
      });
    });
  }

  /** Removes team, membership and invitations of an account that is closed; needs an open unit of work. */
  async removeAll({ id, email }: Pick<UserAccount, 'id' | 'email'>): Promise<void> {
    const manager = this.uow.requireTransaction();
    const [removed] = await manager.query<[{ ownerId: number; memberId: number }[], number]>(
      `DELETE FROM team_member WHERE owner_id = $1 OR member_id = $1
       RETURNING owner_id AS "ownerId", member_id AS "memberId"`,
      [id],
    );
    const own = removed.find(({ memberId }) => memberId === id);
    if (own) await this.access.buyerAccessEnded(own.ownerId, id);
    await manager.query('DELETE FROM team_invitation WHERE owner_id = $1 OR email = $2', [
      id,
      email,
    ]);
  }

  countMembers(ownerId: number): Promise<number> {
    return this.uow.manager.countBy(TeamMember, { ownerId });
  }

  async hasMemberWithEmail(ownerId: number, email: string): Promise<boolean> {
    const [row] = await this.uow.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM team_member m JOIN users u ON u.id = m.member_id
                      WHERE m.owner_id = $1 AND u.email = $2) AS found`,
      [ownerId, email],
    );
    return row.found;
  }

  /** Needs an open unit of work. */
  async add(
    ownerId: number,
    memberId: number,
    { role, dailyLimit, monthlyLimit }: TeamRights,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .insert(TeamMember, { ownerId, memberId, role, dailyLimit, monthlyLimit });
  }

  /** In the order in which they joined. */
  private listMembers(ownerId: number): Promise<TeamMemberResponse[]> {
    return this.uow.manager.query<TeamMemberResponse[]>(
      `SELECT u.id, u.name, u.email, m.role, (m.daily_limit_kobo / 100)::int AS daily_limit,
              (m.monthly_limit_kobo / 100)::int AS monthly_limit, m.joined_at, s.*
       FROM team_member m JOIN users u ON u.id = m.member_id
       CROSS JOIN LATERAL (
         SELECT ceil(coalesce(sum(spent_kobo) FILTER (WHERE day = ${TODAY}), 0) / 100)::float8 AS spent_today,
                ceil(coalesce(sum(spent_kobo), 0) / 100)::float8 AS spent_this_month
         FROM member_spending WHERE owner_id = m.owner_id AND member_id = m.member_id
           AND day >= date_trunc('month', ${TODAY}::timestamp)::date) s
       WHERE m.owner_id = $1 ORDER BY m.joined_at, m.member_id`,
      [ownerId],
    );
  }

  /** With what the member has set up for the owner. @returns false when the owner has no such member. */
  private async deleteMember(ownerId: number, memberId: number): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .delete(TeamMember, { ownerId, memberId });
    if (affected !== 1) return false;
    await this.access.buyerAccessEnded(ownerId, memberId);
    return true;
  }
}
